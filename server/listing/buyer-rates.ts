import { type Selectable, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { rateCalls, StoredBuyerRate } from '#contract/listing/rate-calls.ts';
import { type BuyerCostRate, getBuyerRatesInForce, isBuyerRateCorrectable, type LocalBuyerRate } from '#contract/listing/rates.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { BuyerRateTable } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { add as addRow, change, from, oneRow, remove as removeRow } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { listingNotFound } from './listing-reads.ts';

type Calls = typeof rateCalls;
type Row = Selectable<BuyerRateTable>;

const every = (ctx: Ctx): Promise<BuyerCostRate[]> => from(ctx, 'buyer_rate').select(['kind', 'starts_on', 'points', 'least_cents']).execute();

export async function current(ctx: Ctx, { property_id }: HandlerInput<Calls['current']>): Promise<HandlerResult<Calls['current']>> {
  const at = property_id === undefined ? null : await from(ctx, 'property').select('location_id').where('id', '=', property_id).executeTakeFirst();
  if (at === undefined) throw listingNotFound();
  const { rows } = await sql<{ results: LocalBuyerRate[] }>`select buyer_rates(app.today(), ${at?.location_id ?? null}::bigint) as results`.execute(
    ctx.db,
  );
  return { results: rows[0]?.results ?? [] };
}

const toRate = (row: Row & { by: string | null }, inForce: readonly BuyerCostRate[]): StoredBuyerRate => ({
  id: row.id,
  kind: row.kind,
  starts_on: row.starts_on,
  points: row.points,
  least_cents: row.least_cents,
  note: row.note,
  by: row.by,
  created_at: row.created_at.toISOString(),
  standing: row.starts_on > clock.today() ? 'coming' : inForce.some((r) => r.kind === row.kind && r.starts_on === row.starts_on) ? 'now' : 'past',
  open: isBuyerRateCorrectable(row, clock.today()),
});

export async function list(ctx: Ctx, { page, page_size }: HandlerInput<Calls['list']>): Promise<HandlerResult<Calls['list']>> {
  const found = from(ctx, 'buyer_rate').leftJoin('person', 'person.id', 'buyer_rate.created_by');
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
    q.selectAll('buyer_rate').select('person.name as by').orderBy('buyer_rate.starts_on', 'desc').orderBy('buyer_rate.id', 'desc'),
  );
  const inForce = getBuyerRatesInForce(await every(ctx), clock.today());
  return { count, results: rows.map((row) => toRate(row, inForce)) };
}

/** A past date is refused, because cost breakdowns already used its rate. Each kind has one rate a day. */
export async function add(
  ctx: Ctx,
  { kind, starts_on, points, least_cents, note }: HandlerInput<Calls['add']>,
): Promise<HandlerResult<Calls['add']>> {
  if (starts_on < clock.today()) throw invalidInputRefusal({ starts_on: m.listing_rate_problem_day({ date: formatLongDate(clock.today()) }) });
  const row = await addRow(ctx, 'buyer_rate')
    .values({ kind, starts_on, points, least_cents: toCents(least_cents), note, created_by: ctx.me.userId })
    .onConflict((oc) => oc.columns(['kind', 'starts_on']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Refusal('conflict', m.listing_rate_refusal_taken());
  await audit(ctx.db, ctx, { kind: 'add', document: 'buyer_rates', id: row.id, code: kind, after: { kind, starts_on, points, least_cents, note } });
  return toRate({ ...row, by: null }, getBuyerRatesInForce(await every(ctx), clock.today()));
}

/** A rate that can still be corrected. Rates that cost breakdowns of another day used do not change. */
async function lockCorrectableRate(ctx: Ctx, id: number): Promise<Row> {
  const row = await from(ctx, 'buyer_rate').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  if (!isBuyerRateCorrectable(row, clock.today())) throw new Refusal('wrongState', m.listing_rate_refusal_begun());
  return row;
}
const factsOf = ({ kind, starts_on, points, least_cents, note }: Row) => ({ kind, starts_on, points, least_cents, note });

export async function correct(ctx: Ctx, { id, points, least_cents, note }: HandlerInput<Calls['correct']>): Promise<HandlerResult<Calls['correct']>> {
  const before = await lockCorrectableRate(ctx, id);
  const row = await change(ctx, 'buyer_rate')
    .set({ points, least_cents: toCents(least_cents), note })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'buyer_rates', id, code: row.kind, before: factsOf(before), after: factsOf(row) });
  return toRate({ ...row, by: null }, getBuyerRatesInForce(await every(ctx), clock.today()));
}

export async function remove(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const row = await lockCorrectableRate(ctx, id);
  await removeRow(ctx, 'buyer_rate').where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'buyer_rates', id, code: row.kind, before: factsOf(row) });
  return { id };
}
