import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { meterCalls } from '#contract/meter/calls.ts';
import type { MeterKind } from '#contract/meter/kinds.ts';
import { meterMachine } from '#contract/meter/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { monthOf } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { isUniqueViolation } from '#server/kernel/unique-violation.ts';
import { containsTextSql, countTabs, getOpenTabCount, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { lockMeter, logMeterChange, type MeterRow, readPropertyWithMeterPermission } from './meter-access.ts';
import { meterColumns, readMeter, toMeter } from './rows.ts';
import { saveMeterReading } from './save-reading.ts';

type Calls = typeof meterCalls;
type Filter = NonNullable<HandlerInput<Calls['list']>['z_filter']>;

function matching(ctx: Ctx, property: number, f: Filter) {
  let found = from(ctx, 'meter').where('meter.property_id', '=', property);
  if (f.kind) found = found.where('meter.kind', '=', f.kind);
  if (f.status) found = found.where('meter.status', '=', f.status);
  if (f.common) found = found.where('meter.unit_id', f.common === 'true' ? 'is' : 'is not', null);
  const { search } = f;
  if (search)
    found = found.where((eb) =>
      eb.or([
        containsTextSql('meter.number', search),
        containsTextSql('meter.place', search),
        sql<boolean>`exists (select 1 from unit su where su.id = meter.unit_id and ${containsTextSql('su.name', search)})`,
      ]),
    );
  return found;
}
const orders = {
  number: sql`meter.number`,
  unit: sql`(select lpad(ou.name, 20) from unit ou where ou.id = meter.unit_id)`,
  installed_on: sql`meter.installed_on`,
};

export async function listMeters(
  ctx: Ctx,
  { property_id, page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  await readPropertyWithMeterPermission(ctx, property_id, 'property_utilities.read');
  const by = orders[sort.replace('-', '') as keyof typeof orders];
  const { rows, count } = await readPage(matching(ctx, property_id, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('meter')
      .select(meterColumns(ctx))
      .orderBy(sql`${by} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')} nulls first`)
      .orderBy('meter.id'),
  );
  const bare = () =>
    from(ctx, 'meter')
      .where('meter.property_id', '=', property_id)
      .$if(z_filter.kind !== undefined, (q) => q.where('kind', '=', z_filter.kind ?? 'water'));
  const counts = await countTabs(tabs, bare, sql`meter.status`);
  return {
    count: z_filter.search || z_filter.common ? count : (getOpenTabCount(counts, z_filter.status) ?? count),
    results: rows.map((row) => toMeter(ctx, row)),
    ...counts,
  };
}

const facts = (
  row: Pick<MeterRow, 'kind' | 'number' | 'place' | 'unit_id' | 'multiplier' | 'digits' | 'installed_on' | 'sealed_on' | 'prepaid' | 'status'>,
) => ({
  kind: row.kind,
  number: row.number,
  place: row.place,
  unit_id: row.unit_id,
  multiplier: row.multiplier,
  digits: row.digits,
  installed_on: row.installed_on,
  sealed_on: row.sealed_on,
  prepaid: row.prepaid,
  status: row.status,
});

async function assertUnitOfProperty(ctx: Ctx, property: number, unit: number | null | undefined): Promise<void> {
  if (unit === null || unit === undefined) return;
  const row = await from(ctx, 'unit')
    .select('unit.id')
    .where('unit.id', '=', unit)
    .where('unit.property_id', '=', property)
    .where('unit.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw invalidInputRefusal({ unit_id: m.meter_problem_unit() });
}
function assertMeterDates(installed: string, sealed: string | null | undefined): void {
  if (installed > clock.today()) throw invalidInputRefusal({ installed_on: m.meter_problem_future() });
  if (sealed && sealed < installed) throw invalidInputRefusal({ sealed_on: m.meter_problem_sealed() });
}
const refuseTakenNumber = (problem: unknown): never => {
  throw isUniqueViolation(problem) ? invalidInputRefusal({ number: m.meter_problem_number() }) : problem;
};
const dialFits = (initial: number, digits: number): void => {
  if (initial >= 10 ** digits * 1000) throw invalidInputRefusal({ initial: m.meter_problem_digits() });
};

export async function createMeter(ctx: Ctx, given: HandlerInput<Calls['create']>): Promise<HandlerResult<Calls['create']>> {
  const property = await readPropertyWithMeterPermission(ctx, given.property_id, 'property_utilities.create');
  await assertUnitOfProperty(ctx, property.id, given.unit_id);
  assertMeterDates(given.installed_on, given.sealed_on);
  dialFits(given.initial, given.digits);
  const row = await add(ctx, 'meter')
    .values({ ...given, created_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTakenNumber);
  await logMeterChange(ctx, property, 'add', { after: facts(row) });
  return readMeter(ctx, row.id);
}

/** The unit fields that contain the meter numbers of each kind. */
const unitKinds: Readonly<Partial<Record<MeterKind, string>>> = { water: 'water', power: 'electricity', gas: 'gas' };

/** Creates a meter for each number stored at a unit, once. */
export async function createMetersFromUnits(
  ctx: Ctx,
  { property_id, kind, installed_on }: HandlerInput<Calls['createFromUnits']>,
): Promise<HandlerResult<Calls['createFromUnits']>> {
  const property = await readPropertyWithMeterPermission(ctx, property_id, 'property_utilities.create');
  assertMeterDates(installed_on, null);
  const { rows } = await sql<{ unit_id: number; number: string }>`/* unscoped: units of a property the caller works on */
    select distinct on (lower(n.number)) u.id as unit_id, n.number from unit u cross join lateral (select left(trim(x ->> 'number'), 40) as number from jsonb_array_elements(u.meters) x
        where x ->> 'kind' = ${unitKinds[kind] ?? ''}) n
    where u.property_id = ${property_id} and u.deleted_at is null and n.number <> ''
      and not exists (select 1 from meter h where h.property_id = u.property_id and h.kind = ${kind} and (lower(h.number) = lower(n.number) or h.unit_id = u.id))
    order by lower(n.number), u.id`.execute(ctx.db);
  if (rows.length > 0)
    await add(ctx, 'meter')
      .values(rows.map(({ unit_id, number }) => ({ property_id, kind, unit_id, number, installed_on, created_by: ctx.me.userId })))
      .execute();
  await logMeterChange(ctx, property, 'add', { after: { kind, installed_on, made: rows.length } });
  return { made: rows.length };
}

export async function updateMeter(ctx: Ctx, { id, revision, ...given }: HandlerInput<Calls['update']>): Promise<HandlerResult<Calls['update']>> {
  const before = await lockMeter(ctx, id, 'property_utilities.edit');
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await readMeter(ctx, id) });
  if (before.status !== 'active')
    throw new Refusal('wrongState', before.status === 'replaced' ? m.meter_refusal_replaced() : m.meter_refusal_archived(), { from: before.status });
  const property = await readPropertyWithMeterPermission(ctx, before.property_id, 'property_utilities.edit');
  await assertUnitOfProperty(ctx, before.property_id, given.unit_id);
  assertMeterDates(before.installed_on, given.sealed_on);
  const turned = ['multiplier', 'digits'].filter((name) => {
    const key = name as 'multiplier' | 'digits';
    return given[key] !== undefined && given[key] !== before[key];
  });
  // The usage so far belongs to the current unit, so the meter needs a final reading before it moves to another.
  if (given.unit_id !== undefined && given.unit_id !== before.unit_id && (await wasRead(ctx, id)))
    throw invalidInputRefusal({ unit_id: m.meter_problem_moved() });
  // These values cannot change, because past usage was computed with them.
  if (turned.length > 0 && (await wasRead(ctx, id)))
    throw invalidInputRefusal(Object.fromEntries(turned.map((name) => [name, m.meter_problem_read_already()])));
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const row = await change(ctx, 'meter')
    .set({ ...changes, revision: before.revision + 1, updated_at: clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTakenNumber);
  await logMeterChange(ctx, property, 'edit', { before: facts(before), after: facts(row) });
  return readMeter(ctx, id);
}
const wasRead = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await unscopedTable(ctx.db, 'meter_reading', 'checks whether a meter has readings')
    .select()
    .select('id')
    .where('meter_id', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * The old meter gets its final reading in the month of that day, and the new one starts there. A meter that moved to another unit starts a new
 * series, and its earlier usage stays with the former unit.
 */
export async function replaceMeter(
  ctx: Ctx,
  { id, on_day, final, rolled, unit_id: to, ...fresh }: HandlerInput<Calls['replace']>,
): Promise<HandlerResult<Calls['replace']>> {
  const old = await lockMeter(ctx, id, 'property_utilities.edit');
  const property = await readPropertyWithMeterPermission(ctx, old.property_id, 'property_utilities.edit');
  if (old.status !== 'active') throw new Refusal('wrongState', m.meter_refusal_replaced(), { from: old.status });
  if (on_day > clock.today()) throw invalidInputRefusal({ on_day: m.meter_problem_future() });
  dialFits(fresh.initial, fresh.digits);
  const unit_id = to === undefined ? old.unit_id : to;
  const moved = unit_id !== old.unit_id;
  if (moved) await assertUnitOfProperty(ctx, property.id, unit_id);
  const { id: readingId } = await saveMeterReading(ctx, old, {
    month: monthOf(on_day),
    value: final,
    on_day,
    rolled,
    handover: true,
    note: '',
    source: 'caretaker' as const,
    fields: { value: 'final' },
  });
  await makeMove(ctx, meterMachine, 'replace', id);
  const { property_id, kind, prepaid } = old;
  const row = await add(ctx, 'meter')
    .values({ ...fresh, property_id, kind, unit_id, prepaid, installed_on: on_day, replaces_id: moved ? null : id, created_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTakenNumber);
  await unscopedTable(ctx.db, 'meter_reading', 'the final reading of a removed meter')
    .change()
    .set({ note: row.number })
    .where('id', '=', readingId)
    .$call(oneRow);
  await logMeterChange(ctx, property, 'edit', {
    before: { number: old.number, unit_id: old.unit_id },
    after: { number: row.number, unit_id, installed_on: on_day },
  });
  return readMeter(ctx, row.id);
}

export async function moveMeter(ctx: Ctx, { id, move: name }: HandlerInput<Calls['move']>): Promise<HandlerResult<Calls['move']>> {
  const before = await lockMeter(ctx, id, 'property_utilities.delete');
  const property = await readPropertyWithMeterPermission(ctx, before.property_id, 'property_utilities.delete');
  const waiting = await unscopedTable(ctx.db, 'meter_reading', 'readings without an invoice are billed first')
    .select()
    .innerJoin('meter_cycle', 'meter_cycle.id', 'meter_reading.cycle_id')
    .select('meter_reading.id')
    .where('meter_reading.meter_id', '=', id)
    .where('meter_reading.status', '<>', 'rejected')
    .where('meter_cycle.status', '<>', 'locked')
    .limit(1)
    .executeTakeFirst();
  if (name === 'archive' && waiting) throw new Refusal('conflict', m.meter_refusal_unlocked_readings());
  const { from: was, to } = await makeMove(ctx, meterMachine, name, id).catch(refuseTakenNumber);
  await logMeterChange(ctx, property, 'edit', { before: { number: before.number, status: was }, after: { number: before.number, status: to } });
  return readMeter(ctx, id);
}
