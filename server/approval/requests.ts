import { sql } from 'kysely';
import { isAllowed } from '#contract/access/is-allowed.ts';
import type { approvalCalls } from '#contract/approval/calls.ts';
import { approvalRequestDays } from '#contract/approval/kinds.ts';
import { approvalRequestMachine } from '#contract/approval/machine.ts';
import { type RequestedActKind, requestedActRules } from '#contract/approval/purposes.ts';
import type { ApprovalRequestDetails, ApprovalRequestLink } from '#contract/approval/shapes.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { getRequestedAct, listRequestedActKinds } from '#server/kernel/requested-acts.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { refuseOnUniqueViolation } from '#server/kernel/unique-violation.ts';
import { countTabs, getOpenTabCount, hasDayRange, isInDayRangeSql, readPage } from '#server/lists/list.ts';
import { createSignedFileUrl, storeFile } from '#server/media/service.ts';
import { createNotificationAudience, notifyAudience, type PagePathByLayout, screenPagePath } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { assertCanApprove, findApprovalBlocker, isAwaitingApprovalSql } from './blockers.ts';
import { type ApprovalPurpose, defineApprovalPurpose } from './purpose.ts';
import { mayStillRequest, readCallerName } from './requester.ts';

type Calls = typeof approvalCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** The approval of the requests of one kind, by the rule of the kind. */
export const buildRequestApproval = (kind: RequestedActKind): ApprovalPurpose =>
  defineApprovalPurpose({
    rule: requestedActRules[kind],
    table: 'approval_request',
    id: 'id',
    askedBy: 'asked_by',
    askedAt: 'asked_at',
    pending: (t) => sql<boolean>`(${t('kind')} = ${kind} and ${t('status')} = 'asked' and ${t('expires_at')} > app.now())`,
    ownRequest: { says: m.approval_refusal_own },
    otherRole: m.approval_refusal_role,
    also: getRequestedAct(kind).also ?? [],
    requesterStays: true,
  });

type NewRequest = {
  /** The record that the act changes. A record has one open request of a kind. */
  readonly subjectId?: number | null;
  readonly companyId?: number | null;
  readonly cents?: number | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly evidenceId?: number | null;
};

/** Stores an act that needs a second person, and notifies the people who may approve it. The caller writes no audit entry of its own. */
export async function requestApproval(
  ctx: Ctx,
  kind: RequestedActKind,
  { subjectId = null, companyId = null, cents = null, params, reason, evidenceId = null }: NewRequest,
): Promise<ApprovalRequestLink> {
  const act = getRequestedAct(kind);
  const described = act.describe(params);
  const made = await refuseOnUniqueViolation(
    add(ctx, 'approval_request')
      .values({
        kind,
        subject_id: subjectId,
        company_id: companyId,
        cents,
        params: JSON.stringify(params),
        reason,
        evidence_file_id: evidenceId,
        asked_by: ctx.me.userId,
        expires_at: sql`app.now() + make_interval(days => ${approvalRequestDays})`,
      })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow(),
    () => new Refusal('conflict', m.approval_refusal_open()),
  );
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: act.document,
    id: subjectId,
    code: made.code,
    after: { approval_request: described },
    reason,
  });
  const { needs } = requestedActRules[kind];
  const approvers = createNotificationAudience();
  const readers = (needs.only as readonly string[]).includes('admin') ? approvers.platform(['admin', 'superadmin']) : approvers.superadmins();
  await notifyAudience(
    ctx,
    'approval.asked',
    { what: described, code: made.code, reason, by: await readCallerName(ctx) },
    readers.except(ctx.me.userId),
    { key: made.code, page: screenPagePath('approval.detail', made) },
  );
  return made;
}

/** The page for the requester of each layout: the request, or for a company, which has no list of requests, the record. */
export const buildRequesterPage =
  ({
    id,
    code,
    kind,
    params,
  }: {
    readonly id: number;
    readonly code: string;
    readonly kind: RequestedActKind;
    readonly params: unknown;
  }): PagePathByLayout =>
  (layout) => {
    const record = getRequestedAct(kind).page?.(params);
    return (
      screenPagePath('approval.detail', { id, code })(layout) ??
      (record?.companyScreen ? screenPagePath(record.companyScreen, record.params)(layout) : undefined)
    );
  };

