import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { meterCalls } from '#contract/meter/calls.ts';
import { meterCycleMachine, meterReadingMachine } from '#contract/meter/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { monthEnd } from '#contract/time/days.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove, moveRows } from '#server/kernel/move.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import {
  type CycleRow,
  getFirstDayOfMonth,
  lockCycle,
  logMeterChange,
  meterBillingPermission,
  readPropertyWithMeterPermission,
} from './meter-access.ts';
import { toMeterCycle } from './month-readings.ts';
import { settleMeterMonth } from './settle-month.ts';

type Calls = typeof meterCalls;

/** Readings without flags are accepted; flagged ones stay pending for review. */
async function takePlain(ctx: Ctx, cycle: CycleRow): Promise<void> {
  const plain = await from(ctx, 'meter_reading')
    .select('meter_reading.id')
    .where('cycle_id', '=', cycle.id)
    .where('meter_reading.status', '=', 'submitted')
    .where(sql<boolean>`flags = '{}'`)
    .orderBy('meter_reading.id')
    .execute();
  await moveRows(
    ctx,
    meterReadingMachine,
    'accept',
    plain.map((row) => row.id),
  );
}

async function assertCycleReady(ctx: Ctx, cycle: CycleRow, without: boolean): Promise<void> {
  const month = cycle.month.slice(0, 7);
  if (monthEnd(getFirstDayOfMonth(month)) > clock.today()) throw new Refusal('conflict', m.meter_refusal_month_lasts());
  const { rows } = await sql<{
    waiting: number;
    missing: number;
    earlier: number;
  }>`/* unscoped: checks whether a month of a property that the caller works on is complete */ select
      (select count(*)::int from meter_reading r where r.cycle_id = ${cycle.id} and r.status = 'submitted') as waiting,
      (select count(*)::int from meter t where t.property_id = ${cycle.property_id} and t.kind = ${cycle.kind} and t.status = 'active' and not t.prepaid
        and t.installed_on <= ${monthEnd(getFirstDayOfMonth(month))}::date and not exists (select 1 from meter_reading r where r.meter_id = t.id and r.cycle_id = ${cycle.id}
          and r.status <> 'rejected' and not r.handover)) as missing,
      (select count(*)::int from meter_cycle e where e.property_id = ${cycle.property_id} and e.kind = ${cycle.kind} and e.month < ${cycle.month}::date and e.status <> 'locked'
        and exists (select 1 from meter_reading r where r.cycle_id = e.id and r.status <> 'rejected')) as earlier`.execute(ctx.db);
  const found = rows[0] ?? { waiting: 0, missing: 0, earlier: 0 };
  if (found.earlier > 0) throw new Refusal('conflict', m.meter_refusal_earlier_open());
  if (found.waiting > 0) throw new Refusal('conflict', m.meter_refusal_flagged({ count: found.waiting }));
  if (found.missing > 0 && !without)
    throw new Refusal('conflict', m.meter_refusal_missing({ count: found.missing }), { missing_readings: found.missing });
}

export async function changeCycleStatus(
  ctx: Ctx,
  { property_id, kind, month, move: name, without }: HandlerInput<Calls['changeCycleStatus']>,
): Promise<HandlerResult<Calls['changeCycleStatus']>> {
  const property = await readPropertyWithMeterPermission(ctx, property_id, meterBillingPermission);
  const cycle = await lockCycle(ctx, property_id, kind, month);
  if (name === 'review') await takePlain(ctx, cycle);
  if (name === 'lock') {
    if (cycle.status === 'review') await takePlain(ctx, cycle);
    await assertCycleReady(ctx, cycle, without);
  }
  const { from: was, to } = await makeMove(ctx, meterCycleMachine, name, cycle.id);
  if (name === 'lock') await change(ctx, 'meter_cycle').set({ locked_at: clock.now() }).where('id', '=', cycle.id).$call(oneRow);
  const sums = name === 'lock' ? await settleMeterMonth(ctx, cycle) : { lines: 0, cents: 0 };
  await logMeterChange(ctx, property, 'edit', { before: { kind, month, status: was }, after: { kind, month, status: to } });
  const row = await from(ctx, 'meter_cycle').selectAll('meter_cycle').where('id', '=', cycle.id).executeTakeFirstOrThrow();
  return { ...(await toMeterCycle(ctx, property_id, month, row)), ...sums };
}
