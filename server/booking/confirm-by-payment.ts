import type { ExternalPaymentMethod } from '#contract/booking/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { lockCompanyAndProperty } from '#server/listing/service.ts';
import { lockBookedUnits } from './homes.ts';
import { notifyApplicant, readBookingNames } from './notify.ts';
import { addBookingLeadStep, lockBookingById, moveBooking, readBookingUnscoped } from './steps.ts';

/** Locks a booking and its home (property, units, booking) for a payment that may confirm it. */
export async function lockBooking(ctx: Ctx, id: number): Promise<void> {
  const seen = await readBookingUnscoped(ctx, id);
  await lockCompanyAndProperty(ctx, seen.property_id);
  await lockBookedUnits(ctx, seen);
  await lockBookingById(ctx, id);
}

const ways: Readonly<Record<string, ExternalPaymentMethod>> = { bank: 'bank', cash: 'cash', cheque: 'cheque', card: 'card' };
type Money = { readonly cents: number; readonly on: string; readonly how: string };

/**
 * Confirms the booking when everything due before move-in is paid, as the manager would. A confirmed or ended booking does not change; a frozen one
 * waits for the platform's review (the invoice job tries again). The caller has locked it.
 */
export async function confirmBookingByPayment(ctx: Ctx, id: number, { cents, on, how }: Money): Promise<void> {
  const row = await lockBookingById(ctx, id);
  if (row.status !== 'await_payment' || row.stage === 'frozen') return;
  const paid = { cents, how: ways[how] ?? 'mpesa', on, note: '', file_id: null, why_less: '', by: null };
  const after = await moveBooking(ctx, row, { name: 'confirm', actor: 'clock', set: { stage: 'screening', paid: JSON.stringify(paid) } });
  const { home } = await readBookingNames(ctx, after);
  await notifyApplicant(ctx, after, 'booking.confirmed', { home });
  await addBookingLeadStep(ctx, after, 'booking.paid');
  await publishEvent(ctx, 'booking.paid', { bookingId: id });
}
