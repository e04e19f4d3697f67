import { sql } from 'kysely';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { discountTypes } from '#contract/catalogue/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { type PromotionSummary, promotionCalls } from '#contract/promotion/calls.ts';
import { promotionMachine } from '#contract/promotion/machine.ts';
import { calculatePromotedPrice } from '#contract/promotion/price.ts';
import { clock } from '#contract/time/clock.ts';
import { endOfDay, startOfDay } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireCompanyMember } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, change, from, oneRow, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { asUnproved } from '#server/kernel/scoped-row.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, orderByColumn, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { type PromotionRow, promotionCountColumns, selectVisiblePromotions, toPromotionAuditValues, toPromotionSummary } from './rows.ts';

type Calls = typeof promotionCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));
const editable: readonly PromotionSummary['status'][] = ['draft', 'scheduled', 'running'];

function matching(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let found = selectVisiblePromotions(ctx);
  if (f.status) found = found.where('promotion.status', '=', f.status);
  if (f.company_id) found = found.where('promotion.company_id', '=', f.company_id);
  if (f.region) found = found.where('company.region', '=', f.region);
  if (f.discount_type) found = found.where('promotion.discount_type', '=', f.discount_type as 1);
  // The filter compares the days the promotion runs on, not the day it was created.
  if (f.day_from) found = found.where('promotion.ends_at', '>=', startOfDay(f.day_from));
  if (f.day_to) found = found.where('promotion.starts_at', '<', endOfDay(f.day_to));
  const { q: text } = f;
  if (text)
    found = found.where((eb) =>
      eb.or([containsTextSql('promotion.name', text), containsTextSql('promotion.code', text), containsTextSql('promotion.promo_code', text)]),
    );
  return found;
}

