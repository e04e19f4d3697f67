import { type CallShape, isWriteCall } from '#contract/kernel/call.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { defaultGrants, type Grants } from './grants.ts';
import { findMissingGrants } from './permissions.ts';

/** How long one session of "view as" lasts. */
export const impersonationMinutes = 30;

type Party = { readonly role: Role; readonly grants: Grants };

/**
 * Super admins may view as everyone except super admins, admins as everyone below an admin, and other roles as no other person. An admin with limited
 * permissions cannot regain them through an account that has them.
 */
export function canImpersonate(mine: Party, theirs: Party): boolean {
  if (theirs.role === 'superadmin' || theirs.role === 'anonymous') return false;
  if (mine.role !== 'superadmin' && (mine.role !== 'admin' || theirs.role === 'admin')) return false;
  const narrowable = [...theirs.grants].filter((grant) => grant.endsWith('.read') && defaultGrants[mine.role].has(grant));
  return findMissingGrants(mine.grants, narrowable).length === 0;
}

/** "View as" is read-only: writes are refused, except those that state a reason. */
export const isBlockedWhileImpersonating = (call: CallShape): boolean =>
  call.ownEyesOnly === true || (isWriteCall(call) && call.whileImpersonating === undefined);
