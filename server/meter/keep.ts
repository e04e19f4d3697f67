import { milliText } from '#contract/meter/amount.ts';
import type { ReadingSource } from '#contract/meter/kinds.ts';
import { readingMachine } from '#contract/meter/machine.ts';
import { judgeReading } from '#contract/meter/use.ts';
import { faultText } from '#contract/meter/words.ts';
import { addDays, daysBetween, type Month } from '#contract/time/days.ts';
import { invalid } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { around, factsOf, followUp, movedInOn } from './facts.ts';
import { type CycleRow, cycleFor, insistOpen, type MeterRow, windowOf } from './find.ts';

type Reading = {
  readonly month: Month;
  readonly value: number;
  readonly on_day: string;
  readonly rolled: boolean;
  readonly handover: boolean;
  readonly note: string;
  readonly source: ReadingSource;
  /** What the form calls the value, where it is not that. */
  readonly fields?: { readonly value: string };
};

export function insistReadable(meter: MeterRow): void {
  if (meter.status === 'replaced') throw new Refusal('wrongState', m.meter_refusal_replaced(), { from: meter.status });
  if (meter.status === 'archived') throw new Refusal('wrongState', m.meter_refusal_archived(), { from: meter.status });
  if (meter.prepaid) throw new Refusal('conflict', m.meter_refusal_prepaid());
}
export const gone = 'a reading that another takes the place of, of a meter that is held';

/** What stands where this one would: the month's closing one, or a handover of the same day. */
async function standing(ctx: Ctx, meter: MeterRow, cycle: CycleRow, handover: boolean, covers: string) {
  const rows = everything(ctx.db, 'meter_reading', gone)
    .select()
    .select(['id', 'file_id', 'covers'])
    .where('meter_id', '=', meter.id)
    .where('status', '<>', 'rejected');
  return handover
    ? rows.where('covers', '=', covers).executeTakeFirst()
    : rows.where('cycle_id', '=', cycle.id).where('handover', '=', false).executeTakeFirst();
}

/** Keeps what a meter shows, in place of what was sent for it before; says at its field why it cannot be. The meter is held by the caller. */
export async function keepReading(ctx: Ctx, meter: MeterRow, given: Reading): Promise<{ id: number; used: number; flags: readonly string[] }> {
  insistReadable(meter);
  const cycle = await cycleFor(ctx, meter.property_id, meter.kind, given.month);
  await insistOpen(ctx, cycle);
  const { first, last } = windowOf(given.month);
  if (given.on_day < first || given.on_day > last)
    throw invalid({ on_day: m.meter_problem_window({ first: longDate(first), last: longDate(last) }) });
  const covers = given.handover && (await movedInOn(ctx, meter.unit_id, given.on_day)) ? addDays(given.on_day, -1) : given.on_day;
  const before = await standing(ctx, meter, cycle, given.handover, covers);
  const found = await around(ctx, meter, { month: given.month, covers, except: before?.id ?? null });
  const judged = judgeReading(factsOf(meter, found), { value: given.value, covers, rolled: given.rolled, on: given.on_day });
  if (judged.fault !== null) {
    const field = judged.fault === 'future' || judged.fault === 'order' ? 'on_day' : (given.fields?.value ?? 'value');
    throw invalid({ [field]: faultText(judged.fault, { value: milliText(found.last.value), day: longDate(found.last.covers) }) });
  }
  if (before) await move(ctx, readingMachine, 'reject', before.id, 'it was read again');
  const row = await add(ctx, 'meter_reading')
    .values({
      ...{ property_id: meter.property_id, meter_id: meter.id, cycle_id: cycle.id, value: given.value, on_day: given.on_day, covers },
      ...{ handover: given.handover, rolled: given.rolled, source: given.source, note: given.note, by_id: ctx.me.userId },
      ...{ used: judged.used, days: daysBetween(found.last.covers, covers), flags: [...judged.flags], file_id: before?.file_id ?? null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await followUp(ctx, meter, covers);
  if (before && before.covers < covers) await followUp(ctx, meter, before.covers);
  return { id: row.id, used: judged.used, flags: judged.flags };
}
