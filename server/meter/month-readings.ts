import { type RawBuilder, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import type { meterCalls } from '#contract/meter/calls.ts';
import type { MeterKind, ReadingGridState } from '#contract/meter/kinds.ts';
import { meterCycleMachine } from '#contract/meter/machine.ts';
import type { MeterCycle, ReadingGridRow } from '#contract/meter/shapes.ts';
import { type Month, monthEnd } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { containsTextSql, toTabCounts } from '#server/lists/list.ts';
import { type CycleRow, getFirstDayOfMonth, readMeterPermissions, readPropertyWithMeterPermission } from './meter-access.ts';
import { isUnitOccupiedOnSql } from './reading-facts.ts';
import { type ReadingRow, readingColumns, toMeterReading } from './rows.ts';

type Calls = typeof meterCalls;

const stateOf = sql`case when r.id is null then 'missing' when r.status = 'submitted' and r.flags <> '{}' then 'flagged' else 'done' end`;
/** The meters to read in a month: those in use then, and those that have a reading. */
const readIn = (ctx: Ctx, property: number, kind: MeterKind, month: Month): RawBuilder<unknown> => sql`from meter
    left join meter_cycle c on c.property_id = meter.property_id and c.kind = meter.kind and c.month = ${getFirstDayOfMonth(month)}::date
    left join meter_reading r on r.meter_id = meter.id and r.cycle_id = c.id and r.status <> 'rejected' and not r.handover
    left join unit u on u.id = meter.unit_id
  where meter.property_id = ${property} and meter.kind = ${kind} and not meter.prepaid and ${visibleTo('meter', ctx.me)}
    and meter.installed_on <= ${monthEnd(getFirstDayOfMonth(month))}::date and (r.id is not null or (meter.status = 'active' and coalesce(c.status, 'open') <> 'locked')
      or (c.status = 'locked' and meter.status = 'active'))`;

async function cycleOf(ctx: Ctx, property: number, kind: MeterKind, month: Month): Promise<CycleRow | undefined> {
  return from(ctx, 'meter_cycle')
    .selectAll('meter_cycle')
    .where('property_id', '=', property)
    .where('kind', '=', kind)
    .where('month', '=', getFirstDayOfMonth(month))
    .executeTakeFirst();
}
export async function toMeterCycle(ctx: Ctx, property: number, month: Month, row: CycleRow | undefined): Promise<MeterCycle> {
  const may = await readMeterPermissions(ctx, property);
  const status = row?.status ?? 'open';
  return {
    month,
    status,
    locked_at: row?.locked_at?.toISOString() ?? null,
    moves: may.bill ? listAllowedMoves(meterCycleMachine, status, ctx.me.role) : [],
    may: { read: may.read, bill: may.bill },
  };
}

type Found = Omit<ReadingGridRow, 'reading' | 'handovers'>;
const asked = ({
  state,
  search,
}: {
  state?: ReadingGridState | undefined;
  search?: string | undefined;
}) => sql`${state ? sql`and ${stateOf} = ${state}` : sql``}
  ${search ? sql`and (${containsTextSql('meter.number', search)} or ${containsTextSql('meter.place', search)} or ${containsTextSql('u.name', search)})` : sql``}`;

export const listMonthReadings =
  (services: RunningServices) =>
  async (
    ctx: Ctx,
    { property_id, kind, month, page, page_size, tabs, z_filter = {} }: HandlerInput<Calls['listMonth']>,
  ): Promise<HandlerResult<Calls['listMonth']>> => {
    await readPropertyWithMeterPermission(ctx, property_id, 'property_utilities.read');
    const cycle = await cycleOf(ctx, property_id, kind, month);
    const base = readIn(ctx, property_id, kind, month);
    const { rows: counts } = await sql<{
      state: string;
      n: number;
    }>`select ${stateOf} as state, count(*)::int as n ${base} ${asked({ search: z_filter.search })} group by 1`.execute(ctx.db);
    const first = getFirstDayOfMonth(month);
    const { rows } = await sql<Found>`/* unscoped: meters the caller sees, by the scope in readIn */ select
        jsonb_build_object('id', meter.id, 'number', meter.number, 'place', meter.place, 'digits', meter.digits, 'multiplier', meter.multiplier, 'status', meter.status,
          'unit', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end) as meter,
        coalesce((select jsonb_build_object('value', b.value, 'covers', b.covers, 'estimated', b.status = 'estimated') from meter_reading b join meter_cycle bc on bc.id = b.cycle_id
          where b.meter_id = meter.id and b.status <> 'rejected' and b.id is distinct from r.id and bc.month <= ${first}::date and (r.id is null or b.covers < r.covers)
          order by b.covers desc limit 1), jsonb_build_object('value', meter.initial, 'covers', meter.installed_on, 'estimated', false)) as last,
        (select jsonb_build_object('used', coalesce(sum(x.used), 0), 'days', coalesce(sum(x.days), 0)) from (select p.used, p.days from meter_reading p join meter_cycle pc on pc.id = p.cycle_id
          where p.meter_id in (meter.id, meter.replaces_id) and p.status = 'accepted' and p.days > 0 and pc.month < ${first}::date order by p.covers desc limit 6) x) as past,
        meter.unit_id is not null and ${isUnitOccupiedOnSql('meter.unit_id', `least(app.today(), '${monthEnd(first)}'::date)`)} as occupied
      ${base} ${asked(z_filter)} order by u.block nulls first, lpad(u.name, 20) nulls first, meter.id limit ${page_size} offset ${(page - 1) * page_size}`.execute(
      ctx.db,
    );
    const read = cycle
      ? await readingsOf(
          ctx,
          cycle.id,
          rows.map((row) => row.meter.id),
        )
      : [];
    const results = rows.map((row): ReadingGridRow => {
      const own = read.filter((one) => one.meter_id === row.meter.id);
      const closing = own.find((one) => !one.handover);
      return {
        ...row,
        reading: closing ? toMeterReading(services, closing) : null,
        handovers: own.filter((one) => one.handover).map((one) => toMeterReading(services, one)),
      };
    });
    const all = toTabCounts(counts);
    return {
      results,
      count: all[z_filter.state ?? 'all'] ?? 0,
      ...(tabs ? { tabs: all } : {}),
      cycle: await toMeterCycle(ctx, property_id, month, cycle),
    };
  };

const readingsOf = (ctx: Ctx, cycleId: number, meterIds: readonly number[]): Promise<ReadingRow[]> =>
  unscopedTable(ctx.db, 'meter_reading', 'the readings of meters the caller sees')
    .select()
    .selectAll('meter_reading')
    .select(readingColumns)
    .where('cycle_id', '=', cycleId)
    .where('meter_id', 'in', [0, ...meterIds])
    .where('meter_reading.status', '<>', 'rejected')
    .orderBy('covers')
    .execute();
