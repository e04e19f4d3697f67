import { sql } from 'kysely';
import type { MilliUnits } from '#contract/meter/amount.ts';
import { getTariffInForce, type TariffTerms } from '#contract/meter/charge.ts';
import {
  buildMeterChargeLines,
  buildUsageSpan,
  type ChargeReading,
  findMonthReadings,
  type MeterChargeLine,
  type OccupiedPeriod,
} from '#contract/meter/charge-lines.ts';
import { type MeterKind, meterChargeKinds, meterLimits } from '#contract/meter/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { type Day, dayMs, type Month } from '#contract/time/days.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, systemRows } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import type { CycleRow } from './meter-access.ts';

const why = 'the calculated amounts of a month of a property that the caller works on';

type Row = { id: number; replaces_id: number | null; unit_id: number | null; initial: MilliUnits; installed_on: Day };
/** A meter and the meters that it replaced, under the one in use: their measurements form one series. */
type Chain = { readonly unitId: number | null; readonly meterIds: readonly number[] };

function chainsOf(rows: readonly Row[]): Chain[] {
  const [byId, followed] = [new Map(rows.map((row) => [row.id, row])), new Set(rows.map((row) => row.replaces_id))];
  return rows
    .filter((row) => !followed.has(row.id))
    .map((last) => {
      const ids: number[] = [];
      for (let row: Row | undefined = last; row && !ids.includes(row.id); row = row.replaces_id === null ? undefined : byId.get(row.replaces_id))
        ids.push(row.id);
      return { unitId: last.unit_id, meterIds: ids };
    });
}

type Known = {
  readonly chains: readonly Chain[];
  readonly points: readonly ChargeReading[];
  readonly lived: readonly (OccupiedPeriod & { readonly unitId: number })[];
  readonly tariffs: readonly TariffTerms[];
  readonly payers: ReadonlySet<number>;
  readonly lines: readonly {
    readonly tenancyId: number | null;
    readonly meterId: number;
    readonly from: Day;
    readonly last: Day;
    readonly used: MilliUnits;
    readonly cents: number;
  }[];
};

const metersOf = (ctx: Pick<Ctx, 'db'>, property: number, kind: MeterKind) =>
  systemRows(ctx.db, 'meter', why)
    .select(['id', 'replaces_id', 'unit_id', 'initial', 'installed_on'])
    .where('property_id', '=', property)
    .where('kind', '=', kind)
    .where('prepaid', '=', false)
    .orderBy('id')
    .execute();

/** The initial values of the meters, and all later valid readings. */
async function pointsOf(ctx: Pick<Ctx, 'db'>, meters: Awaited<ReturnType<typeof metersOf>>): Promise<ChargeReading[]> {
  const readings = await childrenOf(ctx.db, meters, 'meter_reading', 'meter_id')
    .select()
    .innerJoin('meter_cycle', 'meter_cycle.id', 'meter_reading.cycle_id')
    .select(['meter_reading.id', 'meter_reading.meter_id', 'covers', 'used', 'meter_reading.status'])
    .select(sql<Month>`to_char(meter_cycle.month, 'YYYY-MM')`.as('month'))
    .where('meter_reading.status', 'in', ['accepted', 'estimated'])
    .execute();
  return [
    ...meters.map((row): ChargeReading => ({ id: null, meterId: row.id, covers: row.installed_on, used: 0, estimated: false, month: null })),
    ...readings.map(
      ({ id, meter_id, covers, used, status, month }): ChargeReading => ({
        id,
        meterId: meter_id,
        covers,
        used,
        estimated: status === 'estimated',
        month,
      }),
    ),
  ];
}

/** The tenancies of a property's units, with their first and last days. */
async function livedIn(ctx: Pick<Ctx, 'db'>, property: number): Promise<Known['lived']> {
  const { rows } = await sql<{
    unitId: number;
    tenancyId: number;
    from: Day;
    last: Day | null;
  }>`/* unscoped: former and current tenants of a property that the caller works on */
    select s.unit_id as "unitId", s.tenancy_id as "tenancyId", lower(s.during)::text as "from",
      least(upper(s.during) - 1, case when s.released_at is not null then coalesce((t.termination ->> 'on')::date, app.day(s.released_at)) end)::text as "last"
    from stay s join tenancy t on t.id = s.tenancy_id where s.property_id = ${property} and t.status <> 'pending'
      and coalesce(t.termination ->> 'kind', '') <> 'withdrawn' order by s.unit_id, lower(s.during)`.execute(ctx.db);
  return rows
    .map((one) => ({ ...one, unitId: Number(one.unitId), tenancyId: Number(one.tenancyId) }))
    .filter((one) => one.last === null || one.last >= one.from);
}

