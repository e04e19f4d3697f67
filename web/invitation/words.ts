import type { InviteKind, inviteSources } from '#contract/invitation/kinds.ts';
import { m } from '#words/messages.js';

export const kindNames: Readonly<Record<InviteKind, () => string>> = {
  staff: m.invitation_kind_staff,
  agent: m.invitation_kind_agent,
  owner: m.invitation_kind_owner,
  tenant: m.invitation_kind_tenant,
  co_tenant: m.invitation_kind_co_tenant,
  contractor: m.invitation_kind_contractor,
  dealer: m.invitation_kind_dealer,
  admin: m.invitation_kind_admin,
  subadmin: m.invitation_kind_subadmin,
  superadmin: m.invitation_kind_superadmin,
};

export const sourceNames: Readonly<Record<(typeof inviteSources)[number], () => string>> = {
  booking: m.invitation_source_booking,
  code: m.invitation_source_code,
  invite: m.invitation_source_invite,
};