const approvableKinds = (ctx: Ctx): RequestedActKind[] => listRequestedActKinds().filter((kind) => isAllowed(requestedActRules[kind].needs, ctx.me));
/** Requests that the caller's role decides, and their own. */
const visible = (ctx: Ctx) =>
  from(ctx, 'approval_request').where((eb) =>
    eb.or([eb('approval_request.kind', 'in', ['', ...approvableKinds(ctx)]), eb('approval_request.asked_by', '=', ctx.me.userId)]),
  );

export function filterApprovalRequests(ctx: Ctx, f: NonNullable<HandlerInput<Calls['listRequests']>['z_filter']>) {
  let found = visible(ctx);
  if (f.status) found = found.where('approval_request.status', '=', f.status);
  if (f.waiting)
    found = found.where((eb) =>
      eb.or([eb.lit(false), ...approvableKinds(ctx).map((kind) => isAwaitingApprovalSql(ctx, buildRequestApproval(kind)))]),
    );
  return hasDayRange(f) ? found.where(isInDayRangeSql('approval_request.asked_at', f)) : found;
}

const detailsOf = (q: ReturnType<typeof visible>) =>
  q
    .leftJoin('person as asker', 'asker.id', 'approval_request.asked_by')
    .leftJoin('person as decider', 'decider.id', 'approval_request.decided_by')
    .leftJoin('company', 'company.id', 'approval_request.company_id')
    .selectAll('approval_request')
    .select(['asker.name as asker', 'decider.name as decider', 'company.name as company']);
type Row = Awaited<ReturnType<ReturnType<typeof detailsOf>['execute']>>[number];

/** Why the caller cannot approve an open request: records that changed since, a reason of the rule, or a requester who may no longer request the act. */
const findBlocked = async (ctx: Ctx, kind: RequestedActKind, { id, asked_by, params }: Row): Promise<Sentence | null> =>
  (await getRequestedAct(kind).blocked?.(ctx, params)) ??
  (await findApprovalBlocker(ctx, buildRequestApproval(kind), id))?.why ??
  ((await mayStillRequest(ctx.db, kind, asked_by)) ? null : m.approval_refusal_requester());

async function toDetails(ctx: Ctx, row: Row): Promise<ApprovalRequestDetails> {
  const kind = row.kind as RequestedActKind;
  const act = getRequestedAct(kind);
  const open = row.status === 'asked';
  const blocked = open ? await findBlocked(ctx, kind, row) : null;
  return {
    id: row.id,
    code: row.code,
    kind,
    sentence: act.describe(row.params),
    details: [...(act.details?.(row.params) ?? [])],
    reason: row.reason,
    cents: row.cents,
    company: row.company_id === null ? null : { id: row.company_id, name: row.company ?? '' },
    page: act.page?.(row.params) ?? null,
    status: row.status as ApprovalRequestDetails['status'],
    asked_by: row.asker,
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_by: row.decider,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision: row.decision,
    own: row.asked_by === ctx.me.userId,
    needs_evidence: act.needsEvidence === true,
    has_evidence: row.evidence_file_id !== null,
    evidence: null,
    may_approve: open && blocked === null,
    blocked,
  };
}

export async function listApprovalRequests(
  ctx: Ctx,
  { z_filter: wanted = {}, tabs, ...at }: HandlerInput<Calls['listRequests']>,
): Promise<HandlerResult<Calls['listRequests']>> {
  const counted = await countTabs(tabs, () => filterApprovalRequests(ctx, { ...wanted, status: undefined }), sql`approval_request.status`);
  const { rows, count } = await readPage(filterApprovalRequests(ctx, wanted), at, (q) =>
    detailsOf(q).orderBy(sql`approval_request.status = 'asked' desc, approval_request.id desc`),
  );
  const results: ApprovalRequestDetails[] = [];
  for (const row of rows) results.push(await toDetails(ctx, row));
  return { results, count: getOpenTabCount(counted, wanted.status) ?? count, ...counted };
}

