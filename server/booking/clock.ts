import { sql } from 'kysely';
import { clocks } from '#contract/booking/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { aboveOffers } from '#server/listing/service.ts';
import { unitHeld } from '#server/unit/service.ts';
import { ended, lockById, put, say, step } from './steps.ts';
import { dayText, namesOf, tellApplicant, tellManagers } from './tell.ts';

const why = 'the clock looks after bookings';
const overdue = sql<boolean>`(decide_by <= app.now() or pay_until <= app.now() or waitlist_until <= app.now())`;
const soon = sql<boolean>`reminded_at is null and (decide_by <= app.now() + make_interval(hours => ${clocks.remind}) or pay_until <= app.now() + make_interval(hours => ${clocks.remind}))
  and coalesce(decide_by, pay_until) > app.now()`;

const due = (db: Db, which: typeof overdue) =>
  everything(db, 'booking', why)
    .select()
    .select(['id', 'property_id', 'unit_id'])
    .where('status', 'in', ['await_screening', 'await_payment'])
    .where(which)
    .orderBy('id')
    .limit(500)
    .execute();

/** Whoever let the time pass: each in a transaction of its own, read again under lock, so that a repeat or a second node finds nothing to do. */
export async function expireDue(db: Db): Promise<number> {
  const rows = await due(db, overdue);
  for (const { id, property_id, unit_id } of rows)
    await db.transaction().execute(async (tx) => {
      const ctx = atClock(tx);
      await aboveOffers(ctx, property_id);
      await unitHeld(ctx, unit_id);
      const row = await lockById(ctx, id);
      const until = row.decide_by ?? row.pay_until ?? row.waitlist_until;
      if (!['await_screening', 'await_payment'].includes(row.status) || until === null || until > clock.now()) return;
      const after = await step(ctx, row, { name: 'expire', actor: 'clock' });
      await ended(ctx, after, row.status, 'expired');
      const { home, name } = await namesOf(ctx, after);
      await tellApplicant(ctx, after, 'booking.expired', { home });
      await tellManagers(ctx, after, 'booking.given_up', { home, name, reason: 'expired' });
      await say(ctx, after, 'booking.expired');
    });
  return rows.length;
}

/** A day before: whoever has to act is reminded once. After downtime what is over is only over. */
export async function remindDue(db: Db): Promise<number> {
  const rows = await due(db, soon);
  for (const { id } of rows)
    await db.transaction().execute(async (tx) => {
      const ctx = atClock(tx);
      const row = await lockById(ctx, id);
      const until = row.decide_by ?? row.pay_until;
      if (row.reminded_at !== null || until === null || until <= clock.now()) return;
      const after = await put(ctx, row, { reminded_at: clock.now() });
      const { home, name } = await namesOf(ctx, after);
      if (row.status === 'await_payment') await tellApplicant(ctx, after, 'booking.expiring', { home, date: dayText(until) });
      else await tellManagers(ctx, after, 'booking.deciding', { home, name, date: dayText(until) });
    });
  return rows.length;
}

export const bookingJobs = (): readonly Job[] => [
  {
    name: 'booking.clock',
    everyMinutes: 5,
    run: async (db) => {
      await remindDue(db);
      await expireDue(db);
    },
    dryRun: async (db) => (await due(db, overdue)).length,
  },
];
