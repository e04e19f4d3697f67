import type { Permission } from '#contract/access/documents.ts';
import type { Grants } from '#contract/access/grants.ts';
import { lackedOver } from '#contract/access/permissions.ts';
import { movesFor, type StateOf } from '#contract/kernel/machine.ts';
import { companyRoles, platformRoles, type Role } from '#contract/kernel/roles.ts';
import { type Act, acts, kindOfRole, kinds } from './kinds.ts';
import { personMachine } from './machine.ts';

export type Actor = { readonly id: number | null; readonly role: Role; readonly region: string | null; readonly grants: Grants };
export type Target = {
  readonly id: number;
  readonly role: Role;
  readonly region: string | null;
  readonly isActive: boolean;
  readonly status: StateOf<typeof personMachine>;
  /** Null while they trade under their own name. */
  readonly businessType: number | null;
  /** What is theirs by place and role, also while their account is held back. */
  readonly most: Grants;
};

const isPlatform = (role: Role): boolean => (platformRoles as readonly Role[]).includes(role);
const isCompany = (role: Role): boolean => (companyRoles as readonly Role[]).includes(role);

/** Whether this person is somebody the actor looks after at all, whatever is to be done. */
function manages(actor: Actor, target: Target, act: Act): boolean {
  if (!isPlatform(actor.role) || actor.id === target.id) return false;
  if (actor.role === 'superadmin') return true;
  if (target.role === 'superadmin') return false;
  if (lackedOver(actor.grants, target).length > 0) return false;
  if (actor.role === 'subadmin' && (isPlatform(target.role) || actor.region === null || actor.region !== target.region)) return false;
  const kind = kindOfRole(target.role);
  const document = kind ? kinds[kind].document : 'tenants';
  // A region is a subadmin's reach, and who stands where is the business of those above.
  if (act === 'region' && actor.role === 'subadmin') return false;
  return document !== null && actor.grants.has(`${document}.${act === 'delete' ? 'delete' : 'edit'}` as Permission);
}

/** Whether the act makes sense for this person as they stand. */
function fits(actor: Actor, target: Target, act: Act): boolean {
  if (act === 'activate' || act === 'suspend' || act === 'reject')
    return isCompany(target.role) && movesFor(personMachine, target.status, actor.role).includes(act);
  if (act === 'enable') return !target.isActive;
  if (act === 'disable') return target.isActive;
  if (act === 'upgrade') return isCompany(target.role) && target.businessType === null;
  return true;
}

/** How many active superadmins there are beside the target; the platform is never left without one. */
const leavesNone = (target: Target, act: Act, otherSuperadmins: number): boolean =>
  target.role === 'superadmin' && (act === 'disable' || act === 'delete') && otherSuperadmins < 1;

/** The one answer to "may they do this to them?", asked by the service and shown by the screens as buttons. */
export const may = (actor: Actor, target: Target, act: Act, otherSuperadmins: number): boolean =>
  manages(actor, target, act) && !leavesNone(target, act, otherSuperadmins);

export const actsFor = (actor: Actor, target: Target, otherSuperadmins: number): Act[] =>
  acts.filter((act) => may(actor, target, act, otherSuperadmins) && fits(actor, target, act));

const legalFields = ['name', 'company_name', 'kra_pin', 'reg_no'] as const;
type Legal = { readonly [F in (typeof legalFields)[number]]?: string | null | undefined };
/**
 * Whether these changes give somebody who holds a company another name or number than the one the platform looked at; what was empty then
 * may be filled in. The service ends the verification by it, the screen asks before.
 */
export const legallyAnother = (role: Role, before: Legal, given: Legal): boolean =>
  isCompany(role) && legalFields.some((field) => given[field] !== undefined && before[field] && given[field] !== before[field]);
