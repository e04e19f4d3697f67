import { computeEffectiveGrants, findMissingGrants, getGrantCeiling } from '#contract/access/permissions.ts';
import type { invitationIneligibilityReasons } from '#contract/invitation/calls.ts';
import { canInvite, type InvitationKind, isOpenInvitationKind, openInvitationKinds } from '#contract/invitation/kinds.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { isExistingTeam, readPersonAccess } from '#server/access/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readMandateCompanies } from './invitation-grants.ts';

export type IneligibleReason = (typeof invitationIneligibilityReasons)[number];
export type InvitationFacts = {
  id: number;
  kind: InvitationKind;
  status: string;
  inviter_id: number;
  company_id: number | null;
  email: string | null;
  phone: string | null;
  role_id: number | null;
  team_id: number | null;
  short_code: string | null;
  expires_at: Date;
};
export type InvitationRecipient = {
  id: number;
  email: string | null;
  phone: string | null;
  phone_proved_at: Date | null;
  user_type: number;
  company_id: number | null;
};

export type InvitationState = 'open' | 'used' | 'revoked' | 'expired';

export async function readInvitationState(db: Db, row: InvitationFacts): Promise<InvitationState> {
  if (row.status === 'accepted') return 'used';
  if (row.status === 'revoked') return 'revoked';
  if (row.status === 'closed' || row.expires_at.getTime() <= clock.ms()) return 'expired';
  return (await isStillMeant(db, row)) ? 'open' : 'revoked';
}

/** Asserts that the inviter still has everything that the invitation grants, so that permissions lost since are not passed on. */
export async function isStillMeant(db: Db, row: InvitationFacts): Promise<boolean> {
  const inviter = await readPersonAccess(db, row.inviter_id);
  if (!inviter?.isActive || inviter.companyId !== row.company_id || !isOpenInvitationKind(row.kind)) return false;
  if (!canInvite(row.kind, { role: inviter.role, grants: inviter.grants, hasCompany: inviter.companyId !== null })) return false;
  if (row.kind !== 'staff') return true;
  // A member without the intended team would have access to everything. An inviter in limited teams may invite only into these.
  if (inviter.limits && (row.team_id === null || !inviter.limits.teamIds.includes(row.team_id))) return false;
  if (row.team_id !== null && !(await isExistingTeam(db, row.team_id))) return false;
  const role =
    row.role_id === null
      ? null
      : await unscopedTable(db, 'staff_role', 'checks whether an invitation is still valid for the person who accepts it')
          .select()
          .select('grants')
          .where('id', '=', row.role_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
  return role
    ? findMissingGrants(inviter.grants, computeEffectiveGrants(role.grants, getGrantCeiling('company', inviter.companyKind))).length === 0
    : false;
}

/**
 * Whether the invitation was sent to this person. For a phone number this needs a code, because a link may be forwarded and a number may be typed.
 */
function addressed(row: InvitationFacts, taker: InvitationRecipient): IneligibleReason | null {
  if (row.short_code !== null) return null;
  if (row.email !== null && row.email.toLowerCase() === taker.email?.toLowerCase()) return null;
  if (row.phone === null) return 'other_address';
  if (taker.phone_proved_at === null) return 'unproved';
  return taker.phone === row.phone ? null : 'other_address';
}

/**
 * The reason why this account cannot accept the invitation, or null. A new account can get any user type; other accounts accept only invitations for
 * their user type.
 */
export async function findIneligibleReason(db: Db, row: InvitationFacts, taker: InvitationRecipient | null): Promise<IneligibleReason | null> {
  if (!taker) return 'signed_out';
  const elsewhere = addressed(row, taker);
  if (elsewhere) return elsewhere;
  if (!isOpenInvitationKind(row.kind)) return 'wrong_type';
  if (
    row.short_code !== null &&
    (await unscopedTable(db, 'invitation', 'checks whether an invitation is still valid for the person who accepts it')
      .select()
      .select('id')
      .where('parent_id', '=', row.id)
      .where('accepted_by', '=', taker.id)
      .executeTakeFirst())
  )
    return 'already';
  if (taker.user_type === userTypes.default) return null;
  if (taker.user_type !== userTypes[openInvitationKinds[row.kind].becomes]) return 'wrong_type';
  if (row.kind === 'tenant') return null;
  if (row.kind === 'staff') return taker.company_id === row.company_id ? 'already' : 'wrong_type';
  const pair = await readMandateCompanies(db, row, taker.company_id);
  if (!pair) return 'already';
  const linked = await unscopedTable(db, 'mandate', 'checks whether an invitation is still valid for the person who accepts it')
    .select()
    .select('id')
    .where('owner_company_id', '=', pair.owner)
    .where('agent_company_id', '=', pair.agent)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return linked ? 'already' : null;
}
