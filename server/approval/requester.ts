import { isAllowed } from '#contract/access/is-allowed.ts';
import { approvalRequestMachine } from '#contract/approval/machine.ts';
import { getRequestedActRule, type RequestedActKind } from '#contract/approval/purposes.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { makeMove } from '#server/kernel/move.ts';
import type { LockOutHandler } from '#server/kernel/personal-data.ts';
import { getRequestedAct } from '#server/kernel/requested-acts.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';

/** Whether the requester could still make this request: the account works, and its role allows one of the calls that request the act. */
export async function mayStillRequest(db: Ctx['db'], kind: RequestedActKind, askedBy: number | null): Promise<boolean> {
  if (askedBy === null) return true;
  const me = await readMe(db, askedBy);
  return me !== null && getRequestedActRule(kind).asks.some((needs) => isAllowed(needs, me));
}

/** The name of a person whom the caller sees, for messages that say who asked and who decided; empty for a job. */
export async function readPersonName(ctx: Ctx, personId: number | null): Promise<string> {
  if (personId === null) return '';
  const row = await from(ctx, 'person').select('name').where('id', '=', personId).executeTakeFirst();
  return row?.name ?? '';
}
export const readCallerName = (ctx: Ctx): Promise<string> => readPersonName(ctx, ctx.me.userId);

const why = 'the open requests of a person who lost access end';
/** Withdraws the open requests of a person who lost access, so that no act is carried out for them. */
export const withdrawRequestsOfLockedOut: LockOutHandler = async (db, personId) => {
  const ctx = asClock(db, why);
  const open = await from(ctx, 'approval_request')
    .selectAll()
    .where('asked_by', '=', personId)
    .where('status', '=', 'asked')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of open) {
    const act = getRequestedAct(row.kind as RequestedActKind);
    await change(ctx, 'approval_request').set({ decided_at: clock.now() }).where('id', '=', row.id).$call(oneRow);
    const { to } = await makeMove(ctx, approvalRequestMachine, 'withdraw', row.id, 'the requester lost access', 'clock');
    await act.rejected?.(ctx, row.params, row);
    await audit(db, ctx, {
      kind: 'edit',
      document: act.document,
      id: row.subject_id,
      code: row.code,
      before: { approval_status: 'asked' },
      after: { approval_status: to },
      reason: 'the requester lost access',
    });
  }
};
