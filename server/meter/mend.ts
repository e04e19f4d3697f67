import { milliText } from '#contract/meter/amount.ts';
import { readingMachine } from '#contract/meter/machine.ts';
import { judgeReading } from '#contract/meter/use.ts';
import { faultText } from '#contract/meter/words.ts';
import { monthOf } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import type { Sentence } from '../../words/sentence.ts';
import { around, factsOf, followUp } from './facts.ts';
import { billing, meterFor } from './find.ts';
import { settle } from './settle.ts';

const why = 'a reading of a locked month that was found wrong, with its month held';

/**
 * Another value takes the place of what was read in a locked month: the one that was wrong stays, refused; every month it was counted in is
 * worked out again, and what differs stands beside what was said before. Answers why the value cannot be, if it cannot.
 */
export async function mend(ctx: Ctx, lineId: number, value: number, reason: string): Promise<Sentence | null> {
  const line = await from(ctx, 'meter_line').select('reading_id').where('meter_line.id', '=', lineId).executeTakeFirstOrThrow();
  const wrong = await everything(ctx.db, 'meter_reading', why)
    .select()
    .selectAll('meter_reading')
    .where('id', '=', line.reading_id)
    .executeTakeFirstOrThrow();
  const meter = await meterFor(ctx, wrong.meter_id, billing);
  const months = await everything(ctx.db, 'meter_cycle', why)
    .select()
    .selectAll('meter_cycle')
    .where('property_id', '=', wrong.property_id)
    .where('kind', '=', meter.kind)
    .orderBy('month')
    .forNoKeyUpdate()
    .execute();
  const cycle = months.find((one) => one.id === wrong.cycle_id);
  if (!cycle || wrong.status === 'rejected') return null;
  const found = await around(ctx, meter, { month: monthOf(cycle.month), covers: wrong.covers, except: wrong.id });
  const judged = judgeReading(factsOf(meter, found), { value, covers: wrong.covers, on: wrong.on_day, rolled: wrong.rolled });
  if (judged.fault !== null) return faultText(judged.fault, { value: milliText(found.last.value), day: longDate(found.last.covers) });
  await move(ctx, readingMachine, 'reject', wrong.id, reason);
  const { id: _, created_at: __, flags: ___, ...rest } = wrong;
  const row = await add(ctx, 'meter_reading')
    .values({ ...rest, value, used: judged.used, status: 'submitted', note: '', by_id: ctx.me.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await move(ctx, readingMachine, 'accept', row.id);
  await followUp(ctx, meter, wrong.covers);
  // The month it was read for, and those after it that begin where it ends.
  for (const month of months) if (month.month >= cycle.month && month.status === 'locked') await settle(ctx, month, { only: meter.id });
  return null;
}
