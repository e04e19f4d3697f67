import { sql } from 'kysely';
import { clocks } from '#contract/booking/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { eachDue, oneByOne } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { aboveOffers } from '#server/listing/service.ts';
import { homesHeld } from './homes.ts';
import type { BookingRow } from './rows.ts';
import { ended, lockById, put, say, step } from './steps.ts';
import { dayText, namesOf, tellApplicant, tellManagers } from './tell.ts';

const why = 'the clock looks after bookings';
const overdue = sql<boolean>`(decide_by <= app.now() or pay_until <= app.now() or waitlist_until <= app.now() or (consent_until <= app.now() and stage <> 'frozen'))`;
const soon = sql<boolean>`reminded_at is null and (decide_by <= app.now() + make_interval(hours => ${clocks.remind}) or pay_until <= app.now() + make_interval(hours => ${clocks.remind}))
  and coalesce(decide_by, pay_until) > app.now()`;

const due = (db: Db, which: typeof overdue) =>
  everything(db, 'booking', why)
    .select()
    .select(['id', 'property_id', 'unit_id', 'whole'])
    .where('status', 'in', ['await_screening', 'await_payment'])
    .where(which)
    .orderBy('id')
    .execute();

const isOver = (until: Date | null): boolean => until !== null && until <= clock.now();

/** The home was sold, and the applicant did not say that its new holder may read their application. */
async function takenBack(ctx: Ctx, row: BookingRow): Promise<void> {
  const after = await step(ctx, row, { name: 'cancel', actor: 'clock', reason: 'sold' });
  await ended(ctx, after, row.status, 'canceled');
  const { home, name } = await namesOf(ctx, after);
  await tellApplicant(ctx, after, 'booking.canceled', { home, reason: 'sold' });
  await tellManagers(ctx, after, 'booking.given_up', { home, name, reason: 'sold' });
  await say(ctx, after, 'booking.canceled');
}

/** Whoever let the time pass: each in a transaction of its own, read again under lock, so that a repeat or a second node finds nothing to do. */
export async function expireDue(db: Db): Promise<number> {
  return eachDue(db, await due(db, overdue), async (tx, { id, ...place }) => {
    const ctx = atClock(tx);
    await aboveOffers(ctx, place.property_id);
    await homesHeld(ctx, place);
    const row = await lockById(ctx, id);
    if (!['await_screening', 'await_payment'].includes(row.status)) return;
    if (isOver(row.consent_until) && row.stage !== 'frozen') return takenBack(ctx, row);
    if (!isOver(row.decide_by ?? row.pay_until ?? row.waitlist_until)) return;
    const after = await step(ctx, row, { name: 'expire', actor: 'clock' });
    await ended(ctx, after, row.status, 'expired');
    const { home, name } = await namesOf(ctx, after);
    await tellApplicant(ctx, after, 'booking.expired', { home });
    await tellManagers(ctx, after, 'booking.given_up', { home, name, reason: 'expired' });
    await say(ctx, after, 'booking.expired');
  });
}

/** A day before: whoever has to act is reminded once. After downtime what is over is only over. */
export async function remindDue(db: Db): Promise<number> {
  return eachDue(db, await due(db, soon), async (tx, { id }) => {
    const ctx = atClock(tx);
    const row = await lockById(ctx, id);
    const until = row.decide_by ?? row.pay_until;
    if (row.reminded_at !== null || until === null || until <= clock.now()) return;
    const after = await put(ctx, row, { reminded_at: clock.now() });
    const { home, name } = await namesOf(ctx, after);
    if (row.status === 'await_payment') await tellApplicant(ctx, after, 'booking.expiring', { home, date: dayText(until) });
    else await tellManagers(ctx, after, 'booking.deciding', { home, name, date: dayText(until) });
  });
}

export const bookingJobs = (): readonly Job[] => [
  {
    name: 'booking.clock',
    everyMinutes: 5,
    run: (db) => oneByOne([() => remindDue(db), () => expireDue(db)]),
    dryRun: async (db) => (await due(db, overdue)).length,
  },
];
