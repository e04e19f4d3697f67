import { allows, type Grants } from '#contract/access/allows.ts';
import type { Document, Needs } from '#contract/access/documents.ts';
import { platformRoles, type Role, type UserType, userTypes } from '#contract/kernel/roles.ts';

type Kind = {
  readonly role: UserType;
  /** The permission document of people of this kind; null = no document of the specification covers them. */
  readonly document: Document | null;
  /** What the picture's field is called. */
  readonly picture: 'profile' | 'profile_image';
};

/** The account families of the specification, and our own people of the seventh kind: staff have an account too. */
export const kinds = {
  admin: { role: 'admin', document: 'admins', picture: 'profile' },
  sub_admin: { role: 'subadmin', document: 'sub_admins', picture: 'profile' },
  super_admin: { role: 'superadmin', document: null, picture: 'profile' },
  dealer: { role: 'dealer', document: 'dealers', picture: 'profile_image' },
  owner: { role: 'owner', document: 'owners', picture: 'profile' },
  agent: { role: 'agent', document: 'agents', picture: 'profile' },
  tenant: { role: 'tenant', document: 'tenants', picture: 'profile' },
  staff: { role: 'staff', document: 'staff', picture: 'profile' },
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof kinds;

export const kindOfRole = (role: Role): KindName | null => (Object.keys(kinds) as KindName[]).find((name) => kinds[name].role === role) ?? null;
export const userTypeOfKind = (kind: KindName): number => userTypes[kinds[kind].role];

/** Who may open the list of a kind. Superadmins are seen by admins and by each other: whoever may read about admins. */
export const readingNeeds = (kind: KindName): Needs => {
  const { document } = kinds[kind];
  return document ? [document, 'read'] : { only: ['superadmin', 'admin'], with: ['admins', 'read'] };
};

/** Everybody in one list: whoever may read about people of some kind sees those. Newcomers, who are of none, count as tenants. */
export const usersNeeds = { only: platformRoles, with: ['tenants', 'read'] } as const satisfies Needs;
/** The user types somebody with these rights reads about. */
export const readableTypes = (who: { readonly role: Role; readonly grants: Grants }): number[] => [
  ...(Object.keys(kinds) as KindName[]).filter((kind) => allows(readingNeeds(kind), who)).map(userTypeOfKind),
  ...(allows(usersNeeds, who) ? [userTypes.default] : []),
];

/** What the tabs of a list of people are: whether the platform approved them where it does, else whether they can sign in. */
export const approvedKinds = ['user', 'dealer', 'owner', 'agent'] as const satisfies readonly (KindName | 'user')[];
export const tabOf = (kind: KindName | 'user') =>
  (approvedKinds as readonly string[]).includes(kind) ? ('verified_status' as const) : ('is_active' as const);

export const businessTypes = { sole_proprietorship: 1, limited_partnership: 2 } as const;
export type BusinessType = keyof typeof businessTypes;

/** What can be done to somebody else's account. */
export const acts = ['activate', 'suspend', 'reject', 'enable', 'disable', 'region', 'upgrade', 'delete'] as const;
/** Done to a superadmin, these take two of them. */
export const twoActs = ['disable', 'delete'] as const satisfies readonly (typeof acts)[number][];
export type Act = (typeof acts)[number];
