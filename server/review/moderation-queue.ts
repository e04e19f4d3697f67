import { type RawBuilder, sql } from 'kysely';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { reviewCalls, StaffReview } from '#contract/review/calls.ts';
import { reviewEditHours } from '#contract/review/kinds.ts';
import { reviewMachine } from '#contract/review/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import type { PendingCount } from '#server/kernel/pending-tasks.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { change, oneRow } from '#server/kernel/scoped.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, hasDayRange, isInDayRangeSql, orderByColumn, type StateCount, toTabCounts } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { notifyReviewAuthor, notifyReviewTarget } from './notify.ts';
import { toReviewAuditValues } from './own-reviews.ts';
import { canReplyToReview, type ReviewRow, reviewCompanyIdSql, reviewRegionSql, reviewTablesSql, selectReview, toStaffReview } from './rows.ts';

type Calls = typeof reviewCalls;

function matching(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>): RawBuilder<unknown> {
  const wanted: RawBuilder<boolean>[] = [visibleTo('review:desk', ctx.me)];
  if (f.status) wanted.push(sql<boolean>`review.status = ${f.status}`);
  if (f.target) wanted.push(sql<boolean>`review.target = ${f.target}`);
  if (f.score) wanted.push(sql<boolean>`round(review.score) = ${f.score}`);
  if (f.property) wanted.push(sql<boolean>`review.property_id = ${f.property}`);
  if (hasDayRange(f)) wanted.push(isInDayRangeSql('review.created_at', f));
  if (f.company_id) wanted.push(sql<boolean>`${reviewCompanyIdSql} = ${f.company_id}`);
  if (f.region) wanted.push(sql<boolean>`${reviewRegionSql} = ${f.region}`);
  if (f.agent) wanted.push(sql<boolean>`review.agent_id = ${f.agent}`);
  if (f.text)
    wanted.push(
      sql<boolean>`(${sql.join(
        ['review.code', 'review.body', 'review.pros', 'review.cons', 'place.name', 'agent.name'].map((column) =>
          containsTextSql(column, f.text ?? ''),
        ),
        sql` or `,
      )})`,
    );
  return sql.join(wanted, sql` and `);
}

export async function countPendingReviews(ctx: Ctx): Promise<PendingCount> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`select count(*) as count, min(review.created_at) as oldest
    ${reviewTablesSql} where ${matching(ctx, pendingTaskKinds.reviews.filter)}`.execute(ctx.db);
  return rows[0] ?? { count: 0 };
}

/** Reviews pending moderation come first, in every sort order. */
export async function listReviews(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const where = matching(ctx, z_filter);
  const { rows } = await sql<ReviewRow>`${selectReview(ctx.me)} where ${where}
    order by review.status <> 'pending', ${orderByColumn(sort.replace(/^(-?)/, '$1review.'))}, review.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(ctx.db);
  const { rows: total } = await sql<{ n: number }>`select count(*) as n ${reviewTablesSql} where ${where}`.execute(ctx.db);
  const count = Number(total[0]?.n ?? 0);
  const results = await withCompanyHeads(
    ctx,
    rows.map((row) => toStaffReview(ctx, row)),
  );
  if (!tabs) return { results, count };
  const others = matching(ctx, { ...z_filter, status: undefined });
  const { rows: states } =
    await sql<StateCount>`select review.status as state, count(*)::int as n ${reviewTablesSql} where ${others} group by 1`.execute(ctx.db);
  return { results, count, tabs: toTabCounts(states) };
}

async function one(ctx: Ctx, id: number): Promise<ReviewRow> {
  const { rows } = await sql<ReviewRow>`${selectReview(ctx.me)} where review.id = ${id} and ${visibleTo('review:desk', ctx.me)}
    for update of review`.execute(ctx.db);
  if (!rows[0]) throw new Refusal('notFound', sentence('itemNotFound'));
  return rows[0];
}

export async function replyToReview(ctx: Ctx, { id, reply: said }: HandlerInput<Calls['reply']>): Promise<StaffReview> {
  const before = await one(ctx, id);
  if (!before.ours) throw new Refusal('forbidden', m.review_refusal_not_about());
  if (before.status !== 'published') throw new Refusal('wrongState', m.review_refusal_hidden(), { from: before.status });
  if (!canReplyToReview(before)) throw new Refusal('conflict', m.review_refusal_answered({ hours: reviewEditHours }));
  await change(ctx, 'review')
    .set({ reply: said, replied_by: ctx.me.userId, replied_at: before.replied_at ?? clock.now(), updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);
  const after = await one(ctx, id);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'review',
    id,
    code: after.code,
    before: toReviewAuditValues(before),
    after: toReviewAuditValues(after),
  });
  await notifyReviewAuthor(ctx, after, 'review.reply', {}, 'reply');
  return toStaffReview(ctx, after);
}

export async function moderateReview(ctx: Ctx, { id, move: name, reason }: HandlerInput<Calls['moderate']>): Promise<StaffReview> {
  if (name !== 'publish' && reason.length < 5) throw invalidInputRefusal({ reason: m.review_problem_reason() });
  const before = await one(ctx, id);
  await makeMove(ctx, reviewMachine, name, id, reason || null);
  await change(ctx, 'review')
    .set({ status_reason: name === 'publish' ? '' : reason, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);
  const after = await one(ctx, id);
  const facts = { before: toReviewAuditValues(before), after: toReviewAuditValues(after) };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'review', id, code: after.code, ...facts, ...(reason ? { reason } : {}) });
  if (name === 'publish') await notifyReviewTarget(ctx, after, 'review.new', { score: Number(after.score).toFixed(1) });
  // Each repeated hiding sends its own notification.
  else await notifyReviewAuthor(ctx, after, 'review.hidden', { reason }, `${name}:${clock.ms()}`);
  return toStaffReview(ctx, after);
}