export const readApprovalRequest =
  (services: RunningServices) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['requestDetails']>): Promise<ApprovalRequestDetails> => {
    const row = await detailsOf(visible(ctx).where('approval_request.id', '=', id)).executeTakeFirst();
    if (!row) throw missing();
    return { ...(await toDetails(ctx, row)), evidence: await createSignedFileUrl(services, ctx.db, row.evidence_file_id) };
  };

async function lockRequest(ctx: Ctx, id: number) {
  const row = await visible(ctx).selectAll('approval_request').where('approval_request.id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw missing();
  return { ...row, kind: row.kind as RequestedActKind };
}

/** Locks the file first, because it identifies the uploader; then the request. */
export const uploadRequestEvidence =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, file }: HandlerInput<Calls['uploadEvidence']>): Promise<ApprovalRequestDetails> => {
    const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    const row = await lockRequest(ctx, id);
    if (row.asked_by !== ctx.me.userId) throw new Refusal('forbidden', m.approval_refusal_evidence_other());
    if (row.status !== 'asked') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
    await change(ctx, 'approval_request').set({ evidence_file_id: kept.id }).where('id', '=', id).$call(oneRow);
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: getRequestedAct(row.kind).document,
      id: row.subject_id,
      code: row.code,
      reason: `evidence of ${row.code}`,
    });
    return readApprovalRequest(services)(ctx, { id });
  };

async function carryOut(ctx: Ctx, row: Awaited<ReturnType<typeof lockRequest>>, services: RunningServices): Promise<void> {
  const act = getRequestedAct(row.kind);
  await act.execute(ctx, row.params, row, services);
  const people = (await act.givesTo?.(ctx, row.params)) ?? [];
  if (people.length > 0)
    await change(ctx, 'approval_request')
      .set({ people_given: [...people] })
      .where('id', '=', row.id)
      .$call(oneRow);
}

/**
 * The decision of another person, in one transaction with the act. The requester withdraws instead of rejecting. The request is locked first, so two
 * approvals at once carry out the act once.
 */
export const decideApprovalRequest =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, approve, reason }: HandlerInput<Calls['decideRequest']>): Promise<ApprovalRequestDetails> => {
    const row = await lockRequest(ctx, id);
    const act = getRequestedAct(row.kind);
    const own = row.asked_by === ctx.me.userId;
    const name = approve ? 'approve' : own ? 'withdraw' : 'reject';
    if (row.status !== 'asked') throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status });
    if (approve) {
      await assertCanApprove(ctx, buildRequestApproval(row.kind), id);
      if (row.expires_at <= clock.now()) throw new Refusal('conflict', m.approval_refusal_expired());
      if (act.needsEvidence && row.evidence_file_id === null) throw new Refusal('conflict', m.approval_refusal_evidence());
      if (!(await mayStillRequest(ctx.db, row.kind, row.asked_by))) throw new Refusal('conflict', m.approval_refusal_requester());
    } else if (!own) {
      if (!isAllowed(requestedActRules[row.kind].needs, ctx.me)) throw new Refusal('forbidden', m.approval_refusal_role());
      if (reason.length < 3) throw invalidInputRefusal({ reason: m.approval_problem_reason() });
    }
    await change(ctx, 'approval_request')
      .set({ decided_by: ctx.me.userId, decided_at: clock.now(), decision: reason })
      .where('id', '=', id)
      .$call(oneRow);
    const { to } = await makeMove(ctx, approvalRequestMachine, name, id, reason || null);
    if (approve) await carryOut(ctx, row, services);
    else await act.rejected?.(ctx, row.params, row);
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: act.document,
      id: row.subject_id,
      code: row.code,
      before: { approval_status: 'asked' },
      after: { approval_status: to, approval_request: act.describe(row.params) },
      ...(reason ? { reason } : {}),
    });
    if (!own && !act.ownNotices)
      await notifyAudience(
        ctx,
        approve ? 'approval.approved' : 'approval.rejected',
        { what: act.describe(row.params), code: row.code, reason, by: await readCallerName(ctx) },
        createNotificationAudience().person(row.asked_by),
        { key: `${row.code}:decided`, page: buildRequesterPage(row) },
      );
    return readApprovalRequest(services)(ctx, { id });
  };
