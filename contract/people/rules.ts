import type { Permission } from '#contract/access/documents.ts';
import type { Grants } from '#contract/access/grants.ts';
import { findMissingGrantsOverAccount } from '#contract/access/permissions.ts';
import { listAllowedMoves, type StateOf } from '#contract/kernel/machine.ts';
import { companyRoles, platformRoles, type Role, type UserType, userTypes } from '#contract/kernel/roles.ts';
import { type AccountAction, accountActions, getPersonKindOfRole, listReadableUserTypes, type PersonKindName, personKinds } from './kinds.ts';
import { personMachine } from './machine.ts';

export type AccountActor = { readonly id: number | null; readonly role: Role; readonly region: string | null; readonly grants: Grants };
export type AccountTarget = {
  readonly id: number;
  readonly role: Role;
  readonly region: string | null;
  readonly isActive: boolean;
  readonly status: StateOf<typeof personMachine>;
  /** Null if they trade under their own name. */
  readonly businessType: number | null;
  /** The person's permissions by position and role, also while the account is suspended. */
  readonly most: Grants;
};

const isPlatform = (role: Role): boolean => (platformRoles as readonly Role[]).includes(role);
const isCompany = (role: Role): boolean => (companyRoles as readonly Role[]).includes(role);

type Who = Pick<AccountActor, 'role' | 'grants'>;

/** Whether the actor's role and permissions allow this action on people of this role, for any person. */
function reaches(who: Who, role: Role, act: AccountAction): boolean {
  if (!isPlatform(who.role)) return false;
  if (who.role === 'superadmin') return true;
  if (role === 'superadmin' || (who.role === 'subadmin' && isPlatform(role))) return false;
  const kind = getPersonKindOfRole(role);
  const document = kind ? personKinds[kind].document : 'tenants';
  // A region defines a sub admin's scope, so only roles above may change it.
  if (act === 'region' && who.role === 'subadmin') return false;
  return document !== null && who.grants.has(`${document}.${act === 'delete' ? 'delete' : 'edit'}` as Permission);
}

/** Whether the actor manages this person at all, whatever the action. */
function manages(actor: AccountActor, target: AccountTarget, act: AccountAction): boolean {
  if (actor.id === target.id || !reaches(actor, target.role, act)) return false;
  if (actor.role === 'superadmin') return true;
  if (findMissingGrantsOverAccount(actor.grants, target).length > 0) return false;
  return actor.role !== 'subadmin' || (actor.region !== null && actor.region === target.region);
}

/** Approval concerns account holders of companies, and so does the upgrade to one. */
const concerns = (role: Role, act: AccountAction): boolean =>
  isCompany(role) || !(act === 'activate' || act === 'suspend' || act === 'reject' || act === 'upgrade');

/** Whether a list of this kind offers the action before anyone is selected: at least one listed role must allow it. */
export const isAccountActionOffered = (who: Who, kind: PersonKindName | 'user', act: AccountAction): boolean => {
  const read = listReadableUserTypes(who);
  const shown: readonly Role[] =
    kind === 'user' ? (Object.keys(userTypes) as UserType[]).filter((type) => read.includes(userTypes[type])) : [personKinds[kind].role];
  return shown.some((role) => concerns(role, act) && reaches(who, role, act));
};

/** Whether the action makes sense for the person's current status. */
function fits(actor: AccountActor, target: AccountTarget, act: AccountAction): boolean {
  if (!concerns(target.role, act)) return false;
  if (act === 'activate' || act === 'suspend' || act === 'reject') return listAllowedMoves(personMachine, target.status, actor.role).includes(act);
  if (act === 'enable') return !target.isActive;
  if (act === 'disable') return target.isActive;
  if (act === 'upgrade') return target.businessType === null;
  return true;
}

/** True when the action would leave no active super admin beside the target. */
const leavesNone = (target: AccountTarget, act: AccountAction, otherSuperadmins: number): boolean =>
  target.role === 'superadmin' && (act === 'disable' || act === 'delete') && otherSuperadmins < 1;

/** The single check whether the actor may take an action on a person. The service uses it, and the screens show its result as buttons. */
export const canPerformAccountAction = (actor: AccountActor, target: AccountTarget, act: AccountAction, otherSuperadmins: number): boolean =>
  manages(actor, target, act) && !leavesNone(target, act, otherSuperadmins);

export const listAccountActions = (actor: AccountActor, target: AccountTarget, otherSuperadmins: number): AccountAction[] =>
  accountActions.filter((act) => canPerformAccountAction(actor, target, act, otherSuperadmins) && fits(actor, target, act));

const legalFields = ['name', 'company_name', 'kra_pin', 'reg_no'] as const;
type Legal = { readonly [F in (typeof legalFields)[number]]?: string | null | undefined };
/**
 * Whether the changes give an account holder a name or number other than the verified one; filling in an empty field does not count. The service
 * ends the verification, and the screen asks before.
 */
export const hasLegalIdentityChanged = (role: Role, before: Legal, given: Legal): boolean =>
  isCompany(role) && legalFields.some((field) => given[field] !== undefined && before[field] && given[field] !== before[field]);
