import { z } from 'zod';
import { openInvitationKindKeys } from '#contract/invitation/kinds.ts';
import { invitationKindLabels } from '#contract/invitation/labels.ts';
import { invitationMachine } from '#contract/invitation/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { defineRequestedAct, requestApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import type { RequestedActs } from '#server/kernel/requested-acts.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { deliverInvitation, type RequestedInvitation, readSentInvitation, sentNow } from './deliver.ts';
import { isStillMeant } from './eligibility.ts';
import { createInvitationKey } from './keys.ts';
import type { SentInvitationRow } from './rows.ts';

export const requestAppointment = (ctx: Ctx, id: number, { kind, email, phone, message }: RequestedInvitation) =>
  requestApproval(ctx, 'appointment', {
    subjectId: id,
    params: { invitation: id, kind, to: [email, phone].filter(Boolean).join(', ') },
    reason: message.length < 3 ? m.access_act_no_reason() : message,
  });

/** Locks an invitation that awaits approval. */
async function lockAwaiting(ctx: Ctx, id: number): Promise<SentInvitationRow | null> {
  await from(ctx, 'invitation').select('id').where('id', '=', id).forUpdate().execute();
  const row = await readSentInvitation(ctx, id);
  return row.awaits_approval && row.status === 'pending' ? row : null;
}

/** Sends an invitation that a second person approved, if the inviter could still send it. */
async function sendApproved(ctx: Ctx, id: number): Promise<void> {
  const row = await lockAwaiting(ctx, id);
  if (!row || !(await isStillMeant(ctx.db, row))) throw new Refusal('conflict', m.invitation_refusal_not_open());
  const key = createInvitationKey();
  await change(ctx, 'invitation')
    .set({ ...sentNow(key), awaits_approval: false, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);
  await deliverInvitation(ctx, await readSentInvitation(ctx, id), key);
}

async function dropRejected(ctx: Ctx, id: number): Promise<void> {
  if (!(await lockAwaiting(ctx, id))) return;
  if (ctx.me.userId === null) await makeMove(ctx, invitationMachine, 'close', id, 'expired', 'clock');
  else await makeMove(ctx, invitationMachine, 'revoke', id);
}

/** The invitation of a super admin or an admin, which a second person approves before it is sent. */
export const appointmentActs: RequestedActs = {
  appointment: defineRequestedAct({
    params: z.object({ invitation: z.number(), kind: z.enum(openInvitationKindKeys), to: z.string() }),
    document: 'invites',
    describe: ({ kind, to }) => m.invitation_act_appointment({ to, kind: invitationKindLabels[kind]() }),
    execute: (ctx, { invitation }) => sendApproved(ctx, invitation),
    rejected: (ctx, { invitation }) => dropRejected(ctx, invitation),
  }),
};

/** An invitation that awaits approval is ended by withdrawing its request. */
export async function lockUnlessAwaiting(ctx: Ctx, id: number): Promise<void> {
  if (await lockAwaiting(ctx, id)) throw new Refusal('conflict', m.invitation_refusal_awaits());
}
