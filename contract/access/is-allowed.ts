import type { Role } from '#contract/kernel/roles.ts';
import type { AccessRequirement, Permission } from './documents.ts';

export type Grants = ReadonlySet<Permission>;

/** The single permission check, used by the API guard, the page guard, the menu and the generated documentation. */
export function isAllowed(needs: AccessRequirement, who: { readonly role: Role; readonly grants: Grants }): boolean {
  if (needs === 'anyone') return true;
  if (who.role === 'anonymous') return false;
  if (needs === 'signed-in') return true;
  if (!('only' in needs)) return who.grants.has(`${needs[0]}.${needs[1]}`);
  return needs.only.includes(who.role) && (needs.with === undefined || who.grants.has(`${needs.with[0]}.${needs.with[1]}`));
}