/** All data needed to settle a month, read in six queries for any number of meters. */
async function known(ctx: Pick<Ctx, 'db'>, property: number, kind: MeterKind): Promise<Known> {
  const meters = await metersOf(ctx, property, kind);
  const lived = await livedIn(ctx, property);
  const tariffs = await unscopedTable(ctx.db, 'meter_tariff', why)
    .select()
    .select(['valid_from', 'bands', 'fixed_cents', 'minimum_cents', 'tax_code'])
    .where('property_id', '=', property)
    .where('kind', '=', kind)
    .execute();
  const charges = await unscopedTable(ctx.db, 'tenancy_charge', why)
    .select()
    .select('tenancy_id')
    .where('tenancy_id', 'in', [0, ...lived.map((one) => one.tenancyId)])
    .where('cents', 'is', null)
    .where('kind', '=', meterChargeKinds[kind])
    .execute();
  const lines = await childrenOf(ctx.db, meters, 'meter_line', 'meter_id')
    .select()
    .select(['tenancy_id as tenancyId', 'meter_id as meterId', 'from_day as from', 'last_day as last', 'used', 'cents'])
    .execute();
  return {
    chains: chainsOf(meters),
    points: await pointsOf(ctx, meters),
    lived,
    tariffs: tariffs.map((one) => ({ ...one, bands: one.bands as TariffTerms['bands'] })),
    payers: new Set(charges.map((row) => row.tenancy_id)),
    lines,
  };
}

type Settled = MeterChargeLine & { readonly unitId: number | null };

function ofChain(all: Known, chain: Chain, month: Month): Settled[] {
  const points = all.points.filter((one) => chain.meterIds.includes(one.meterId));
  const ends = findMonthReadings(points, month);
  const end = ends?.between.at(-1);
  if (!ends || !end) return [];
  const lived = all.lived.filter((one) => one.unitId === chain.unitId);
  const unpriced = buildUsageSpan(points, month, lived)?.pieces.find(
    (one) => one.who.tenancyId !== null && all.payers.has(one.who.tenancyId) && !getTariffInForce(all.tariffs, one.from),
  );
  if (unpriced) throw new Refusal('conflict', m.meter_refusal_no_tariff({ day: formatLongDate(unpriced.from) }));
  const prior = all.lines.filter((one) => chain.meterIds.includes(one.meterId) && one.from > ends.start.covers && one.last <= end.covers);
  const { tariffs, payers } = all;
  return buildMeterChargeLines({ points, month, lived, tariffs, payers, prior }).map((line) => ({ ...line, unitId: chain.unitId }));
}

/**
 * Records the meter charges of a month, less the charges already recorded for the same days: the first run records everything, a later one the
 * difference. The caller has locked the month.
 */
export async function settleMeterMonth(ctx: Ctx, cycle: CycleRow, { only }: { only?: number } = {}): Promise<{ lines: number; cents: number }> {
  const all = await known(ctx, cycle.property_id, cycle.kind);
  const chains = all.chains.filter((chain) => only === undefined || chain.meterIds.includes(only));
  const lines = chains.flatMap((chain) => ofChain(all, chain, cycle.month.slice(0, 7)));
  if (lines.length === 0) return { lines: 0, cents: 0 };
  const until = new Date(clock.ms() + meterLimits.askDays * dayMs);
  await endAsking(
    ctx,
    cycle.id,
    lines.filter((line) => line.corrects),
  );
  for (let at = 0; at < lines.length; at += 500)
    await add(ctx, 'meter_line')
      .values(
        lines.slice(at, at + 500).map((line) => ({
          property_id: cycle.property_id,
          unit_id: line.unitId,
          meter_id: line.meterId,
          cycle_id: cycle.id,
          tenancy_id: line.tenancyId,
          opening_id: line.openingId,
          reading_id: line.readingId,
          from_day: line.from,
          last_day: line.last,
          used: line.used,
          cents: line.cents,
          tax_code: line.taxCode,
          detail: JSON.stringify(line.parts),
          corrects: line.corrects,
          ask_until: line.tenancyId === null ? null : until,
        })),
      )
      .execute();
  return { lines: lines.filter((line) => line.tenancyId !== null).length, cents: lines.reduce((sum, line) => sum + line.cents, 0) };
}
/** A corrected reading replaces the wrong one, so open queries now apply to the correction. */
async function endAsking(ctx: Ctx, cycleId: number, corrections: readonly MeterChargeLine[]): Promise<void> {
  if (corrections.length === 0) return;
  const [meters, tenancies] = [corrections.map((line) => line.meterId), corrections.map((line) => line.tenancyId)];
  await sql`/* unscoped: lines of a month that is calculated again */
    update meter_line set ask_until = null where cycle_id = ${cycleId} and ask_until is not null
      and (meter_id, tenancy_id) in (select * from unnest(${meters}::bigint[], ${tenancies}::bigint[]))`.execute(ctx.db);
}
