import { atClock } from '#server/kernel/ctx.ts';
import type { ClosingCheck, Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { unitHeld } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { eraseRow } from './decide.ts';
import { ended, say, step } from './steps.ts';
import { namesOf, tellManagers } from './tell.ts';

export const bookingHoldings: Holdings = {
  bookings: (db, id) =>
    everything(db, 'booking', 'the export a person asked for, of what is theirs')
      .select()
      .innerJoin('unit', 'unit.id', 'booking.unit_id')
      .innerJoin('property', 'property.id', 'booking.property_id')
      .select(['booking.code', 'unit.name as unit', 'property.name as property', 'booking.status', 'booking.starts_on', 'booking.term_months'])
      .select(['booking.occupants', 'booking.bill', 'booking.message', 'booking.answer', 'booking.paid', 'booking.created_at'])
      .where('booking.person_id', '=', id)
      .orderBy('booking.id')
      .execute(),
};

/** Who is promised a home takes that back first, so that the next one hears of it. */
export const promised: ClosingCheck = async (db, personId) => {
  const row = await everything(db, 'booking', 'what keeps an account from closing')
    .select()
    .select('code')
    .where('person_id', '=', personId)
    .where('status', 'in', ['await_payment', 'confirmed'])
    .limit(1)
    .executeTakeFirst();
  return row ? m.booking_closing_promised({ code: row.code }) : null;
};

const closed = 'the account was closed';
/** What is still being looked at is taken back, and nothing of what any of them said of the person stays. */
export const forgetBookings: Forget = async (tx, id) => {
  const ctx = atClock(tx, 'a closed account is forgotten');
  const rows = await systemRows(tx, 'booking', 'the clock forgets closed accounts')
    .selectAll()
    .where('person_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) {
    if (row.status === 'deleted' || row.status === 'closed') continue;
    let now = row;
    if (row.status === 'await_screening' || row.status === 'await_payment' || row.status === 'confirmed') {
      await unitHeld(ctx, row.unit_id);
      now = await step(ctx, row, { name: 'cancel', actor: 'clock', reason: closed });
      await ended(ctx, now, row.status, 'canceled');
      const { home, name } = await namesOf(ctx, now);
      await tellManagers(ctx, now, 'booking.given_up', { home, name, reason: closed });
      await say(ctx, now, 'booking.canceled');
    }
    await eraseRow(ctx, now, closed, 'clock');
  }
  await everything(tx, 'booking', 'the clock forgets closed accounts')
    .change()
    .set({ message: '', answer: '', said_paid: null })
    .where('person_id', '=', id)
    .execute();
};
