import { sql } from 'kysely';
import type { Me } from '#server/kernel/ctx.ts';
import {
  allRows,
  anyRule,
  buildScopeRules,
  callerRows,
  companyRows,
  everyRule,
  followsScopeOf,
  leasedOutScope,
  leasingScope,
  makeTableScope,
  mandatedRows,
  noRows,
  type ScopeRule,
  type ScopeRules,
  type TableScope,
  type TableScopes,
  visibleTo,
  visibleWith,
  workerRules,
} from '#server/kernel/scope.ts';

const isVerification: ScopeRule = (_, t) => sql<boolean>`${t('kind')} = 'verification'`;
const isOther: ScopeRule = (_, t) => sql<boolean>`${t('kind')} <> 'verification'`;
/** The tenants of the tenancy. Former tenants see inspections until their last day, of units that they rented. */
const livedThere: ScopeRule = (me, t) =>
  me.unscoped !== undefined
    ? allRows(me, t)
    : sql<boolean>`exists (select 1 from tenancy_person ip join tenant inn on inn.id = ip.tenant_id
      where ip.tenancy_id = ${t('tenancy_id')} and inn.person_id = ${me.userId} and (ip.until is null or (ip.until >= app.day(${t('scheduled_at')})
        and (${t('unit_id')} is null or exists (select 1 from stay ist where ist.tenancy_id = ip.tenancy_id and ist.unit_id = ${t('unit_id')} and lower(ist.during) <= ip.until)))))`;
/** Tenants see planned and submitted inspections, not the answers before the submission. */
const lives = everyRule(
  (_, t) => sql<boolean>`${t('status')} in ('scheduled', 'submitted', 'agreed', 'disputed')`,
  followsScopeOf('tenancy', 'tenancy_id', visibleTo),
  livedThere,
);
const ours: ScopeRule = (_, t) => sql<boolean>`${t('company_id')} is null`;

/**
 * The inspector, as long as the role is active and the unit belongs to their company or its mandate. A restricted, dismissed or closed account has no
 * such role.
 */
const standing: readonly Me['role'][] = ['superadmin', 'admin', 'subadmin', 'owner', 'agent', 'dealer', 'staff'];
const stands: ScopeRule = (me, t) => (standing.includes(me.role) && me.userId !== null ? allRows : noRows)(me, t);
const sentHome = everyRule(stands, isOther, callerRows('inspector_id'), anyRule(companyRows(), mandatedRows('tenancies.read', 'property_id')));
/** Staff verify only for the company that they work for: a person of that company must have planned the inspection. */
const sentByOurs: ScopeRule = (me, t) =>
  me.role === 'staff' ? sql<boolean>`${t('created_by')} in (select c.id from person c where c.company_id = ${me.companyId}::bigint)` : allRows(me, t);
const sentToVerify = everyRule(stands, isVerification, callerRows('inspector_id'), sentByOurs);

/** Verifications need the permission `property_verification`, which a county's dealers have. All other inspections follow their tenancies. */
const verification = leasingScope('property_verification', sentToVerify, isVerification);
const other = leasingScope('tenancies', anyRule(sentHome, lives), isOther);
const united = (a: ScopeRules, b: ScopeRules): ScopeRules =>
  buildScopeRules(
    noRows,
    Object.fromEntries(Object.keys(a).map((role) => [role, anyRule(a[role as keyof ScopeRules], b[role as keyof ScopeRules])])) as ScopeRules,
  );
const unitedScope = (a: TableScope, b: TableScope): TableScope => ({
  see: united(a.see, b.see),
  change: (permission) => united(a.change?.(permission) ?? a.see, b.change?.(permission) ?? b.see),
});
const inspection = unitedScope(verification, other);
/** Inspections as managers or verifiers see them, without the caller's access as a tenant or inspector. */
const managed = unitedScope(leasedOutScope('property_verification', isVerification), leasedOutScope('tenancies', isOther));

/** Managers of a property see that a verification is planned and its outcome. The details call leaves out the inspector's notes. */
const lookedAt = leasedOutScope('property', isVerification);

export const inspectionScopes: TableScopes = {
  inspection,
  'inspection:listed': { see: united(inspection.see, lookedAt.see) },
  'inspection:managed': managed,
  'inspection:sent': makeTableScope(anyRule(sentHome, sentToVerify), { superadmin: anyRule(sentHome, sentToVerify) }),
  inspection_answer: visibleWith('inspection', 'inspection_id'),
  inspection_photo: visibleWith('inspection', 'inspection_id'),
  inspection_op: visibleWith('inspection', 'inspection_id'),
  inspection_template: { see: { ...workerRules(ours, anyRule(ours, companyRows())), anonymous: noRows } },
};
