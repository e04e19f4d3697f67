import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatMilliUnits } from '#contract/meter/amount.ts';
import type { meterCalls } from '#contract/meter/calls.ts';
import { getDefaultReadingDay } from '#contract/meter/days.ts';
import { meterReadingMachine } from '#contract/meter/machine.ts';
import { estimateReading } from '#contract/meter/reading-rules.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove, moveRows } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readPage } from '#server/lists/list.ts';
import { assertDecodableImage, releaseFile, storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import {
  assertMonthOpen,
  lockCycle,
  lockMeter,
  logMeterChange,
  type MeterRow,
  meterBillingPermission,
  meterNotFound,
  meterReadingPermission,
  readPropertyWithMeterPermission,
} from './meter-access.ts';
import { readAdjacentReadings, recalculateNextReading } from './reading-facts.ts';
import { readingColumns, readMeterReading, toMeterReading } from './rows.ts';
import { assertMeterAcceptsReadings, saveMeterReading } from './save-reading.ts';

type Calls = typeof meterCalls;

export const addMeterReading =
  (services: RunningServices) =>
  async (ctx: Ctx, { meter_id, ...given }: HandlerInput<Calls['addReading']>): Promise<HandlerResult<Calls['addReading']>> => {
    const meter = await lockMeter(ctx, meter_id, meterReadingPermission);
    const property = await readPropertyWithMeterPermission(ctx, meter.property_id, meterReadingPermission);
    const { id } = await saveMeterReading(ctx, meter, { ...given, source: 'caretaker' });
    await logMeterChange(ctx, property, 'add', { after: { number: meter.number, value: formatMilliUnits(given.value), on_day: given.on_day } });
    return readMeterReading(services, ctx, id);
  };

/** The readings that the caller may change. Their meters and then their months are locked, and none of the months may be locked for billing. */
async function openReadings(ctx: Ctx, ids: readonly number[], permission: typeof meterReadingPermission | typeof meterBillingPermission) {
  const rows = await from(ctx, 'meter_reading')
    .selectAll('meter_reading')
    .where('meter_reading.id', 'in', ids)
    .where(mayChange('meter_reading', ctx.me, permission))
    .orderBy('meter_reading.meter_id')
    .execute();
  if (rows.length !== ids.length || new Set(rows.map((row) => row.property_id)).size !== 1) throw meterNotFound();
  const meters = new Map<number, MeterRow>();
  for (const { meter_id } of rows) meters.set(meter_id, await lockMeter(ctx, meter_id, permission));
  const cycles = await from(ctx, 'meter_cycle')
    .selectAll('meter_cycle')
    .where(
      'id',
      'in',
      rows.map((row) => row.cycle_id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const cycle of cycles) await assertMonthOpen(ctx, cycle);
  return rows.flatMap((row) => {
    const meter = meters.get(row.meter_id);
    return meter ? [{ row, meter }] : [];
  });
}
async function openReading(ctx: Ctx, id: number, permission: typeof meterReadingPermission | typeof meterBillingPermission) {
  const [one] = await openReadings(ctx, [id], permission);
  if (!one) throw meterNotFound();
  return one;
}

export const addMeterReadingPhoto =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, file }: HandlerInput<Calls['addReadingPhoto']>): Promise<HandlerResult<Calls['addReadingPhoto']>> => {
    const { row, meter } = await openReading(ctx, id, meterReadingPermission);
    const property = await readPropertyWithMeterPermission(ctx, row.property_id, meterReadingPermission);
    await assertDecodableImage(file, 'photo');
    const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'photo' });
    await change(ctx, 'meter_reading').set({ file_id: kept.id }).where('id', '=', id).$call(oneRow);
    if (row.file_id !== null) await dropFile(ctx, row.file_id);
    await logMeterChange(ctx, property, 'edit', { after: { number: meter.number, file_id: kept.id } });
    return readMeterReading(services, ctx, id);
  };
