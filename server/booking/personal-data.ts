import { asClock } from '#server/kernel/ctx.ts';
import type { ClosingCheck, ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { lockUnit } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { eraseBookingRow } from './decide.ts';
import { notifyBookingManagers, readBookingNames } from './notify.ts';
import { addBookingLeadStep, applyBookingEnd, moveBooking } from './steps.ts';

export const bookingPersonalData: PersonalData = {
  bookings: (db, id) =>
    unscopedTable(db, 'booking', 'a person exports their own personal data')
      .select()
      .innerJoin('unit', 'unit.id', 'booking.unit_id')
      .innerJoin('property', 'property.id', 'booking.property_id')
      .select(['booking.code', 'unit.name as unit', 'property.name as property', 'booking.status', 'booking.starts_on', 'booking.term_months'])
      .select(['booking.occupants', 'booking.bill', 'booking.message', 'booking.answer', 'booking.paid', 'booking.created_at'])
      .where('booking.person_id', '=', id)
      .orderBy('booking.id')
      .execute(),
};

/** A person with a reserved home must cancel the booking before closing the account, so that the next applicant gets the home. */
export const reservedHomesCheck: ClosingCheck = async (db, personId) => {
  const row = await unscopedTable(db, 'booking', 'checks whether bookings prevent the account from closing')
    .select()
    .select('code')
    .where('person_id', '=', personId)
    .where('status', 'in', ['await_payment', 'confirmed'])
    .limit(1)
    .executeTakeFirst();
  return row ? m.booking_closing_promised({ code: row.code }) : null;
};

const closed = 'the account was closed';
/** Pending bookings are withdrawn, and texts about the person are deleted. */
export const eraseBookingPersonalData: ErasePersonalData = async (tx, id) => {
  const ctx = asClock(tx, 'scheduled job erases the data of closed accounts');
  const rows = await systemRows(tx, 'booking', 'scheduled job erases the data of closed accounts')
    .selectAll()
    .where('person_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) {
    if (row.status === 'deleted' || row.status === 'closed') continue;
    let now = row;
    if (row.status === 'await_screening' || row.status === 'await_payment' || row.status === 'confirmed') {
      await lockUnit(ctx, row.unit_id);
      now = await moveBooking(ctx, row, { name: 'cancel', actor: 'clock', reason: closed });
      await applyBookingEnd(ctx, now, row.status, 'canceled');
      const { home, name } = await readBookingNames(ctx, now);
      await notifyBookingManagers(ctx, now, 'booking.given_up', { home, name, reason: closed });
      await addBookingLeadStep(ctx, now, 'booking.canceled');
    }
    await eraseBookingRow(ctx, now, closed, 'clock');
  }
  await unscopedTable(tx, 'booking', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ message: '', answer: '', said_paid: null })
    .where('person_id', '=', id)
    .execute();
};
