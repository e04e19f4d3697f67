import { sql } from 'kysely';
import type { FeaturedProduct, featuredCalls } from '#contract/featured/calls.ts';
import { maxFeaturedDaysAhead } from '#contract/featured/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { countSlotsTakenByDay } from './slot-availability.ts';

type Calls = typeof featuredCalls;
export const featuredNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

const seen = (ctx: Ctx) => from(ctx, 'featured_product').leftJoin('location', 'location.id', 'featured_product.location_id');
const columns = ['id', 'name', 'placement', 'location_id', 'day_cents', 'slots', 'max_days', 'active', 'approval', 'revision'] as const;
const named = columns.map((column) => `featured_product.${column}` as const);
const running = sql<number>`(select count(*)::int from featured_booking b where b.product_id = featured_product.id and b.status = 'running')`;

const shown = (ctx: Ctx) => seen(ctx).select([...named, 'location.name as place', running.as('running')]);

export async function listFeaturedProducts(
  ctx: Ctx,
  { page, page_size }: HandlerInput<Calls['listProducts']>,
): Promise<HandlerResult<Calls['listProducts']>> {
  const { rows, count } = await readPage(seen(ctx), { page, page_size }, (q) =>
    q
      .select([...named, 'location.name as place', running.as('running')])
      .orderBy('featured_product.active', 'desc')
      .orderBy('featured_product.placement')
      .orderBy('featured_product.id'),
  );
  return { count, results: rows };
}

export async function getFeaturedProduct(ctx: Ctx, id: number): Promise<FeaturedProduct> {
  const row = await shown(ctx).where('featured_product.id', '=', id).executeTakeFirst();
  if (!row) throw featuredNotFound();
  return row;
}

/** A location that exists. The country itself means no location. */
async function areaOf(ctx: Ctx, id: number | null | undefined): Promise<number | null> {
  if (!id) return null;
  const place = await ctx.db.selectFrom('location').select('kind').where('id', '=', id).where('location.deleted_at', 'is', null).executeTakeFirst();
  if (!place) throw invalidInputRefusal({ location_id: m.featured_problem_place() });
  return place.kind === 'country' ? null : id;
}

export async function createFeaturedProduct(ctx: Ctx, { location_id, ...given }: HandlerInput<Calls['createProduct']>): Promise<FeaturedProduct> {
  const values = { ...given, active: given.active ?? true, approval: given.approval ?? false, location_id: await areaOf(ctx, location_id) };
  const { id } = await add(ctx, 'featured_product').values(values).returning('id').executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'featured_properties', id, after: values });
  return getFeaturedProduct(ctx, id);
}

export async function updateFeaturedProduct(
  ctx: Ctx,
  { id, revision, location_id, ...given }: HandlerInput<Calls['updateProduct']>,
): Promise<FeaturedProduct> {
  const before = await from(ctx, 'featured_product').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw featuredNotFound();
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await getFeaturedProduct(ctx, id) });
  const area = location_id === undefined ? {} : { location_id: await areaOf(ctx, location_id) };
  const wanted = Object.fromEntries(Object.entries({ ...given, ...area }).filter(([, value]) => value !== undefined));
  const after = await change(ctx, 'featured_product')
    .set({ ...wanted, revision: before.revision + 1, updated_at: clock.now() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'featured_properties', id, before, after });
  return getFeaturedProduct(ctx, id);
}

export async function readSlotCalendar(ctx: Ctx, { id, from, days }: HandlerInput<Calls['calendar']>): Promise<HandlerResult<Calls['calendar']>> {
  const { slots } = await getFeaturedProduct(ctx, id);
  const taken = await countSlotsTakenByDay(ctx.db, id, from, addDays(from, Math.min(days, maxFeaturedDaysAhead) - 1));
  // A product whose slots were reduced may have more bookings than slots.
  return { slots, days: taken.map((one) => ({ day: one.day, free: Math.max(0, slots - one.taken) })) };
}
