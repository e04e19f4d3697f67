import type { Document } from '#contract/access/documents.ts';
import { allows, type Grants } from '#contract/access/grants.ts';
import { givenWith, lacking } from '#contract/access/permissions.ts';
import type { Role, UserType } from '#contract/kernel/roles.ts';

export const inviteKinds = ['staff', 'agent', 'owner', 'tenant', 'co_tenant', 'contractor', 'dealer', 'admin', 'subadmin', 'superadmin'] as const;
export type InviteKind = (typeof inviteKinds)[number];

/** Where an invitation came from (specification 3.1). */
export const inviteSources = ['booking', 'code', 'invite'] as const;

/** What one may invite to from the invitations page: the document whose creation it is, and the user type one becomes. */
export const openKinds = {
  staff: { document: 'staff', becomes: 'staff' },
  agent: { document: 'agents', becomes: 'agent' },
  owner: { document: 'owners', becomes: 'owner' },
  tenant: { document: 'tenants', becomes: 'tenant' },
  dealer: { document: 'dealers', becomes: 'dealer' },
  subadmin: { document: 'sub_admins', becomes: 'subadmin' },
  admin: { document: 'admins', becomes: 'admin' },
  superadmin: { document: 'admins', becomes: 'superadmin' },
} as const satisfies Partial<Record<InviteKind, { document: Document; becomes: UserType }>>;
export type OpenKind = keyof typeof openKinds;
export const openKindNames = Object.keys(openKinds) as [OpenKind, ...OpenKind[]];
export const isOpen = (kind: InviteKind): kind is OpenKind => kind in openKinds;

/** Kinds that a poster may carry: nobody becomes staff or an admin by a code anybody can read. */
export const codeKinds = ['tenant', 'owner', 'agent'] as const satisfies readonly OpenKind[];

/** What accepting gives, as the letter says it: a place, an agent's or an owner's acquaintance, or properties to manage. */
export type Gift = 'place' | 'agent' | 'owner' | 'some' | 'all';

type Inviter = { readonly role: Role; readonly grants: Grants; readonly hasCompany: boolean };

/**
 * Who may create the record may invite to it; subadmins, who look after a region's partners, may invite those. Staff need an employer, and
 * nobody makes another an admin with rights they lack themselves.
 */
export function mayInvite(kind: OpenKind, who: Inviter): boolean {
  const { document, becomes } = openKinds[kind];
  if (kind === 'staff' && !who.hasCompany) return false;
  if (lacking(who.grants, givenWith(becomes)).length > 0) return false;
  return allows([document, 'create'], who) || (who.role === 'subadmin' && allows([document, 'edit'], who));
}

export const invitationDays = 10;
export const resendsADay = 3;
