import { sql } from 'kysely';
import {
  anyRule,
  companyRows,
  leasedOutScope,
  leasingScope,
  makeTableScope,
  noRows,
  type ScopeRule,
  type TableScopes,
  visibleWith,
  workerRules,
} from '#server/kernel/scope.ts';

/** Agreements a person signs or signed, from the time they were sent; never drafts. */
const signs: ScopeRule = (me, t) =>
  me.userId === null
    ? noRows(me, t)
    : sql<boolean>`((${t('status')} <> 'draft' or ${t('wet_ink')} is not null) and exists (select 1 from agreement_party ap where ap.agreement_id = ${t('id')} and ap.person_id = ${me.userId} and ap.invited_at is not null))`;
const ours: ScopeRule = (_, t) => sql<boolean>`${t('company_id')} is null`;

export const agreementScopes: TableScopes = {
  agreement: leasingScope('tenancies', signs),
  'agreement:managed': leasedOutScope('tenancies'),
  agreement_party: visibleWith('agreement', 'agreement_id'),
  agreement_signature: makeTableScope(noRows, { superadmin: noRows }),
  agreement_event: visibleWith('agreement', 'agreement_id'),
  /** Platform templates are visible to all people who work with leases; a company’s templates only to that company. */
  agreement_template: { see: { ...workerRules(ours, anyRule(ours, companyRows())), anonymous: noRows } },
};
