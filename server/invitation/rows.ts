import { isAllowed } from '#contract/access/grants.ts';
import type { InvitationSummary } from '#contract/invitation/calls.ts';
import { invitationMachine } from '#contract/invitation/machine.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import type { Ctx, Me } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { toOptionalCompanyAndCounty } from '#server/lists/holder.ts';

/** Invitations as their sender sees them, with the names for the list. */
export const selectSentInvitations = (ctx: Ctx) =>
  from(ctx, 'invitation')
    .innerJoin('person as inviter', 'inviter.id', 'invitation.inviter_id')
    .leftJoin('company', 'company.id', 'invitation.company_id')
    .leftJoin('staff_role', 'staff_role.id', 'invitation.role_id')
    .leftJoin('team', 'team.id', 'invitation.team_id')
    .leftJoin('person as taker', 'taker.id', 'invitation.accepted_by');

export const selectInvitationNames = (query: ReturnType<typeof selectSentInvitations>) =>
  query
    .selectAll('invitation')
    .select([
      'inviter.name as inviter',
      'company.name as company',
      'company.region as company_region',
      'staff_role.name as role',
      'team.name as team',
      'taker.name as taker',
    ]);
export type SentInvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitationNames>['execute']>>[number];

export const toInvitationRow = (r: SentInvitationRow, me: Me): InvitationSummary => {
  const moves =
    !r.awaits_approval && isAllowed(['invites', 'edit'], me)
      ? listAllowedMoves(invitationMachine, r.status, me.role).filter((name) => name === 'revoke')
      : [];
  return {
    id: r.id,
    code: r.code,
    kind: r.kind,
    source: r.source,
    status: r.status,
    email: r.email,
    phone: r.phone,
    short_code: r.short_code,
    uses: r.uses,
    max_uses: r.max_uses,
    inviter: r.inviter,
    ...toOptionalCompanyAndCounty({ holder_id: r.company_id, holder_name: r.company, holder_region: r.company_region }),
    role: r.role,
    team: r.team,
    mandate: null,
    message: r.message,
    sends: r.sends,
    expires_at: r.expires_at.toISOString(),
    accepted_by: r.taker,
    accepted_at: r.accepted_at?.toISOString() ?? null,
    created_at: r.created_at.toISOString(),
    moves,
    may_resend: moves.length > 0 && r.short_code === null,
    awaits_approval: r.awaits_approval,
    request: null,
  };
};
