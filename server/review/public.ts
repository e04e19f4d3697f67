import { type RawBuilder, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { ReviewFigures, reviewCalls } from '#contract/review/calls.ts';
import type { ReviewTarget } from '#contract/review/kinds.ts';
import { type Ctx, type Db, isRestricted, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { add, change, from } from '#server/kernel/scoped.ts';
import { orderByColumn } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { publicReviewColumns, type ReviewRow, toPublicReview } from './rows.ts';

type Calls = typeof reviewCalls;
const columns: Readonly<Record<ReviewTarget, string>> = { property: 'review.property_id', unit: 'review.unit_id', agent: 'review.agent_id' };
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** Reviews of published listings and approved agents are public; others are only for readers who can see the subject anyway. */
async function mustBeThere(ctx: Ctx, target: ReviewTarget, id: number): Promise<void> {
  const seen = sql<boolean>`(exists (select 1 from public_listing pl where pl.property_id = property.id) or ${visibleTo('property', ctx.me)})`;
  const found: Readonly<Record<ReviewTarget, RawBuilder<unknown>>> = {
    property: sql`/* unscoped: published reviews are public */ select 1 from property where property.id = ${id} and ${seen}`,
    unit: sql`/* unscoped: published reviews are public */ select 1 from unit join property on property.id = unit.property_id where unit.id = ${id} and unit.deleted_at is null and ${seen}`,
    agent: sql`select 1 from person where person.id = ${id} and person.user_type = 5
      and ((person.verified_status = 'verified' and person.is_active and person.closed_at is null) or ${visibleTo('person', ctx.me)})`,
  };
  if ((await found[target].execute(ctx.db)).rows.length === 0) throw missing();
}

const publishedOf = (target: ReviewTarget, id: number) =>
  sql<boolean>`review.target = ${target} and ${sql.ref(columns[target])} = ${id} and review.status = 'published'`;
const recent = sql<boolean>`review.created_at > app.now() - interval '24 months'`;

/** The average (review_rating), the distribution of stars, and each question, over the last 24 months. */
export async function readReviewFigures(db: Db, target: ReviewTarget, id: number): Promise<ReviewFigures> {
  const where = sql<boolean>`${publishedOf(target, id)} and ${recent}`;
  const { rows: rating } = await sql<{ average: string; n: number }>`select average, n from review_rating(${target}, ${id}::bigint)`.execute(db);
  const { rows: stars } = await sql<{ stars: number; n: number }>`select round(review.score)::int as stars, count(*)::int as n from review
    where ${where} group by 1`.execute(db);
  const { rows: items } = await sql<
    ReviewFigures['items'][number]
  >`/* unscoped: published reviews are public */ select i.id, i.label, i.label_sw, round(avg(s.score), 2)::float8 as average, count(*)::int as n
    from review join review_score s on s.review_id = review.id join rating_item i on i.id = s.item_id join rating_category c on c.id = i.category_id
    where ${where} group by i.id, c.id order by c.sort, i.sort, i.id`.execute(db);
  const rated = rating[0]?.n ?? 0;
  return {
    average: rated > 0 ? Number(rating[0]?.average) : null,
    rated,
    spread: [1, 2, 3, 4, 5].map((n) => stars.find((one) => one.stars === n)?.n ?? 0),
    items,
  };
}

export async function listPublishedReviews(ctx: Ctx, input: HandlerInput<Calls['listPublished']>): Promise<HandlerResult<Calls['listPublished']>> {
  const { target, target_id, page, page_size, sort, z_filter: f = {} } = input;
  await mustBeThere(ctx, target, target_id);
  const where = f.score
    ? sql<boolean>`${publishedOf(target, target_id)} and round(review.score) = ${f.score}`
    : sql<boolean>`${publishedOf(target, target_id)}`;
  const { rows } = await sql<ReviewRow>`select ${publicReviewColumns} from review join person author on author.id = review.author_id
    where ${where} and ${visibleTo('review', ctx.me)} order by ${orderByColumn(sort.replace(/^(-?)/, '$1review.'))}, review.id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(ctx.db);
  const { rows: total } = await sql<{
    n: number;
  }>`/* unscoped: published reviews are public */ select count(*) as n from review where ${where}`.execute(ctx.db);
  return { results: rows.map(toPublicReview), count: Number(total[0]?.n ?? 0), ...(await readReviewFigures(ctx.db, target, target_id)) };
}

export async function markReviewHelpful(ctx: Ctx, { id }: HandlerInput<Calls['markHelpful']>): Promise<HandlerResult<Calls['markHelpful']>> {
  // An account that the platform has restricted may not vote, although it can still sign in.
  if (isRestricted(ctx.me)) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: null });
  const review = await from(ctx, 'review')
    .select(['review.author_id'])
    .where('review.id', '=', id)
    .where('review.status', '=', 'published')
    .executeTakeFirst();
  if (!review) throw missing();
  if (review.author_id === ctx.me.userId) throw new Refusal('forbidden', m.review_refusal_own_helpful());
  const { numInsertedOrUpdatedRows: added } = await add(ctx, 'review_helpful')
    .values({ review_id: id, person_id: requireSignedIn(ctx).userId })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow();
  const row = await change(ctx, 'review')
    .set((eb) => ({ helpful: eb('helpful', '+', Number(added ?? 0n)) }))
    .where('id', '=', id)
    .returning('helpful')
    .executeTakeFirstOrThrow();
  return { id, helpful: row.helpful };
}
