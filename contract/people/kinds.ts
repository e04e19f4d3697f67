import type { AccessRequirement, PermissionDocument } from '#contract/access/documents.ts';
import { type Grants, isAllowed } from '#contract/access/is-allowed.ts';
import { platformRoles, type Role, type UserType, userTypes } from '#contract/kernel/roles.ts';

type Kind = {
  readonly role: UserType;
  /** The permission document of this kind; null when the specification has none. */
  readonly document: PermissionDocument | null;
  /** The name of the picture field. */
  readonly picture: 'profile' | 'profile_image';
};

/** The account families of the specification, and staff, who have an account too. */
export const personKinds = {
  admin: { role: 'admin', document: 'admins', picture: 'profile' },
  sub_admin: { role: 'subadmin', document: 'sub_admins', picture: 'profile' },
  super_admin: { role: 'superadmin', document: null, picture: 'profile' },
  dealer: { role: 'dealer', document: 'dealers', picture: 'profile_image' },
  owner: { role: 'owner', document: 'owners', picture: 'profile' },
  agent: { role: 'agent', document: 'agents', picture: 'profile' },
  tenant: { role: 'tenant', document: 'tenants', picture: 'profile' },
  staff: { role: 'staff', document: 'staff', picture: 'profile' },
} as const satisfies Record<string, Kind>;
export type PersonKindName = keyof typeof personKinds;

export const getPersonKindOfRole = (role: Role): PersonKindName | null =>
  (Object.keys(personKinds) as PersonKindName[]).find((name) => personKinds[name].role === role) ?? null;
export const getUserTypeOfKind = (kind: PersonKindName): number => userTypes[personKinds[kind].role];

/** Who may open the list of a kind. Super admins are visible to admins and to each other, through the permission to read admins. */
export const getPeopleReadRequirement = (kind: PersonKindName): AccessRequirement => {
  const { document } = personKinds[kind];
  return document ? [document, 'read'] : { only: ['superadmin', 'admin'], with: ['admins', 'read'] };
};

/** The list of everyone: people see the kinds they may read about. New accounts, which have no kind yet, count as tenants. */
export const userListAccessRequirement = { only: platformRoles, with: ['tenants', 'read'] } as const satisfies AccessRequirement;
/** The user types a person with these permissions may read about. */
export const listReadableUserTypes = (who: { readonly role: Role; readonly grants: Grants }): number[] => [
  ...(Object.keys(personKinds) as PersonKindName[]).filter((kind) => isAllowed(getPeopleReadRequirement(kind), who)).map(getUserTypeOfKind),
  ...(isAllowed(userListAccessRequirement, who) ? [userTypes.default] : []),
];

/** The tabs of a list show approval for kinds the platform approves, otherwise whether the account is active. */
export const platformApprovedPersonKinds = ['user', 'dealer', 'owner', 'agent'] as const satisfies readonly (PersonKindName | 'user')[];
export const getPeopleTabField = (kind: PersonKindName | 'user') =>
  (platformApprovedPersonKinds as readonly string[]).includes(kind) ? ('verified_status' as const) : ('is_active' as const);

export const businessTypes = { sole_proprietorship: 1, limited_partnership: 2 } as const;
export type BusinessType = keyof typeof businessTypes;

/** The actions on another person's account. */
export const accountActions = ['activate', 'suspend', 'reject', 'enable', 'disable', 'region', 'upgrade', 'delete'] as const;
/** These actions need two super admins when the target is a super admin. */
export const dualApprovalActions = ['disable', 'delete'] as const satisfies readonly (typeof accountActions)[number][];
export type AccountAction = (typeof accountActions)[number];
