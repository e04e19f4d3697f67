import { type CallShape, isWrite } from '#contract/kernel/call.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { defaultGrants, type Grants } from './grants.ts';
import { lacking } from './permissions.ts';

/** A look at the product as somebody else lasts this long. */
export const impersonationMinutes = 30;

type Party = { readonly role: Role; readonly grants: Grants };

/**
 * Whom one may look as: superadmins everybody but superadmins, admins everybody below an admin, others nobody. An admin whose rights
 * were narrowed does not get them back by looking as somebody who has them.
 */
export function mayImpersonate(mine: Party, theirs: Party): boolean {
  if (theirs.role === 'superadmin' || theirs.role === 'anonymous') return false;
  if (mine.role !== 'superadmin' && (mine.role !== 'admin' || theirs.role === 'admin')) return false;
  const narrowable = [...theirs.grants].filter((grant) => grant.endsWith('.read') && defaultGrants[mine.role].has(grant));
  return lacking(mine.grants, narrowable).length === 0;
}

/** Looking is for looking: no write passes but those that say why. */
export const barredWhileImpersonating = (call: CallShape): boolean =>
  call.ownEyesOnly === true || (isWrite(call) && call.whileImpersonating === undefined);
