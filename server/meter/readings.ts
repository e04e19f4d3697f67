import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import { milliText } from '#contract/meter/amount.ts';
import type { meterCalls } from '#contract/meter/calls.ts';
import { usualDay } from '#contract/meter/days.ts';
import { readingMachine } from '#contract/meter/machine.ts';
import { estimateOf } from '#contract/meter/use.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { move, moveMany } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { pageOf } from '#server/lists/list.ts';
import { giveUpFile, insistDrawable, keep } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { around, followUp } from './facts.ts';
import { billing, cycleFor, insistOpen, log, type MeterRow, meterFor, missing, propertyFor, reading } from './find.ts';
import { insistReadable, keepReading } from './keep.ts';
import { oneReading, readingColumns, toReading } from './rows.ts';

type Calls = typeof meterCalls;

export const read =
  (house: House) =>
  async (ctx: Ctx, { meter_id, ...given }: Input<Calls['read']>): Promise<Result<Calls['read']>> => {
    const meter = await meterFor(ctx, meter_id, reading);
    const property = await propertyFor(ctx, meter.property_id, reading);
    const { id } = await keepReading(ctx, meter, { ...given, source: 'caretaker' });
    await log(ctx, property, 'add', { after: { number: meter.number, value: milliText(given.value), on_day: given.on_day } });
    return oneReading(house, ctx, id);
  };

/** Readings somebody may change, with their meters and then their months held, none of them locked. */
async function openReadings(ctx: Ctx, ids: readonly number[], permission: typeof reading | typeof billing) {
  const rows = await from(ctx, 'meter_reading')
    .selectAll('meter_reading')
    .where('meter_reading.id', 'in', ids)
    .where(mayChange('meter_reading', ctx.me, permission))
    .orderBy('meter_reading.meter_id')
    .execute();
  if (rows.length !== ids.length || new Set(rows.map((row) => row.property_id)).size !== 1) throw missing();
  const meters = new Map<number, MeterRow>();
  for (const { meter_id } of rows) meters.set(meter_id, await meterFor(ctx, meter_id, permission));
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
  for (const cycle of cycles) await insistOpen(ctx, cycle);
  return rows.flatMap((row) => {
    const meter = meters.get(row.meter_id);
    return meter ? [{ row, meter }] : [];
  });
}
async function openReading(ctx: Ctx, id: number, permission: typeof reading | typeof billing) {
  const [one] = await openReadings(ctx, [id], permission);
  if (!one) throw missing();
  return one;
}

export const photo =
  (house: House) =>
  async (ctx: Ctx, { id, file }: Input<Calls['photo']>): Promise<Result<Calls['photo']>> => {
    const { row, meter } = await openReading(ctx, id, reading);
    const property = await propertyFor(ctx, row.property_id, reading);
    await insistDrawable(file, 'photo');
    const kept = await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'photo' });
    await change(ctx, 'meter_reading').set({ file_id: kept.id }).where('id', '=', id).$call(oneRow);
    if (row.file_id !== null) await dropFile(ctx, row.file_id);
    await log(ctx, property, 'edit', { after: { number: meter.number, file_id: kept.id } });
    return oneReading(house, ctx, id);
  };
/** A photo that was sent again goes, unless a reading that was refused still shows it. */
async function dropFile(ctx: Ctx, fileId: number): Promise<void> {
  const named = await everything(ctx.db, 'meter_reading', 'whether a photo is still named')
    .select()
    .select('id')
    .where('file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  if (!named) await giveUpFile(ctx.db, fileId);
}

export const judge =
  (house: House) =>
  async (ctx: Ctx, { ids, accept, reason }: Input<Calls['judge']>): Promise<Result<Calls['judge']>> => {
    if (!accept && reason.length < 3) throw invalid({ reason: m.meter_problem_reason() });
    const wanted = [...new Set(ids)].sort((a, b) => a - b);
    const found = await openReadings(ctx, wanted, billing);
    const [first] = found;
    if (!first) throw missing();
    const property = await propertyFor(ctx, first.row.property_id, billing);
    if (accept) await moveMany(ctx, readingMachine, 'accept', wanted);
    else
      for (const { row, meter } of found) {
        await move(ctx, readingMachine, 'reject', row.id, reason);
        await change(ctx, 'meter_reading').set({ reason }).where('id', '=', row.id).$call(oneRow);
        await followUp(ctx, meter, row.covers);
      }
    const numbers = found.map(({ meter }) => meter.number).join(', ');
    await log(ctx, property, 'edit', {
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
    return { results: rows.map((row) => toReading(house, row)) };
  };

export const estimate =
  (house: House) =>
  async (ctx: Ctx, { meter_id, month, note }: Input<Calls['estimate']>): Promise<Result<Calls['estimate']>> => {
    const meter = await meterFor(ctx, meter_id, billing);
    insistReadable(meter);
    const property = await propertyFor(ctx, meter.property_id, billing);
    const cycle = await cycleFor(ctx, meter.property_id, meter.kind, month);
    await insistOpen(ctx, cycle);
    const covers = usualDay(month);
    const stands = await from(ctx, 'meter_reading')
      .select('meter_reading.id')
      .where('meter_id', '=', meter_id)
      .where('cycle_id', '=', cycle.id)
      .where('handover', '=', false)
      .where('meter_reading.status', '<>', 'rejected')
      .executeTakeFirst();
    if (stands) throw new Refusal('conflict', m.meter_refusal_read_already());
    const { last, past } = await around(ctx, meter, { month, covers });
    const guess = estimateOf(meter, last, past, covers);
    if (!guess || last.covers >= covers) throw new Refusal('conflict', m.meter_refusal_nothing_known());
    const { id } = await keepReading(ctx, meter, { month, ...guess, on_day: covers, handover: false, note, source: 'estimate' });
    await move(ctx, readingMachine, 'estimate', id);
    // It is what it is by rule: there is nothing odd to look at.
    await change(ctx, 'meter_reading').set({ flags: [] }).where('id', '=', id).$call(oneRow);
    await log(ctx, property, 'add', { after: { number: meter.number, value: milliText(guess.value), on_day: covers, status: 'estimated' } });
    return oneReading(house, ctx, id);
  };

export const history =
  (house: House) =>
  async (ctx: Ctx, { id, page, page_size }: Input<Calls['history']>): Promise<Result<Calls['history']>> => {
    const meter = await from(ctx, 'meter').select('meter.id').where('meter.id', '=', id).executeTakeFirst();
    if (!meter) throw missing();
    const found = from(ctx, 'meter_reading')
      .innerJoin('meter_cycle', 'meter_cycle.id', 'meter_reading.cycle_id')
      .where('meter_reading.meter_id', '=', id);
    const { rows, count } = await pageOf(found, { page, page_size }, (q) =>
      q
        .selectAll('meter_reading')
        .select(readingColumns)
        .select(sql<string>`to_char(meter_cycle.month, 'YYYY-MM')`.as('month'))
        .orderBy('meter_reading.covers', 'desc')
        .orderBy('meter_reading.id', 'desc'),
    );
    return { count, results: rows.map((row) => ({ ...toReading(house, row), month: row.month })) };
  };
