import { sql } from 'kysely';
import type { MilliUnits } from '#contract/meter/amount.ts';
import type { DialReading, PastUsage, ReadingFacts } from '#contract/meter/reading-rules.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day, Month } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { getFirstDayOfMonth, type MeterRow } from './meter-access.ts';

const seen = 'earlier readings of a meter that the caller works on';

export type AdjacentReadings = {
  readonly last: DialReading & { readonly estimated: boolean };
  readonly next: (DialReading & { readonly id: number }) | null;
  readonly past: PastUsage;
  readonly occupied: boolean;
};
type Place = {
  readonly month: Month;
  readonly covers: Day /** A reading that is about to be replaced does not count. */;
  readonly except?: number | null;
};

/** Whether a unit is occupied on a day. Moving out and in count by the agreed dates. */
export const isUnitOccupiedOnSql = (unit: string, day: string) => sql<boolean>`exists (select 1 from stay ms join tenancy mt on mt.id = ms.tenancy_id
  where ms.unit_id = ${sql.ref(unit)} and mt.status <> 'pending' and coalesce(mt.termination ->> 'kind', '') <> 'withdrawn'
    and ms.during @> ${sql.raw(day)} and (ms.released_at is null or ${sql.raw(day)} <= coalesce((mt.termination ->> 'on')::date, app.day(ms.released_at))))`;

/** The readings before and after a day on one meter, its usual usage, and whether the unit is occupied. */
export async function readAdjacentReadings(
  ctx: Pick<Ctx, 'db'>,
  meter: MeterRow,
  { month, covers, except = null }: Place,
): Promise<AdjacentReadings> {
  const { rows } = await sql<{
    last: { value: MilliUnits; covers: Day; estimated: boolean } | null;
    next: { id: number; value: MilliUnits; covers: Day } | null;
    used: MilliUnits | null;
    days: number | null;
    occupied: boolean;
  }>`/* unscoped: earlier readings of a meter that the caller works on */ select
      (select jsonb_build_object('value', r.value, 'covers', r.covers, 'estimated', r.status = 'estimated') from meter_reading r
        where r.meter_id = m.id and r.status <> 'rejected' and r.id is distinct from ${except}::bigint and r.covers < ${covers}::date order by r.covers desc limit 1) as last,
      (select jsonb_build_object('id', r.id, 'value', r.value, 'covers', r.covers) from meter_reading r
        where r.meter_id = m.id and r.status <> 'rejected' and r.id is distinct from ${except}::bigint and r.covers >= ${covers}::date order by r.covers limit 1) as next,
      p.used, p.days, m.unit_id is not null and ${isUnitOccupiedOnSql('m.unit_id', `'${covers}'::date`)} as occupied
    from meter m left join lateral (select sum(x.used)::bigint as used, sum(x.days)::int as days from (select r.used, r.days from meter_reading r
        join meter_cycle c on c.id = r.cycle_id where r.meter_id in (m.id, m.replaces_id) and r.status = 'accepted' and r.days > 0 and c.month < ${getFirstDayOfMonth(month)}::date
        order by r.covers desc limit 6) x) p on true
    where m.id = ${meter.id}`.execute(ctx.db);
  const row = rows[0];
  return {
    last: row?.last ?? { value: meter.initial, covers: meter.installed_on, estimated: false },
    next: row?.next ?? null,
    past: { used: Number(row?.used ?? 0), days: Number(row?.days ?? 0) },
    occupied: row?.occupied ?? false,
  };
}
export const toReadingFacts = (meter: MeterRow, found: AdjacentReadings): ReadingFacts => ({
  dial: meter,
  last: found.last,
  next: found.next,
  past: found.past,
  occupied: found.occupied,
  today: clock.today(),
});

/** Whether a tenant moved in on this day: a reading on it shows the usage until the day before. */
export async function isMoveInDay(ctx: Pick<Ctx, 'db'>, unitId: number | null, day: Day): Promise<boolean> {
  if (unitId === null) return false;
  const row = await unscopedTable(ctx.db, 'stay', 'checks whether a reading was taken on the move-in day')
    .select()
    .select('stay.id')
    .where('unit_id', '=', unitId)
    .where(sql<boolean>`lower(during) = ${day}::date and tenancy_id is not null`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The usage of a reading depends on the previous one, so it is recalculated when that one changes. */
export async function recalculateNextReading(ctx: Pick<Ctx, 'db'>, meter: MeterRow, covers: Day): Promise<void> {
  const next = await unscopedTable(ctx.db, 'meter_reading', seen)
    .select()
    .select(['id', 'value', 'covers', 'rolled'])
    .where('meter_id', '=', meter.id)
    .where('status', '<>', 'rejected')
    .where('covers', '>', covers)
    .orderBy('covers')
    .limit(1)
    .executeTakeFirst();
  if (!next) return;
  await sql`/* unscoped: the reading after the changed reading */ update meter_reading r set
      used = (r.value - coalesce(b.value, ${meter.initial}) + case when r.rolled then ${10 ** meter.digits * 1000}::bigint else 0 end) * ${meter.multiplier},
      days = r.covers - coalesce(b.covers, ${meter.installed_on}::date)
    from (select 1) one left join lateral (select value, covers from meter_reading where meter_id = ${meter.id} and status <> 'rejected' and covers < ${next.covers}::date
      order by covers desc limit 1) b on true where r.id = ${next.id}`.execute(ctx.db);
}
