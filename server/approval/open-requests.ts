import { approvalRequestMachine } from '#contract/approval/machine.ts';
import type { RequestedActKind } from '#contract/approval/purposes.ts';
import type { OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { getRequestedAct } from '#server/kernel/requested-acts.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { buildRequesterPage } from './requests.ts';

/** The open request about a record, which its page shows instead of the button. */
export async function findOpenRequest(ctx: Ctx, kind: RequestedActKind, subjectId: number | null = null): Promise<OpenApprovalRequest | null> {
  const row = await from(ctx, 'approval_request')
    .leftJoin('person as asker', 'asker.id', 'approval_request.asked_by')
    .select(['approval_request.id', 'approval_request.code', 'approval_request.asked_by', 'approval_request.asked_at', 'asker.name as asker'])
    .where('approval_request.kind', '=', kind)
    .where('approval_request.subject_id', 'is not distinct from', subjectId)
    .where('approval_request.status', '=', 'asked')
    .executeTakeFirst();
  if (!row) return null;
  return { id: row.id, code: row.code, asked_by: row.asker, asked_at: row.asked_at.toISOString(), own: row.asked_by === ctx.me.userId };
}

const why = 'open requests whose act has become impossible are closed';
/**
 * Closes the open requests about these records whose act has become impossible, and notifies the requesters of the reason. A request is locked before
 * the records of its act, as by a decision, so that both cannot wait for each other. Returns how many were closed.
 */
export async function closeBlockedRequests(db: Db, kind: RequestedActKind, subjectIds: readonly number[]): Promise<number> {
  if (subjectIds.length === 0) return 0;
  const open = await from(asClock(db, why), 'approval_request')
    .select('id')
    .where('kind', '=', kind)
    .where('status', '=', 'asked')
    .where('subject_id', 'in', [...subjectIds])
    .orderBy('id')
    .execute();
  return processDueRows(db, open, async (tx, { id }) => {
    const ctx = asClock(tx, why);
    const row = await from(ctx, 'approval_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    const act = getRequestedAct(kind);
    const reason = row?.status === 'asked' ? await act.blocked?.(ctx, row.params) : null;
    if (!row || !reason) return;
    await change(ctx, 'approval_request').set({ decided_at: clock.now(), decision: reason }).where('id', '=', id).$call(oneRow);
    const { to } = await makeMove(ctx, approvalRequestMachine, 'withdraw', id, reason, 'clock');
    await act.rejected?.(ctx, row.params, row);
    await audit(tx, ctx, {
      kind: 'edit',
      document: act.document,
      id: row.subject_id,
      code: row.code,
      reason,
      before: { approval_status: 'asked' },
      after: { approval_status: to },
    });
    if (act.ownNotices) return;
    await notifyAudience(
      ctx,
      'approval.closed',
      { code: row.code, what: act.describe(row.params), reason },
      createNotificationAudience().person(row.asked_by),
      {
        key: `${row.code}:closed`,
        page: buildRequesterPage({ id, code: row.code, kind, params: row.params }),
      },
    );
  });
}
