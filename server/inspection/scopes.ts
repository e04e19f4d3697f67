import { sql } from 'kysely';
import type { Me } from '#server/kernel/ctx.ts';
import {
  all,
  both,
  either,
  hangsOn,
  leased,
  leasedOut,
  mandated,
  mine,
  none,
  ofCompany,
  type Rule,
  type Rules,
  rulesOf,
  type Scope,
  type Scopes,
  scopeOf,
  seenWith,
  visible,
  working,
} from '#server/kernel/scope.ts';

const isVerification: Rule = (_, t) => sql<boolean>`${t('kind')} = 'verification'`;
const isOther: Rule = (_, t) => sql<boolean>`${t('kind')} <> 'verification'`;
/** Who is in the tenancy; who left it, of what was looked at until that day and of homes they lived in. */
const livedThere: Rule = (me, t) =>
  me.unscoped !== undefined
    ? all(me, t)
    : sql<boolean>`exists (select 1 from tenancy_person ip join tenant inn on inn.id = ip.tenant_id
      where ip.tenancy_id = ${t('tenancy_id')} and inn.person_id = ${me.userId} and (ip.until is null or (ip.until >= app.day(${t('scheduled_at')})
        and (${t('unit_id')} is null or exists (select 1 from stay ist where ist.tenancy_id = ip.tenancy_id and ist.unit_id = ${t('unit_id')} and lower(ist.during) <= ip.until)))))`;
/** What is planned and what was found; not what somebody is still writing down. */
const lives = both(
  (_, t) => sql<boolean>`${t('status')} in ('scheduled', 'submitted', 'agreed', 'disputed')`,
  hangsOn('tenancy', 'tenancy_id', visible),
  livedThere,
);
const ours: Rule = (_, t) => sql<boolean>`${t('company_id')} is null`;

/**
 * Whoever was sent, while what they were sent by holds: they stand, and the home is their company's or its mandate is in force. A held back,
 * dismissed or closed account has none of these roles.
 */
const standing: readonly Me['role'][] = ['superadmin', 'admin', 'subadmin', 'owner', 'agent', 'dealer', 'staff'];
const stands: Rule = (me, t) => (standing.includes(me.role) && me.userId !== null ? all : none)(me, t);
const sentHome = both(stands, isOther, mine('inspector_id'), either(ofCompany(), mandated('tenancies.read', 'property_id')));
/** Staff are sent to verify by those they work for. */
const sentByOurs: Rule = (me, t) =>
  me.role === 'staff' ? sql<boolean>`${t('created_by')} in (select c.id from person c where c.company_id = ${me.companyId}::bigint)` : all(me, t);
const sentToVerify = both(stands, isVerification, mine('inspector_id'), sentByOurs);

/** Looking at a property for the platform is `property_verification`, which a county's dealers have; everything else goes with tenancies. */
const verification = leased('property_verification', sentToVerify, isVerification);
const other = leased('tenancies', either(sentHome, lives), isOther);
const united = (a: Rules, b: Rules): Rules =>
  rulesOf(none, Object.fromEntries(Object.keys(a).map((role) => [role, either(a[role as keyof Rules], b[role as keyof Rules])])) as Rules);
const unitedScope = (a: Scope, b: Scope): Scope => ({
  see: united(a.see, b.see),
  change: (permission) => united(a.change?.(permission) ?? a.see, b.change?.(permission) ?? b.see),
});
const inspection = unitedScope(verification, other);
/** As those who manage the place, or verify it, have them: whoever lives there or was sent to look is none of them by that. */
const managed = unitedScope(leasedOut('property_verification', isVerification), leasedOut('tenancies', isOther));

/** Whoever keeps a property reads that somebody comes to look at it and what came of it; `full.ts` leaves out what is the inspector's. */
const lookedAt = leasedOut('property', isVerification);

export const inspectionScopes: Scopes = {
  inspection,
  'inspection:listed': { see: united(inspection.see, lookedAt.see) },
  'inspection:managed': managed,
  'inspection:sent': scopeOf(either(sentHome, sentToVerify), { superadmin: either(sentHome, sentToVerify) }),
  inspection_answer: seenWith('inspection', 'inspection_id'),
  inspection_photo: seenWith('inspection', 'inspection_id'),
  inspection_op: seenWith('inspection', 'inspection_id'),
  inspection_template: { see: { ...working(ours, either(ours, ofCompany())), anonymous: none } },
};
