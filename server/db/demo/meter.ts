import { sql } from 'kysely';
import { evaluateReading } from '#contract/meter/reading-rules.ts';
import { applyRate, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, countDaysBetween, dayMs, monthEnd, monthStart, startOfDay } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { settleMeterMonth } from '#server/meter/service.ts';
import type { DemoDatabase } from './demo-database.ts';
import { createSeededRandom } from './seeded-dice.ts';

type Home = { unit_id: number; name: string; occupied: boolean };
type Building = { id: number; leaks: boolean; by: number | null };

const monthsBack = 12;
/** The water of a home on one day, in litres; a vacant home uses a few litres. */
const litres = (roll: () => number, home: Home): number => (home.occupied ? 180 + Math.floor(roll() * 260) : Math.floor(roll() * 6));
/** The purchased water in hundredths of a percent of the metered water: pipes lose some, and in one building the loss grows each month. */
const bought = (leaks: boolean, at: number): number => 10_500 + (leaks && at > 5 ? (at - 5) * 600 : 0);

/** The first property of the demo and the property of the demo tenant: a year of metered water, with a leak in one of them. */
async function buildings(db: Db): Promise<Building[]> {
  const { rows } = await sql<{
    id: number;
    by: number | null;
    shown: boolean;
    lived: boolean;
  }>`select p.id, o.id as by, p.name = 'Jacaranda Heights' as shown,
      exists (select 1 from tenancy t join tenancy_person tp on tp.tenancy_id = t.id join tenant n on n.id = tp.tenant_id join person g on g.id = n.person_id
        where t.property_id = p.id and g.email = 'tenant@makao.test' and t.status = 'active') as lived
    from property p join person o on o.company_id = p.company_id and o.email = 'owner@makao.test' where p.deleted_at is null
    order by shown desc, lived desc, (select count(*) from unit u where u.property_id = p.id and u.deleted_at is null) desc, p.id limit 2`.execute(
    db,
  );
  return rows.map((row, at) => ({ id: Number(row.id), by: row.by, leaks: at === 0 }));
}

export async function fillMeters({ db }: Pick<DemoDatabase, 'db'>): Promise<void> {
  const first = addMonths(monthStart(clock.today()), -monthsBack);
  for (const [at, building] of (await buildings(db)).entries()) await fillOne(db, building, first, createSeededRandom(77 + at));
}

