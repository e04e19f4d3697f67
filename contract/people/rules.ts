import type { Permission } from '#contract/access/documents.ts';
import type { Grants } from '#contract/access/grants.ts';
import { lackedOver } from '#contract/access/permissions.ts';
import { movesFor, type StateOf } from '#contract/kernel/machine.ts';
import { companyRoles, platformRoles, type Role, type UserType, userTypes } from '#contract/kernel/roles.ts';
import { type Act, acts, type KindName, kindOfRole, kinds, readableTypes } from './kinds.ts';
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

type Who = Pick<Actor, 'role' | 'grants'>;

/** Whether people of this role are theirs to do this to, by place and rights, whoever it is. */
function reaches(who: Who, role: Role, act: Act): boolean {
  if (!isPlatform(who.role)) return false;
  if (who.role === 'superadmin') return true;
  if (role === 'superadmin' || (who.role === 'subadmin' && isPlatform(role))) return false;
  const kind = kindOfRole(role);
  const document = kind ? kinds[kind].document : 'tenants';
  // A region is a subadmin's reach, and who stands where is the business of those above.
  if (act === 'region' && who.role === 'subadmin') return false;
  return document !== null && who.grants.has(`${document}.${act === 'delete' ? 'delete' : 'edit'}` as Permission);
}

/** Whether this person is somebody the actor looks after at all, whatever is to be done. */
function manages(actor: Actor, target: Target, act: Act): boolean {
  if (actor.id === target.id || !reaches(actor, target.role, act)) return false;
  if (actor.role === 'superadmin') return true;
  if (lackedOver(actor.grants, target).length > 0) return false;
  return actor.role !== 'subadmin' || (actor.region !== null && actor.region === target.region);
}

/** Approval is of those who hold a company, and so is becoming one. */
const concerns = (role: Role, act: Act): boolean =>
  isCompany(role) || !(act === 'activate' || act === 'suspend' || act === 'reject' || act === 'upgrade');

/** Whether a list of this kind offers the act before anybody is picked: somebody of those it shows could be theirs to do it to. */
export const offeredOn = (who: Who, kind: KindName | 'user', act: Act): boolean => {
  const read = readableTypes(who);
  const shown: readonly Role[] =
    kind === 'user' ? (Object.keys(userTypes) as UserType[]).filter((type) => read.includes(userTypes[type])) : [kinds[kind].role];
  return shown.some((role) => concerns(role, act) && reaches(who, role, act));
};

/** Whether the act makes sense for this person as they stand. */
function fits(actor: Actor, target: Target, act: Act): boolean {
  if (!concerns(target.role, act)) return false;
  if (act === 'activate' || act === 'suspend' || act === 'reject') return movesFor(personMachine, target.status, actor.role).includes(act);
  if (act === 'enable') return !target.isActive;
  if (act === 'disable') return target.isActive;
  if (act === 'upgrade') return target.businessType === null;
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
