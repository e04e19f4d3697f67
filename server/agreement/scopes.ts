import { sql } from 'kysely';
import { either, leased, leasedOut, none, ofCompany, type Rule, type Scopes, scopeOf, seenWith, working } from '#server/kernel/scope.ts';

/** Agreements somebody is to sign or signed: from when they were sent, never a draft. */
const signs: Rule = (me, t) =>
  me.userId === null
    ? none(me, t)
    : sql<boolean>`((${t('status')} <> 'draft' or ${t('wet_ink')} is not null) and exists (select 1 from agreement_party ap where ap.agreement_id = ${t('id')} and ap.person_id = ${me.userId} and ap.invited_at is not null))`;
const ours: Rule = (_, t) => sql<boolean>`${t('company_id')} is null`;

export const agreementScopes: Scopes = {
  agreement: leased('tenancies', signs),
  'agreement:managed': leasedOut('tenancies'),
  agreement_party: seenWith('agreement', 'agreement_id'),
  agreement_signature: scopeOf(none, { superadmin: none }),
  agreement_event: seenWith('agreement', 'agreement_id'),
  /** The platform's are for everybody who works with leases; a company's own for it alone. */
  agreement_template: { see: { ...working(ours, either(ours, ofCompany())), anonymous: none } },
};
