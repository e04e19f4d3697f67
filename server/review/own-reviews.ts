import { type RawBuilder, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { RatingForm } from '#contract/rating/calls.ts';
import type { MyReview, reviewCalls } from '#contract/review/calls.ts';
import { type ModerationReason, reviewEditHours, unsafeReviewScore } from '#contract/review/kinds.ts';
import { reviewMachine } from '#contract/review/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { add, change, oneRow, remove } from '#server/kernel/scoped.ts';
import { readRatingForm } from '#server/rating/service.ts';
import { m } from '#words/messages.js';
import { findReviewBasis, listReviewableSubjects } from './basis.ts';
import { findModerationReasons } from './moderation.ts';
import { notifyReviewTarget } from './notify.ts';
import { canEditReview, type ReviewRow, selectReview, toMyReview } from './rows.ts';
import { calculateScore, type ScoreInput, validateReviewAnswers } from './score.ts';

type Calls = typeof reviewCalls;
type Texts = { readonly body: string; readonly pros: string; readonly cons: string };

const own = (ctx: Ctx): RawBuilder<boolean> => sql<boolean>`(review.author_id = ${ctx.me.userId} and ${visibleTo('review', ctx.me)})`;

export async function listOwnReviews(ctx: Ctx, { page, page_size }: HandlerInput<Calls['listOwn']>): Promise<HandlerResult<Calls['listOwn']>> {
  const { rows } = await sql<ReviewRow>`${selectReview(ctx.me)} where ${own(ctx)} order by review.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(ctx.db);
  const { rows: total } = await sql<{
    n: number;
  }>`/* unscoped: a review is a copy regardless of the author of the original */ select count(*) as n from review where ${own(ctx)}`.execute(ctx.db);
  return { results: rows.map(toMyReview), count: Number(total[0]?.n ?? 0), open: await listReviewableSubjects(ctx) };
}

async function ownOne(ctx: Ctx, id: number): Promise<ReviewRow> {
  const { rows } = await sql<ReviewRow>`${selectReview(ctx.me)} where review.id = ${id} and ${own(ctx)} for update of review`.execute(ctx.db);
  if (!rows[0]) throw new Refusal('notFound', sentence('itemNotFound'));
  return rows[0];
}

export async function writeReview(ctx: Ctx, { target, basis, basis_id, scores, ...said }: HandlerInput<Calls['write']>): Promise<MyReview> {
  const about = await findReviewBasis(ctx, target, basis_id);
  const form = await checked(ctx, target, scores);
  const doubts = await doubtsOf(ctx, said, null);
  const made = await add(ctx, 'review')
    .values({
      target,
      ...about,
      basis,
      basis_id,
      author_id: requireSignedIn(ctx).userId,
      score: String(calculateScore(form, scores)),
      ...said,
      doubts,
    })
    .onConflict((oc) => oc.columns(['author_id', 'target', 'basis', 'basis_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('conflict', m.review_refusal_twice());
  await putScores(ctx, made.id, scores);
  if (doubts.length === 0) await makeMove(ctx, reviewMachine, 'publish', made.id, null, 'clock');
  const row = await ownOne(ctx, made.id);
  await audit(ctx.db, ctx, { kind: 'add', document: 'review', id: row.id, code: row.code, after: toReviewAuditValues(row) });
  await notifyAbout(ctx, row, form, scores);
  return toMyReview(row);
}

export async function editReview(ctx: Ctx, { id, revision, scores, ...given }: HandlerInput<Calls['edit']>): Promise<MyReview> {
  const before = await ownOne(ctx, id);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: toMyReview(before) });
  if (!canEditReview(before)) throw new Refusal('conflict', m.review_refusal_late({ hours: reviewEditHours }));
  const answers = scores ?? before.scores.map(({ item_id, score }) => ({ item_id, score }));
  const form = scores ? await checked(ctx, before.target, scores) : null;
  const said = { body: given.body ?? before.body, pros: given.pros ?? before.pros, cons: given.cons ?? before.cons };
  const doubts = await doubtsOf(ctx, said, id);
  await change(ctx, 'review')
    .set((eb) => ({
      ...said,
      anonymous: given.anonymous ?? before.anonymous,
      doubts,
      ...(form ? { score: String(calculateScore(form, answers)) } : {}),
      revision: eb('revision', '+', 1),
      updated_at: clock.now(),
    }))
    .where('id', '=', id)
    .$call(oneRow);
  if (scores) await putScores(ctx, id, scores);
  if (before.status === 'published' && doubts.length > 0) await makeMove(ctx, reviewMachine, 'hold', id, null, 'clock');
  if (before.status === 'pending' && doubts.length === 0) await makeMove(ctx, reviewMachine, 'publish', id, null, 'clock');
  const after = await ownOne(ctx, id);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'review',
    id,
    code: after.code,
    before: toReviewAuditValues(before),
    after: toReviewAuditValues(after),
  });
  await notifyAbout(ctx, after, form ?? [], answers);
  return toMyReview(after);
}

/** Returns the current questions, once the answers fit them. */
async function checked(ctx: Ctx, target: ReviewRow['target'], scores: readonly ScoreInput[]): Promise<RatingForm> {
  const form = await readRatingForm(ctx.db, target);
  const wrong = validateReviewAnswers(form, scores);
  if (wrong) throw invalidInputRefusal({ scores: wrong });
  return form;
}

async function doubtsOf(ctx: Ctx, { body, pros, cons }: Texts, but: number | null): Promise<ModerationReason[]> {
  // Short phrases are common, so only a longer text can count as a copy.
  const { rows } =
    await sql`/* unscoped: a review is a copy regardless of the author of the original */ select 1 from review where length(${body}) >= 20 and same_text(review.body) = same_text(${body})
    and review.id is distinct from ${but}::bigint limit 1`.execute(ctx.db);
  return findModerationReasons([body, pros, cons], rows.length > 0);
}

async function putScores(ctx: Ctx, review_id: number, scores: readonly ScoreInput[]): Promise<void> {
  await remove(ctx, 'review_score').where('review_id', '=', review_id).execute();
  await add(ctx, 'review_score')
    .values(scores.map(({ item_id, score }) => ({ review_id, item_id, score })))
    .execute();
}

/** Notifies the reviewed party when the review is published, and of a safety risk at once. */
async function notifyAbout(ctx: Ctx, row: ReviewRow, form: RatingForm, scores: readonly ScoreInput[]): Promise<void> {
  if (row.status === 'published') await notifyReviewTarget(ctx, row, 'review.new', { score: Number(row.score).toFixed(1) });
  const low = new Set(scores.filter((one) => one.score <= unsafeReviewScore).map((one) => one.item_id));
  const unsafe = form.flatMap((category) => category.items).filter((item) => item.safety && low.has(item.id));
  if (unsafe.length > 0) await notifyReviewTarget(ctx, row, 'review.safety', { questions: unsafe.map((item) => item.label).join('; ') });
}

export const toReviewAuditValues = (row: ReviewRow) => ({
  target: row.target,
  score: Number(row.score),
  body: row.body,
  pros: row.pros,
  cons: row.cons,
  anonymous: row.anonymous,
  status: row.status,
  status_reason: row.status_reason,
  reply: row.reply,
});