export async function list(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(matching(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('promotion')
      .select([...promotionCountColumns])
      .orderBy(orderByColumn(sort.replace(/^(-?)/, '$1promotion.')))
      .orderBy('promotion.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => matching(ctx, { ...z_filter, status: undefined }), sql`promotion.status`);
  return { count, results: await withCompanyHeads(ctx, rows.map(toPromotionSummary)), ...counts };
}

/** Listings that the caller can see and promote. For an owner's listings the mandate must allow it. */
const promotable = (ctx: Ctx) =>
  from(ctx, 'listing')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .leftJoin('unit', 'unit.id', 'listing.unit_id')
    .leftJoin('taxon', 'taxon.id', 'unit.unit_type_id')
    .select(['listing.id', 'listing.code', 'listing.title', 'property.name as property', 'listing.property_id', 'listing.listing_type'])
    .select(['listing.price_cents', 'listing.status', sql<string>`coalesce(taxon.name, '')`.as('unit_type'), 'property.company_id'])
    .where(mayChange('property', ctx.me, 'offers.edit'));

const toOffered = ({ company_id: _, ...row }: Awaited<ReturnType<ReturnType<typeof promotable>['execute']>>[number]) => row;

export async function choices(ctx: Ctx): Promise<HandlerResult<Calls['choices']>> {
  const rows = await promotable(ctx)
    .where('listing.status', 'in', ['draft', 'review', 'live', 'paused'])
    .orderBy('property.name')
    .orderBy('listing.title')
    .orderBy('listing.id')
    .limit(1000)
    .execute();
  return { results: rows.map(toOffered) };
}

export async function details(ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> {
  const row = await selectVisiblePromotions(ctx)
    .selectAll('promotion')
    .select([...promotionCountColumns])
    .where('promotion.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const offers = await from(ctx, 'promotion_listing')
    .$call(asUnproved)
    .innerJoin('listing', 'listing.id', 'promotion_listing.listing_id')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .leftJoin('unit', 'unit.id', 'listing.unit_id')
    .leftJoin('taxon', 'taxon.id', 'unit.unit_type_id')
    .select(['listing.id', 'listing.code', 'listing.title', 'property.name as property', 'listing.property_id', 'listing.listing_type'])
    .select(['listing.price_cents', 'listing.status', sql<string>`coalesce(taxon.name, '')`.as('unit_type')])
    .where('promotion_id', '=', id)
    .where('listing.deleted_at', 'is', null)
    .orderBy('listing.id')
    .execute();
  return {
    ...toPromotionSummary(row),
    // The price of each listing with this promotion alone.
    offers: offers.map((o) => ({ ...o, promoted_cents: row.applies_to === 'rent' ? calculatePromotedPrice(o.price_cents, [row]) : null })),
    revision: row.revision,
    may_edit: isAllowed(promotionCalls.update.needs, ctx.me) && editable.includes(row.status),
    moves: isAllowed(promotionCalls.move.needs, ctx.me) ? listAllowedMoves(promotionMachine, row.status, ctx.me.role) : [],
  };
}

type Written = Pick<PromotionRow, 'discount_type' | 'value' | 'perk' | 'starts_at' | 'ends_at'>;
/** Checks rules that involve several fields. */
function check(p: Written): void {
  if (p.ends_at <= p.starts_at) throw invalidInputRefusal({ ends_at: m.promotion_problem_ends() });
  if (p.discount_type === discountTypes.percentage && (p.value < 1 || p.value > 10_000))
    throw invalidInputRefusal({ value: m.promotion_problem_percent() });
  if (p.discount_type === discountTypes.fixed && p.value < 1) throw invalidInputRefusal({ value: m.promotion_problem_nothing() });
  if (p.discount_type === discountTypes.no_discount && p.perk === '') throw invalidInputRefusal({ perk: m.promotion_problem_perk() });
}

/** The listings of a promotion. Each must be in scope and open to the caller's changes, otherwise the request fails as not found. */
async function chosen(ctx: Ctx, ids: readonly number[]) {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await promotable(ctx).where('listing.id', 'in', wanted).execute();
  if (rows.length < wanted.length) throw missing();
  return rows;
}

const setListings = async (ctx: Ctx, id: number, ids: readonly number[]) => {
  await remove(ctx, 'promotion_listing').where('promotion_id', '=', id).execute();
  if (ids.length > 0)
    await add(ctx, 'promotion_listing')
      .values([...new Set(ids)].map((listing_id) => ({ promotion_id: id, listing_id })))
      .execute();
};

export async function create(
  ctx: Ctx,
  { listing_ids, starts_at, ends_at, ...given }: HandlerInput<Calls['create']>,
): Promise<HandlerResult<Calls['create']>> {
  await chosen(ctx, listing_ids);
  const days = { starts_at: new Date(starts_at), ends_at: new Date(ends_at) };
  const values = { value: 0, perk: '', ...defined(given), discount_type: given.discount_type as 1, ...days };
  check(values);
  const row = await add(ctx, 'promotion')
    .values({ ...values, value: worth(values), company_id: requireCompanyMember(ctx).companyId, created_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await setListings(ctx, row.id, listing_ids);
  await audit(ctx.db, ctx, { kind: 'add', document: 'offers', id: row.id, code: row.code, after: { ...toPromotionAuditValues(row), listing_ids } });
  return details(ctx, { id: row.id });
}

const worth = (p: { discount_type: number; value: number }): number => (p.discount_type === discountTypes.no_discount ? 0 : p.value);

async function toChange(ctx: Ctx, id: number): Promise<PromotionRow> {
  const row = await from(ctx, 'promotion').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw missing();
  return row;
}

const defined = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

export async function update(ctx: Ctx, input: HandlerInput<Calls['update']>): Promise<HandlerResult<Calls['update']>> {
  const { id, revision, listing_ids, starts_at, ends_at, discount_type, ...given } = input;
  const before = await toChange(ctx, id);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await details(ctx, { id }) });
  if (!editable.includes(before.status)) throw new Refusal('wrongState', m.promotion_refusal_over(), { from: before.status });
  const dates = { ...(starts_at ? { starts_at: new Date(starts_at) } : {}), ...(ends_at ? { ends_at: new Date(ends_at) } : {}) };
  const next = { ...before, ...defined(given), ...dates, ...(discount_type ? { discount_type: discount_type as 1 } : {}) };
  check(next);
  if (listing_ids) {
    // A promotion without listings is visible only to its author, so another person whose team limits them would lose access by saving it.
    if (listing_ids.length === 0 && ctx.me.limits !== null && before.created_by !== ctx.me.userId)
      throw invalidInputRefusal({ listing_ids: m.promotion_problem_no_offer() });
    await chosen(ctx, listing_ids);
    await setListings(ctx, id, listing_ids);
  }
  const after = await change(ctx, 'promotion')
    .set({ ...writable(next), value: worth(next), revision: before.revision + 1, updated_at: clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const chose = listing_ids ? { listing_ids } : {};
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'offers',
    id,
    code: after.code,
    before: toPromotionAuditValues(before),
    after: { ...toPromotionAuditValues(after), ...chose },
  });
  return details(ctx, { id });
}

const writable = ({ name, discount_type, perk, applies_to, months, starts_at, ends_at, quota, promo_code, stackable }: PromotionRow) => ({
  name,
  discount_type,
  perk,
  applies_to,
  months,
  starts_at,
  ends_at,
  quota,
  promo_code,
  stackable,
});

export async function move(ctx: Ctx, { id, move: name, reason }: HandlerInput<Calls['move']>): Promise<HandlerResult<Calls['move']>> {
  const before = await toChange(ctx, id);
  // The owner cancels without a reason; platform staff must give the owner a reason.
  if (ctx.me.companyId === null && !reason) throw invalidInputRefusal({ reason: m.promotion_problem_reason() });
  await makeMove(ctx, promotionMachine, name, id, reason || null);
  if (name === 'schedule') {
    if (before.ends_at <= clock.now()) throw invalidInputRefusal({ ends_at: m.promotion_problem_passed() });
    const offers = await from(ctx, 'promotion_listing').select('listing_id').where('promotion_id', '=', id).limit(1).execute();
    if (offers.length === 0) throw invalidInputRefusal({ listing_ids: m.promotion_problem_no_offer() });
    // A promotion whose days have begun starts immediately instead of at the next run of the job.
    if (before.starts_at <= clock.now()) await makeMove(ctx, promotionMachine, 'start', id, null, 'clock');
  }
  const after = await change(ctx, 'promotion')
    .set({ revision: before.revision + 1, updated_at: clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const said = reason ? { reason } : {};
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'offers',
    id,
    code: after.code,
    before: toPromotionAuditValues(before),
    after: toPromotionAuditValues(after),
    ...said,
  });
  return details(ctx, { id });
}

const taken = 'the promotion that sets the price of a booking';
/** Locks the promotion that currently lowers a listing's price, so that the last of a quota is used once. It is locked before the unit. */
export async function lockRunningPromotion(ctx: Pick<Ctx, 'db'>, listingId: number): Promise<number | null> {
  const row = await unscopedTable(ctx.db, 'promotion', taken)
    .select()
    .select('promotion.id')
    .where((eb) =>
      eb.exists(
        eb.selectFrom('promotion_listing').select('promotion_id').whereRef('promotion_id', '=', 'promotion.id').where('listing_id', '=', listingId),
      ),
    )
    .where('promotion.status', '=', 'running')
    .where('promotion.promo_code', 'is', null)
    .where('promotion.deleted_at', 'is', null)
    .where(sql<boolean>`(promotion.quota is null or promotion.used < promotion.quota)`)
    .orderBy('promotion.id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
}
/** The promotion is locked before the records that use its quota, in the general lock order. */
export const lockPromotion = (ctx: Pick<Ctx, 'db'>, id: number) =>
  unscopedTable(ctx.db, 'promotion', taken).select().select('id').where('id', '=', id).forUpdate().executeTakeFirst();
/** Returns one use of the quota when a booking leads to nothing. */
export const releasePromotionUse = (ctx: Pick<Ctx, 'db'>, id: number) =>
  unscopedTable(ctx.db, 'promotion', taken).change().set({ used: sql`greatest(0, used - 1)` }).where('id', '=', id).$call(oneRow);
export const addPromotionUse = (ctx: Pick<Ctx, 'db'>, id: number) =>
  unscopedTable(ctx.db, 'promotion', taken).change().set({ used: sql`used + 1` }).where('id', '=', id).$call(oneRow);
