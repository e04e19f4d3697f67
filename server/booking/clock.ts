import { sql } from 'kysely';
import { bookingDeadlines } from '#contract/booking/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { processDueRows, runEachTask } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { lockCompanyAndProperty } from '#server/listing/service.ts';
import { lockBookedUnits } from './homes.ts';
import { formatBookingDay, notifyApplicant, notifyBookingManagers, readBookingNames } from './notify.ts';
import type { BookingRow } from './rows.ts';
import { addBookingLeadStep, applyBookingEnd, lockBookingById, moveBooking, updateBooking } from './steps.ts';

const why = 'scheduled job maintains bookings';
const overdue = sql<boolean>`(decide_by <= app.now() or pay_until <= app.now() or waitlist_until <= app.now() or (consent_until <= app.now() and stage <> 'frozen'))`;
const soon = sql<boolean>`reminded_at is null and (decide_by <= app.now() + make_interval(hours => ${bookingDeadlines.remind}) or pay_until <= app.now() + make_interval(hours => ${bookingDeadlines.remind}))
  and coalesce(decide_by, pay_until) > app.now()`;

const due = (db: Db, which: typeof overdue) =>
  unscopedTable(db, 'booking', why)
    .select()
    .select(['id', 'property_id', 'unit_id', 'whole'])
    .where('status', 'in', ['await_screening', 'await_payment'])
    .where(which)
    .orderBy('id')
    .execute();

const isOver = (until: Date | null): boolean => until !== null && until <= clock.now();

/** Cancels a booking after the sale of the home, because the applicant did not consent that the new owner reads the application. */
async function cancelAfterSale(ctx: Ctx, row: BookingRow): Promise<void> {
  const after = await moveBooking(ctx, row, { name: 'cancel', actor: 'clock', reason: 'sold' });
  await applyBookingEnd(ctx, after, row.status, 'canceled');
  const { home, name } = await readBookingNames(ctx, after);
  await notifyApplicant(ctx, after, 'booking.canceled', { home, reason: 'sold' });
  await notifyBookingManagers(ctx, after, 'booking.given_up', { home, name, reason: 'sold' });
  await addBookingLeadStep(ctx, after, 'booking.canceled');
}

/**
 * Expires bookings past their deadline, each in its own transaction and read again under lock, so that a repeat or a second node finds nothing to do.
 */
export async function expireDueBookings(db: Db): Promise<number> {
  return processDueRows(db, await due(db, overdue), async (tx, { id, ...place }) => {
    const ctx = asClock(tx);
    await lockCompanyAndProperty(ctx, place.property_id);
    await lockBookedUnits(ctx, place);
    const row = await lockBookingById(ctx, id);
    if (!['await_screening', 'await_payment'].includes(row.status)) return;
    if (isOver(row.consent_until) && row.stage !== 'frozen') return cancelAfterSale(ctx, row);
    if (!isOver(row.decide_by ?? row.pay_until ?? row.waitlist_until)) return;
    const after = await moveBooking(ctx, row, { name: 'expire', actor: 'clock' });
    await applyBookingEnd(ctx, after, row.status, 'expired');
    const { home, name } = await readBookingNames(ctx, after);
    await notifyApplicant(ctx, after, 'booking.expired', { home });
    await notifyBookingManagers(ctx, after, 'booking.given_up', { home, name, reason: 'expired' });
    await addBookingLeadStep(ctx, after, 'booking.expired');
  });
}

/** Reminds the responsible person once, a day before a deadline. After downtime, expired bookings get no reminder. */
export async function remindDueBookings(db: Db): Promise<number> {
  return processDueRows(db, await due(db, soon), async (tx, { id }) => {
    const ctx = asClock(tx);
    const row = await lockBookingById(ctx, id);
    const until = row.decide_by ?? row.pay_until;
    if (row.reminded_at !== null || until === null || until <= clock.now()) return;
    const after = await updateBooking(ctx, row, { reminded_at: clock.now() });
    const { home, name } = await readBookingNames(ctx, after);
    if (row.status === 'await_payment') await notifyApplicant(ctx, after, 'booking.expiring', { home, date: formatBookingDay(until) });
    else await notifyBookingManagers(ctx, after, 'booking.deciding', { home, name, date: formatBookingDay(until) });
  });
}

export const bookingJobs = (): readonly ScheduledJob[] => [
  {
    name: 'booking.clock',
    everyMinutes: 5,
    run: (db) => runEachTask([() => remindDueBookings(db), () => expireDueBookings(db)]),
    dryRun: async (db) => (await due(db, overdue)).length,
  },
];
