import type { PermissionDocument } from '#contract/access/documents.ts';
import { type Grants, isAllowed } from '#contract/access/grants.ts';
import { listMoneyPermissions } from '#contract/access/money-permissions.ts';
import { findMissingGrants, getGrantsOfNewPerson } from '#contract/access/permissions.ts';
import type { Role, UserType } from '#contract/kernel/roles.ts';

export const invitationKinds = ['staff', 'agent', 'owner', 'tenant', 'co_tenant', 'contractor', 'dealer', 'admin', 'subadmin', 'superadmin'] as const;
export type InvitationKind = (typeof invitationKinds)[number];

/** The source of an invitation (specification 3.1). */
export const invitationSources = ['booking', 'code', 'invite'] as const;

/** What the invitations page can invite to: the document whose create permission is needed, and the resulting user type. */
export const openInvitationKinds = {
  staff: { document: 'staff', becomes: 'staff' },
  agent: { document: 'agents', becomes: 'agent' },
  owner: { document: 'owners', becomes: 'owner' },
  tenant: { document: 'tenants', becomes: 'tenant' },
  dealer: { document: 'dealers', becomes: 'dealer' },
  subadmin: { document: 'sub_admins', becomes: 'subadmin' },
  admin: { document: 'admins', becomes: 'admin' },
  superadmin: { document: 'admins', becomes: 'superadmin' },
} as const satisfies Partial<Record<InvitationKind, { document: PermissionDocument; becomes: UserType }>>;
export type OpenInvitationKind = keyof typeof openInvitationKinds;
export const openInvitationKindKeys = Object.keys(openInvitationKinds) as [OpenInvitationKind, ...OpenInvitationKind[]];
export const isOpenInvitationKind = (kind: InvitationKind): kind is OpenInvitationKind => kind in openInvitationKinds;

/** Kinds of invitation that a poster may show: a public code must never make anyone staff or an admin. */
export const invitationCodeKinds = ['tenant', 'owner', 'agent'] as const satisfies readonly OpenInvitationKind[];

/** What acceptance gives, as the message describes it: a job, contact with an agent or an owner, or properties to manage. */
export type InvitationScope = 'place' | 'agent' | 'owner' | 'some' | 'all';

type Inviter = { readonly role: Role; readonly grants: Grants; readonly hasCompany: boolean };

/**
 * Anyone who may create the record may invite to it; sub admins may invite partners of their region. Staff need an employer, and no admin may invite
 * an admin with permissions they lack themselves.
 */
export function canInvite(kind: OpenInvitationKind, who: Inviter): boolean {
  const { document, becomes } = openInvitationKinds[kind];
  if (kind === 'staff' && !who.hasCompany) return false;
  if (findMissingGrants(who.grants, getGrantsOfNewPerson(becomes)).length > 0) return false;
  return isAllowed([document, 'create'], who) || (who.role === 'subadmin' && isAllowed([document, 'edit'], who));
}

/** Whether a second person of Makao approves the invitation before it is sent, because the invited person will have permissions on money. */
export const isAppointment = (kind: OpenInvitationKind): boolean =>
  listMoneyPermissions(getGrantsOfNewPerson(openInvitationKinds[kind].becomes)).length > 0;

export const invitationValidityDays = 10;
export const maxInvitationResendsPerDay = 3;
