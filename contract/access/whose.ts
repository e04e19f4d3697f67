import { companyRoles, platformRoles, type Role } from '#contract/kernel/roles.ts';
import type { Action, Document, OnlyRoles } from './documents.ts';

/**
 * Who writes what a company keeps, by the role × area summary of the product definition. A right alone does not say it: an admin who calls
 * off a tour holds `tours.edit`, and shows nobody a home. `role-areas.test.ts` compares every call with that summary.
 */
const theirs = [...companyRoles, 'staff'] as const satisfies readonly Role[];
const by =
  (...roles: Role[]) =>
  (document: Document, action: Action): OnlyRoles => ({ only: roles, with: [document, action] });

/** Those who hold or manage it, and nobody else. */
export const holders = by(...theirs);
/** New homes and offers are their holders'; a superadmin makes what anybody may make. */
export const makers = by(...theirs, 'superadmin');
/** Changed by the platform's admins too; a subadmin reads, verifies and pauses. */
export const keepers = by(...theirs, 'admin', 'superadmin');
/** Those who work on it at all, the platform's people of a region among them. */
export const workers = by(...theirs, ...platformRoles);
/** The two sides of a bargain; the platform is none of them. */
export const sides = by('tenant', ...theirs);
