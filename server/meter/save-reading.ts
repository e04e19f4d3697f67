import { formatMilliUnits } from '#contract/meter/amount.ts';
import { formatReadingFault } from '#contract/meter/fault-text.ts';
import type { MeterReadingSource } from '#contract/meter/kinds.ts';
import { meterReadingMachine } from '#contract/meter/machine.ts';
import { evaluateReading } from '#contract/meter/reading-rules.ts';
import { addDays, countDaysBetween, type Month } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { assertMonthOpen, type CycleRow, getReadingWindow, lockCycle, type MeterRow } from './meter-access.ts';
import { isMoveInDay, readAdjacentReadings, recalculateNextReading, toReadingFacts } from './reading-facts.ts';

type Reading = {
  readonly month: Month;
  readonly value: number;
  readonly on_day: string;
  readonly rolled: boolean;
  readonly handover: boolean;
  readonly note: string;
  readonly source: MeterReadingSource;
  /** The form field of the value, if it has another name. */
  readonly fields?: { readonly value: string };
};

export function assertMeterAcceptsReadings(meter: MeterRow): void {
  if (meter.status === 'replaced') throw new Refusal('wrongState', m.meter_refusal_replaced(), { from: meter.status });
  if (meter.status === 'archived') throw new Refusal('wrongState', m.meter_refusal_archived(), { from: meter.status });
  if (meter.prepaid) throw new Refusal('conflict', m.meter_refusal_prepaid());
}
export const replacedReadingReason = 'a reading is replaced while its meter is locked';

/** The reading that this one would replace: the month's closing reading, or a handover reading of the same day. */
async function standing(ctx: Ctx, meter: MeterRow, cycle: CycleRow, handover: boolean, covers: string) {
  const rows = unscopedTable(ctx.db, 'meter_reading', replacedReadingReason)
    .select()
    .select(['id', 'file_id', 'covers'])
    .where('meter_id', '=', meter.id)
    .where('status', '<>', 'rejected');
  return handover
    ? rows.where('covers', '=', covers).executeTakeFirst()
    : rows.where('cycle_id', '=', cycle.id).where('handover', '=', false).executeTakeFirst();
}

/** Saves a reading in place of an earlier one of the month. An impossible value is rejected at its field. The caller has locked the meter. */
export async function saveMeterReading(ctx: Ctx, meter: MeterRow, given: Reading): Promise<{ id: number; used: number; flags: readonly string[] }> {
  assertMeterAcceptsReadings(meter);
  const cycle = await lockCycle(ctx, meter.property_id, meter.kind, given.month);
  await assertMonthOpen(ctx, cycle);
  const { first, last } = getReadingWindow(given.month);
  if (given.on_day < first || given.on_day > last)
    throw invalidInputRefusal({ on_day: m.meter_problem_window({ first: formatLongDate(first), last: formatLongDate(last) }) });
  const covers = given.handover && (await isMoveInDay(ctx, meter.unit_id, given.on_day)) ? addDays(given.on_day, -1) : given.on_day;
  const before = await standing(ctx, meter, cycle, given.handover, covers);
  const found = await readAdjacentReadings(ctx, meter, { month: given.month, covers, except: before?.id ?? null });
  const judged = evaluateReading(toReadingFacts(meter, found), { value: given.value, covers, rolled: given.rolled, on: given.on_day });
  if (judged.fault !== null) {
    const field = judged.fault === 'future' || judged.fault === 'order' ? 'on_day' : (given.fields?.value ?? 'value');
    throw invalidInputRefusal({
      [field]: formatReadingFault(judged.fault, { value: formatMilliUnits(found.last.value), day: formatLongDate(found.last.covers) }),
    });
  }
  if (before) await makeMove(ctx, meterReadingMachine, 'reject', before.id, 'it was read again');
  const row = await add(ctx, 'meter_reading')
    .values({
      property_id: meter.property_id,
      meter_id: meter.id,
      cycle_id: cycle.id,
      value: given.value,
      on_day: given.on_day,
      covers,
      handover: given.handover,
      rolled: given.rolled,
      source: given.source,
      note: given.note,
      by_id: ctx.me.userId,
      used: judged.used,
      days: countDaysBetween(found.last.covers, covers),
      flags: [...judged.flags],
      file_id: before?.file_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recalculateNextReading(ctx, meter, covers);
  if (before && before.covers < covers) await recalculateNextReading(ctx, meter, before.covers);
  return { id: row.id, used: judged.used, flags: judged.flags };
}
