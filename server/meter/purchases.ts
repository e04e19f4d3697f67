import { type Selectable, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatMilliUnits } from '#contract/meter/amount.ts';
import { purchaseSourcesByKind } from '#contract/meter/kinds.ts';
import { calculateUtilityLoss } from '#contract/meter/reading-rules.ts';
import type { UtilityPurchase } from '#contract/meter/shapes.ts';
import type { meterUtilityCalls } from '#contract/meter/utility-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthStart } from '#contract/time/days.ts';
import type { MeterPurchaseTable } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { add, from, oneRow, remove } from '#server/kernel/scoped.ts';
import { orderByColumn, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { logMeterChange, meterNotFound, readMeterPermissions, readPropertyWithMeterPermission } from './meter-access.ts';

type Calls = typeof meterUtilityCalls;
type Row = Selectable<MeterPurchaseTable>;
const lossMonths = 12;

const toPurchase = ({ id, kind, source, on_day, quantity, cents, supplier, note }: Row, by: string | null): UtilityPurchase => ({
  id,
  kind,
  source,
  on_day,
  quantity,
  cents,
  supplier,
  note,
  by,
});
const facts = ({ kind, source, on_day, quantity, cents, supplier, note }: Row) => ({
  kind,
  source,
  on_day,
  quantity: formatMilliUnits(quantity),
  cents,
  supplier,
  note,
});

export async function listUtilityPurchases(
  ctx: Ctx,
  { property_id, page, page_size, sort, z_filter: f = {} }: HandlerInput<Calls['listPurchases']>,
): Promise<HandlerResult<Calls['listPurchases']>> {
  await readPropertyWithMeterPermission(ctx, property_id, 'property_utilities.read');
  let found = from(ctx, 'meter_purchase').where('meter_purchase.property_id', '=', property_id);
  if (f.kind) found = found.where('kind', '=', f.kind);
  if (f.source) found = found.where('source', '=', f.source);
  if (f.day_from) found = found.where('on_day', '>=', f.day_from);
  if (f.day_to) found = found.where('on_day', '<=', f.day_to);
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
    q
      .selectAll('meter_purchase')
      .select(sql<string | null>`(select b.name from person b where b.id = meter_purchase.created_by)`.as('by'))
      .orderBy(orderByColumn(sort))
      .orderBy('meter_purchase.id', 'desc'),
  );
  const may = await readMeterPermissions(ctx, property_id);
  return { count, results: rows.map((row) => toPurchase(row, row.by)), may: { create: may.create, delete: may.delete } };
}

export async function addUtilityPurchase(ctx: Ctx, given: HandlerInput<Calls['addPurchase']>): Promise<HandlerResult<Calls['addPurchase']>> {
  const property = await readPropertyWithMeterPermission(ctx, given.property_id, 'property_utilities.create');
  if (given.on_day > clock.today()) throw invalidInputRefusal({ on_day: m.meter_problem_future() });
  if (!purchaseSourcesByKind[given.kind].includes(given.source)) throw invalidInputRefusal({ source: m.meter_problem_source() });
  const row = await add(ctx, 'meter_purchase')
    .values({ ...given, created_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logMeterChange(ctx, property, 'add', { after: facts(row) });
  return toPurchase(row, null);
}

export async function removeUtilityPurchase(
  ctx: Ctx,
  { id }: HandlerInput<Calls['removePurchase']>,
): Promise<HandlerResult<Calls['removePurchase']>> {
  const row = await from(ctx, 'meter_purchase')
    .selectAll('meter_purchase')
    .where('id', '=', id)
    .where(mayChange('meter_purchase', ctx.me, 'property_utilities.delete'))
    .executeTakeFirst();
  if (!row) throw meterNotFound();
  const property = await readPropertyWithMeterPermission(ctx, row.property_id, 'property_utilities.delete');
  await remove(ctx, 'meter_purchase').where('id', '=', id).$call(oneRow);
  await logMeterChange(ctx, property, 'delete', { before: facts(row) });
  return { id };
}

/**
 * Water loss in the last twelve months including this one: purchases by their date, usage by the month of the reading. A flagged reading counts once
 * it is accepted.
 */
export async function calculateMonthlyUtilityLoss(
  ctx: Ctx,
  { property_id, kind }: HandlerInput<Calls['loss']>,
): Promise<HandlerResult<Calls['loss']>> {
  await readPropertyWithMeterPermission(ctx, property_id, 'property_utilities.read');
  const last = monthStart(clock.today());
  const first = addMonths(last, 1 - lossMonths);
  const { rows } = await sql<{
    month: string;
    bought: number;
    cents: number;
    used: number;
    unread: number;
    status: 'open' | 'review' | 'locked' | 'none';
  }>`
    select to_char(d.month, 'YYYY-MM') as month, coalesce(p.bought, 0)::bigint as bought, coalesce(p.cents, 0)::bigint as cents, coalesce(r.used, 0)::bigint as used, coalesce(u.unread, 0)::int as unread, coalesce(c.status, 'none') as status
    from generate_series(${first}::date, ${last}::date, interval '1 month') d (month)
    left join lateral (select sum(meter_purchase.quantity) as bought, sum(meter_purchase.cents) as cents from meter_purchase where ${visibleTo('meter_purchase', ctx.me)}
      and property_id = ${property_id} and kind = ${kind} and on_day >= d.month::date and on_day < (d.month + interval '1 month')::date) p on true
    left join meter_cycle c on c.property_id = ${property_id} and c.kind = ${kind} and c.month = d.month::date
    left join lateral (select sum(meter_reading.used) as used from meter_reading where ${visibleTo('meter_reading', ctx.me)} and cycle_id = c.id and status <> 'rejected'
      and not (status = 'submitted' and flags <> '{}')) r on true
    left join lateral (select count(*) as unread from meter where c.status <> 'locked' and ${visibleTo('meter', ctx.me)} and meter.property_id = ${property_id} and meter.kind = ${kind}
      and meter.status = 'active' and not meter.prepaid and meter.installed_on < (d.month + interval '1 month')::date
      and not exists (select 1 from meter_reading t where t.meter_id = meter.id and t.cycle_id = c.id and t.status <> 'rejected' and not t.handover)) u on true
    order by d.month`.execute(ctx.db);
  return {
    results: rows.map(({ month, bought, cents, used, unread, status }) => {
      const lost = calculateUtilityLoss(Number(bought), Number(used));
      return {
        month,
        bought: Number(bought),
        bought_cents: Number(cents),
        used: Number(used),
        lost: lost?.lost ?? null,
        lost_bp: lost?.lost_bp ?? null,
        unread,
        status,
      };
    }),
  };
}
