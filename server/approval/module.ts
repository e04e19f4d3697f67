import { sql } from 'kysely';
import { approvalCalls } from '#contract/approval/calls.ts';
import { approvalRequestMachine } from '#contract/approval/machine.ts';
import type { RequestedActKind } from '#contract/approval/purposes.ts';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { serveCalls } from '#server/http/registry.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { makeMove } from '#server/kernel/move.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { getRequestedAct } from '#server/kernel/requested-acts.ts';
import { allRows, callerRows, makeTableScope } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { withdrawRequestsOfLockedOut } from './requester.ts';
import {
  buildRequesterPage,
  decideApprovalRequest,
  filterApprovalRequests,
  listApprovalRequests,
  readApprovalRequest,
  uploadRequestEvidence,
} from './requests.ts';
import { approvalTexts } from './texts.ts';

const why = 'expired requests are closed by a scheduled job';

/** Closes requests that were not decided in time, and tells the requester. */
async function expireRequests(db: Db): Promise<void> {
  const due = await from(asClock(db, why), 'approval_request')
    .select('id')
    .where('status', '=', 'asked')
    .where('expires_at', '<=', sql<Date>`app.now()`)
    .orderBy('id')
    .limit(500)
    .execute();
  await processDueRows(db, due, async (tx, { id }) => {
    const ctx = asClock(tx, why);
    const row = await from(ctx, 'approval_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (row?.status !== 'asked') return;
    await makeMove(ctx, approvalRequestMachine, 'expire', id, null, 'clock');
    const act = getRequestedAct(row.kind as RequestedActKind);
    await act.rejected?.(ctx, row.params, row);
    if (act.ownNotices) return;
    await notifyAudience(ctx, 'approval.expired', { code: row.code, reason: row.reason }, createNotificationAudience().person(row.asked_by), {
      key: `${row.code}:expired`,
      page: buildRequesterPage({ id, code: row.code, kind: row.kind as RequestedActKind, params: row.params }),
    });
  });
}

export const approvalModule: ServerModule = {
  readable: ['approval_request'],
  calls: { approval: approvalCalls },
  routes: (services) =>
    serveCalls(approvalCalls, {
      listRequests: listApprovalRequests,
      requestDetails: readApprovalRequest(services),
      uploadEvidence: uploadRequestEvidence(services),
      decideRequest: decideApprovalRequest(services),
    }),
  texts: approvalTexts,
  lockOut: withdrawRequestsOfLockedOut,
  // A company's manager reads the requests they made; only staff of Makao decide.
  scopes: { approval_request: makeTableScope(callerRows('asked_by'), { superadmin: allRows, admin: allRows }) },
  pendingTasks: {
    approvals: (ctx) => countWithOldest(filterApprovalRequests(ctx, pendingTaskKinds.approvals.filter), 'approval_request.asked_at'),
  },
  jobs: () => [{ name: 'approval.expire', everyMinutes: 60, run: expireRequests }],
  withoutFeatures: explainMissingFeatures(
    'A request is a step of another record, whose page shows it. The list of approvals finds it by state and day.',
    ...(['search', 'personPage', 'reviewBasis', 'unitTimeline', 'export', 'erasure', 'closing'] as const),
  ),
};
