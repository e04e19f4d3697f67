import type { Document, Needs } from '#contract/access/documents.ts';
import { type Role, type UserType, userTypes } from '#contract/kernel/roles.ts';

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

/** Who may open the list of a kind. Superadmins are seen by admins and by each other. */
export const readingNeeds = (kind: KindName): Needs => {
  const { document } = kinds[kind];
  return document ? [document, 'read'] : { only: ['superadmin', 'admin'] };
};

export const businessTypes = { sole_proprietorship: 1, limited_partnership: 2 } as const;
export type BusinessType = keyof typeof businessTypes;

/** What can be done to somebody else's account. */
export const acts = ['activate', 'suspend', 'reject', 'enable', 'disable', 'region', 'upgrade', 'delete'] as const;
export type Act = (typeof acts)[number];
