import { companyRoles, platformRoles, type Role } from '#contract/kernel/roles.ts';
import type { OnlyRoles, PermissionAction, PermissionDocument } from './documents.ts';

/**
 * The roles that may write a company's records, by the role × area summary of the product definition. A permission alone is not enough: an admin who
 * cancels a tour holds `tours.edit`, but never shows a home. `role-areas.test.ts` compares every call with that summary.
 */
const theirs = [...companyRoles, 'staff'] as const satisfies readonly Role[];
const by =
  (...roles: Role[]) =>
  (document: PermissionDocument, action: PermissionAction): OnlyRoles => ({ only: roles, with: [document, action] });

/** Only owners, agents, dealers and their staff. */
export const companyOnly = by(...theirs);
/** Creates units and listings: companies and their staff; a superadmin may create anything. */
export const companyOrSuperadmin = by(...theirs, 'superadmin');
/** Changes: also the platform's admins. A subadmin reads, verifies and pauses. */
export const companyOrAdmins = by(...theirs, 'admin', 'superadmin');
/** Work on the record in general: also all platform roles, subadmins of a region included. */
export const companyOrPlatform = by(...theirs, ...platformRoles);
/** The two sides of a rental or sale; the platform is neither. */
export const tenantOrCompany = by('tenant', ...theirs);