/** A replaced photo is deleted, unless a rejected reading still shows it. */
async function dropFile(ctx: Ctx, fileId: number): Promise<void> {
  const named = await unscopedTable(ctx.db, 'meter_reading', 'checks whether a photo is still referenced')
    .select()
    .select('id')
    .where('file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  if (!named) await releaseFile(ctx.db, fileId);
}

export const reviewMeterReadings =
  (services: RunningServices) =>
  async (ctx: Ctx, { ids, accept, reason }: HandlerInput<Calls['reviewReadings']>): Promise<HandlerResult<Calls['reviewReadings']>> => {
    if (!accept && reason.length < 3) throw invalidInputRefusal({ reason: m.meter_problem_reason() });
    const wanted = [...new Set(ids)].sort((a, b) => a - b);
    const found = await openReadings(ctx, wanted, meterBillingPermission);
    const [first] = found;
    if (!first) throw meterNotFound();
    const property = await readPropertyWithMeterPermission(ctx, first.row.property_id, meterBillingPermission);
    if (accept) await moveRows(ctx, meterReadingMachine, 'accept', wanted);
    else
      for (const { row, meter } of found) {
        await makeMove(ctx, meterReadingMachine, 'reject', row.id, reason);
        await change(ctx, 'meter_reading').set({ reason }).where('id', '=', row.id).$call(oneRow);
        await recalculateNextReading(ctx, meter, row.covers);
      }
    const numbers = found.map(({ meter }) => meter.number).join(', ');
    await logMeterChange(ctx, property, 'edit', {
      before: { number: numbers, status: 'submitted' },
      after: { number: numbers, status: accept ? 'accepted' : 'rejected' },
      ...(reason ? { reason } : {}),
    });
    const rows = await from(ctx, 'meter_reading')
      .selectAll('meter_reading')
      .select(readingColumns)
      .where('meter_reading.id', 'in', wanted)
      .orderBy('meter_reading.id')
      .execute();
    return { results: rows.map((row) => toMeterReading(services, row)) };
  };

export const estimateMeterReading =
  (services: RunningServices) =>
  async (ctx: Ctx, { meter_id, month, note }: HandlerInput<Calls['estimateReading']>): Promise<HandlerResult<Calls['estimateReading']>> => {
    const meter = await lockMeter(ctx, meter_id, meterBillingPermission);
    assertMeterAcceptsReadings(meter);
    const property = await readPropertyWithMeterPermission(ctx, meter.property_id, meterBillingPermission);
    const cycle = await lockCycle(ctx, meter.property_id, meter.kind, month);
    await assertMonthOpen(ctx, cycle);
    const covers = getDefaultReadingDay(month);
    const stands = await from(ctx, 'meter_reading')
      .select('meter_reading.id')
      .where('meter_id', '=', meter_id)
      .where('cycle_id', '=', cycle.id)
      .where('handover', '=', false)
      .where('meter_reading.status', '<>', 'rejected')
      .executeTakeFirst();
    if (stands) throw new Refusal('conflict', m.meter_refusal_read_already());
    const { last, past } = await readAdjacentReadings(ctx, meter, { month, covers });
    const guess = estimateReading(meter, last, past, covers);
    if (!guess || last.covers >= covers) throw new Refusal('conflict', m.meter_refusal_nothing_known());
    const { id } = await saveMeterReading(ctx, meter, { month, ...guess, on_day: covers, handover: false, note, source: 'estimate' });
    await makeMove(ctx, meterReadingMachine, 'estimate', id);
    // An estimate is computed by a rule, so it has no flags.
    await change(ctx, 'meter_reading').set({ flags: [] }).where('id', '=', id).$call(oneRow);
    await logMeterChange(ctx, property, 'add', {
      after: { number: meter.number, value: formatMilliUnits(guess.value), on_day: covers, status: 'estimated' },
    });
    return readMeterReading(services, ctx, id);
  };

export const readMeterHistory =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, page, page_size }: HandlerInput<Calls['history']>): Promise<HandlerResult<Calls['history']>> => {
    const meter = await from(ctx, 'meter').select('meter.id').where('meter.id', '=', id).executeTakeFirst();
    if (!meter) throw meterNotFound();
    const found = from(ctx, 'meter_reading')
      .innerJoin('meter_cycle', 'meter_cycle.id', 'meter_reading.cycle_id')
      .where('meter_reading.meter_id', '=', id);
    const { rows, count } = await readPage(found, { page, page_size }, (q) =>
      q
        .selectAll('meter_reading')
        .select(readingColumns)
        .select(sql<string>`to_char(meter_cycle.month, 'YYYY-MM')`.as('month'))
        .orderBy('meter_reading.covers', 'desc')
        .orderBy('meter_reading.id', 'desc'),
    );
    return { count, results: rows.map((row) => ({ ...toMeterReading(services, row), month: row.month })) };
  };
