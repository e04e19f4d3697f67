import { companyRoles, platformRoles, type Role } from '#contract/kernel/roles.ts';
import type { PermissionAction, PermissionDocument, RoleRestriction } from './documents.ts';

/**
 * The roles that may write a company's records, by the role × area summary of the product definition. A permission alone is not enough: an admin who
 * cancels a tour holds `tours.edit`, but never shows a home. `role-areas.test.ts` compares every call with that summary.
 */
const theirs = [...companyRoles, 'staff'] as const satisfies readonly Role[];
const by =
  (...roles: Role[]) =>
  (document: PermissionDocument, action: PermissionAction): RoleRestriction => ({ only: roles, with: [document, action] });

/** Only owners, agents, dealers and their staff. */
export const companyRolesOnly = by(...theirs);
/** The roles that create units and listings: companies and their staff. A super admin may create all records. */
export const companyRolesOrSuperadmin = by(...theirs, 'superadmin');
/** The roles that change records: also the platform's admins. A sub admin reads, verifies and pauses. */
export const companyRolesOrAdmins = by(...theirs, 'admin', 'superadmin');
/** The roles that work on a record in general: also all platform roles, including sub admins of a region. */
export const companyRolesOrPlatform = by(...theirs, ...platformRoles);
/** The two sides of a rental or sale; the platform is neither. */
export const tenantOrCompanyRoles = by('tenant', ...theirs);
