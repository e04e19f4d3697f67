import { formatMilliUnits } from '#contract/meter/amount.ts';
import { formatReadingFault } from '#contract/meter/fault-text.ts';
import { meterReadingMachine } from '#contract/meter/machine.ts';
import { evaluateReading } from '#contract/meter/reading-rules.ts';
import { monthOf } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import type { Sentence } from '../../words/sentence.ts';
import { lockMeter, meterBillingPermission } from './meter-access.ts';
import { readAdjacentReadings, recalculateNextReading, toReadingFacts } from './reading-facts.ts';
import { settleMeterMonth } from './settle-month.ts';

const why = 'a reading of a locked month is corrected while the month is locked';

/**
 * Replaces a reading of a locked month. The wrong reading stays as rejected, every month that it counted in is settled again, and the differences are
 * added as new lines. Returns the reason if the value is impossible.
 */
export async function correctReading(ctx: Ctx, lineId: number, value: number, reason: string): Promise<Sentence | null> {
  const line = await from(ctx, 'meter_line').select('reading_id').where('meter_line.id', '=', lineId).executeTakeFirstOrThrow();
  const wrong = await unscopedTable(ctx.db, 'meter_reading', why)
    .select()
    .selectAll('meter_reading')
    .where('id', '=', line.reading_id)
    .executeTakeFirstOrThrow();
  const meter = await lockMeter(ctx, wrong.meter_id, meterBillingPermission);
  const months = await unscopedTable(ctx.db, 'meter_cycle', why)
    .select()
    .selectAll('meter_cycle')
    .where('property_id', '=', wrong.property_id)
    .where('kind', '=', meter.kind)
    .orderBy('month')
    .forNoKeyUpdate()
    .execute();
  const cycle = months.find((one) => one.id === wrong.cycle_id);
  if (!cycle || wrong.status === 'rejected') return null;
  const found = await readAdjacentReadings(ctx, meter, { month: monthOf(cycle.month), covers: wrong.covers, except: wrong.id });
  const judged = evaluateReading(toReadingFacts(meter, found), { value, covers: wrong.covers, on: wrong.on_day, rolled: wrong.rolled });
  if (judged.fault !== null)
    return formatReadingFault(judged.fault, { value: formatMilliUnits(found.last.value), day: formatLongDate(found.last.covers) });
  await makeMove(ctx, meterReadingMachine, 'reject', wrong.id, reason);
  const { id: _, created_at: __, flags: ___, ...rest } = wrong;
  const row = await add(ctx, 'meter_reading')
    .values({ ...rest, value, used: judged.used, status: 'submitted', note: '', by_id: ctx.me.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await makeMove(ctx, meterReadingMachine, 'accept', row.id);
  await recalculateNextReading(ctx, meter, wrong.covers);
  // The month of the reading, and a later month that begins where the reading ends.
  for (const month of months) if (month.month >= cycle.month && month.status === 'locked') await settleMeterMonth(ctx, month, { only: meter.id });
  return null;
}
