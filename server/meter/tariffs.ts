import { type Selectable, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatMilliUnits } from '#contract/meter/amount.ts';
import type { MeterKind } from '#contract/meter/kinds.ts';
import type { MeterTariff } from '#contract/meter/shapes.ts';
import type { meterUtilityCalls } from '#contract/meter/utility-calls.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { MeterTariffTable } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from, oneRow, remove } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { logMeterChange, meterNotFound, readMeterPermissions, readPropertyWithMeterPermission } from './meter-access.ts';

type Calls = typeof meterUtilityCalls;
type Row = Selectable<MeterTariffTable>;

/** The last billed day of each kind: tariffs in force until then cannot change. */
async function billedUntil(ctx: Pick<Ctx, 'db'>, property: number): Promise<Map<MeterKind, string>> {
  const { rows } = await sql<{ kind: MeterKind; day: string }>`/* unscoped: the last billed month of a property that the caller works on */
    select c.kind, max(l.last_day)::text as day from meter_line l join meter_cycle c on c.id = l.cycle_id where l.property_id = ${property} group by c.kind`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.kind, row.day]));
}

const toTariff = (row: Row, rows: readonly Row[], until: ReadonlyMap<MeterKind, string>): MeterTariff => {
  const today = clock.today();
  const now = rows
    .filter((one) => one.kind === row.kind && one.valid_from <= today)
    .reduce((best, one) => (one.valid_from > best ? one.valid_from : best), '');
  return {
    id: row.id,
    kind: row.kind,
    valid_from: row.valid_from,
    bands: row.bands as MeterTariff['bands'],
    fixed_cents: row.fixed_cents,
    minimum_cents: row.minimum_cents,
    tax_code: row.tax_code,
    note: row.note,
    state: row.valid_from > today ? 'later' : row.valid_from === now ? 'now' : 'past',
    locked: row.valid_from <= (until.get(row.kind) ?? ''),
  };
};

const rowsOf = (ctx: Ctx, property: number) =>
  from(ctx, 'meter_tariff').selectAll('meter_tariff').where('property_id', '=', property).orderBy('kind').orderBy('valid_from', 'desc').execute();

export async function listMeterTariffs(
  ctx: Ctx,
  { property_id, kind }: HandlerInput<Calls['listTariffs']>,
): Promise<HandlerResult<Calls['listTariffs']>> {
  await readPropertyWithMeterPermission(ctx, property_id, 'property_utilities.read');
  const [rows, until, may] = [await rowsOf(ctx, property_id), await billedUntil(ctx, property_id), await readMeterPermissions(ctx, property_id)];
  return {
    results: rows.filter((row) => kind === undefined || row.kind === kind).map((row) => toTariff(row, rows, until)),
    may: { create: may.create, delete: may.delete },
  };
}

const facts = ({
  kind,
  valid_from,
  bands,
  fixed_cents,
  minimum_cents,
  tax_code,
  note,
}: Pick<Row, 'kind' | 'valid_from' | 'bands' | 'fixed_cents' | 'minimum_cents' | 'tax_code' | 'note'>) => ({
  kind,
  valid_from,
  bands: (bands as MeterTariff['bands']).map(
    ({ upto, rate_cents }) => `${upto === null ? '…' : formatMilliUnits(upto)}: ${toDecimalText(rate_cents)}`,
  ),
  fixed_cents,
  minimum_cents,
  tax_code,
  note,
});

export async function addMeterTariff(ctx: Ctx, { bands, ...given }: HandlerInput<Calls['addTariff']>): Promise<HandlerResult<Calls['addTariff']>> {
  const property = await readPropertyWithMeterPermission(ctx, given.property_id, 'property_utilities.create');
  const until = await billedUntil(ctx, property.id);
  const last = until.get(given.kind);
  if (last && given.valid_from <= last)
    throw invalidInputRefusal({ valid_from: m.meter_problem_billed_until({ day: formatLongDate(addDays(last, 1)) }) });
  const values = { ...given, bands: JSON.stringify(bands), created_by: ctx.me.userId };
  const { property_id: _, kind: __, valid_from: ___, ...rest } = values;
  const row = await add(ctx, 'meter_tariff')
    .values(values)
    .onConflict((oc) => oc.columns(['property_id', 'kind', 'valid_from']).doUpdateSet(rest))
    .returningAll()
    .executeTakeFirstOrThrow();
  await logMeterChange(ctx, property, 'add', { after: facts(row) });
  return toTariff(row, await rowsOf(ctx, property.id), until);
}

export async function removeMeterTariff(ctx: Ctx, { id }: HandlerInput<Calls['removeTariff']>): Promise<HandlerResult<Calls['removeTariff']>> {
  const row = await from(ctx, 'meter_tariff')
    .selectAll('meter_tariff')
    .where('id', '=', id)
    .where(mayChange('meter_tariff', ctx.me, 'property_utilities.delete'))
    .executeTakeFirst();
  if (!row) throw meterNotFound();
  const property = await readPropertyWithMeterPermission(ctx, row.property_id, 'property_utilities.delete');
  const last = (await billedUntil(ctx, row.property_id)).get(row.kind);
  if (last && row.valid_from <= last) throw new Refusal('conflict', m.meter_refusal_tariff_used());
  await remove(ctx, 'meter_tariff').where('id', '=', id).$call(oneRow);
  await logMeterChange(ctx, property, 'delete', { before: facts(row) });
  return { id };
}