async function fillOne(db: Db, building: Building, first: string, roll: () => number): Promise<void> {
  const homes = await db
    .selectFrom('unit')
    .select(['unit.id as unit_id', 'unit.name', sql<boolean>`unit.status = 'occupied'`.as('occupied')])
    .where('property_id', '=', building.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(40)
    .execute();
  if (homes.length === 0) return;
  const came = addDays(first, -1);
  const common = { property_id: building.id, kind: 'water' as const, created_by: building.by };
  const meters = await db
    .insertInto('meter')
    .values([
      ...homes.map((home) => ({
        ...common,
        unit_id: home.unit_id,
        number: `W-${40_000 + home.unit_id}`,
        place: 'Riser cupboard',
        initial: (120 + (home.unit_id % 400)) * 1000,
        installed_on: came,
      })),
      { ...common, unit_id: null, number: `W-${90_000 + building.id}`, place: 'Gate and gardens', initial: 0, installed_on: came },
    ])
    .returning(['id', 'unit_id', 'initial', 'number', 'digits', 'multiplier'])
    .execute();
  await fillPrices(db, building, first);
  await sql`insert into tenancy_charge (tenancy_id, label, kind, cents, during) select t.id, 'Water', 'water', null, daterange(t.starts_on, null)
    from tenancy t where t.property_id = ${building.id} and t.status in ('active', 'expired')
      and not exists (select 1 from tenancy_charge c where c.tenancy_id = t.id and c.kind = 'water')`.execute(db);
  const shown = new Map(meters.map((meter) => [meter.id, { value: Number(meter.initial), covers: came, estimated: false }]));
  for (let at = 0; at < monthsBack; at++) await fillMonth(db, building, { meters, homes, shown, came, roll }, addMonths(first, at), at);
  // Old months are past the deadline for queries.
  await sql`update meter_line l set ask_until = c.locked_at + interval '7 days', created_at = c.locked_at from meter_cycle c where c.id = l.cycle_id
    and l.property_id = ${building.id} and l.ask_until is not null`.execute(db);
}

type Kept = {
  readonly meters: readonly { id: number; unit_id: number | null; initial: number; digits: number; multiplier: number }[];
  readonly homes: readonly Home[];
  readonly shown: Map<number, { value: number; covers: string; estimated: boolean }>;
  readonly came: string;
  readonly roll: () => number;
};

async function fillMonth(db: Db, building: Building, { meters, homes, shown, came, roll }: Kept, month: string, at: number): Promise<void> {
  const covers = monthEnd(month);
  // Where the leak is, last month is still being reviewed; all earlier months are locked.
  const open = at === monthsBack - 1 && building.leaks;
  const cycle = await db
    .insertInto('meter_cycle')
    .values({
      property_id: building.id,
      kind: 'water',
      month,
      status: open ? 'review' : 'locked',
      locked_at: open ? null : startOfDay(addDays(covers, 4)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  // In one home a tap ran all month.
  const loud = homes.findLast((home) => home.occupied)?.unit_id;
  const readings = meters.flatMap((meter, n) => {
    // One meter has not been read yet.
    if (open && n === 3) return [];
    const home = homes.find((one) => one.unit_id === meter.unit_id) ?? { unit_id: 0, name: '', occupied: true };
    const before = shown.get(meter.id) ?? { value: 0, covers: came, estimated: false };
    const days = countDaysBetween(before.covers, covers);
    const value = before.value + litres(roll, home) * days * (open && meter.unit_id === loud ? 5 : 1);
    const past = at === 0 ? { used: 0, days: 0 } : { used: before.value - Number(meter.initial), days: countDaysBetween(came, before.covers) };
    const judged = evaluateReading(
      { dial: meter, last: before, past, occupied: home.occupied, today: clock.today() },
      { value, covers, on: covers, rolled: false },
    );
    if (judged.fault !== null) return [];
    shown.set(meter.id, { value, covers, estimated: false });
    const odd = judged.flags.length > 0;
    return [
      {
        ...{
          property_id: building.id,
          meter_id: meter.id,
          cycle_id: cycle.id,
          value,
          on_day: covers,
          covers,
          source: 'caretaker' as const,
          by_id: building.by,
        },
        ...{ status: odd && open ? ('submitted' as const) : ('accepted' as const), used: judged.used, days, flags: [...judged.flags] },
        created_at: new Date(startOfDay(covers).getTime() + dayMs / 2),
      },
    ];
  });
  await db.insertInto('meter_reading').values(readings).execute();
  await fillPurchases(
    db,
    building,
    month,
    at,
    readings.reduce((sum, one) => sum + one.used, 0),
  );
  // The module itself computes the amount.
  if (!open) await settleMeterMonth(asClock(db), cycle);
}

/** Two tariffs, because the county raised its price in the middle of a month. */
async function fillPrices(db: Db, building: Building, first: string): Promise<void> {
  const bands = (rates: readonly number[]) =>
    JSON.stringify([6_000, 20_000, null].map((upto, at) => ({ upto, rate_cents: toCents(rates[at] ?? 0) })));
  await db
    .insertInto('meter_tariff')
    .values([
      {
        property_id: building.id,
        kind: 'water',
        valid_from: addMonths(first, -12),
        bands: bands([9_500, 13_000, 16_500]),
        fixed_cents: toCents(15_000),
        created_by: building.by,
      },
      {
        property_id: building.id,
        kind: 'water',
        valid_from: addDays(addMonths(first, 8), 14),
        bands: bands([10_500, 14_000, 18_000]),
        fixed_cents: toCents(15_000),
        note: 'The county increased its tariff',
        created_by: building.by,
      },
    ])
    .execute();
}

/** The county's bill at the end of each month, and a water tanker if that was not enough. */
async function fillPurchases(db: Db, building: Building, month: string, at: number, used: number): Promise<void> {
  const all = applyRate(used, bought(building.leaks, at));
  const tanker = at % 3 === 1 ? 10_000 : 0;
  const rows = [
    {
      source: 'county' as const,
      on_day: addDays(month, 24),
      quantity: Math.max(1, all - tanker),
      cents: toCents(Math.floor((all - tanker) / 10) * 85),
      supplier: 'Nairobi Water',
    },
    ...(tanker > 0
      ? [{ source: 'tanker' as const, on_day: addDays(month, 11), quantity: tanker, cents: toCents(350_000), supplier: 'Maji Safi Tankers' }]
      : []),
  ];
  await db
    .insertInto('meter_purchase')
    .values(rows.map((row) => ({ ...row, property_id: building.id, kind: 'water' as const, created_by: building.by })))
    .execute();
}
