import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { lockCompanyAndProperty } from '#server/listing/service.ts';
import { lockBookedUnits } from './homes.ts';
import { notifyApplicant, notifyBookingManagers, readBookingNames } from './notify.ts';
import { addBookingLeadStep, applyBookingEnd, lockBookingById, moveBooking, readBookingUnscoped } from './steps.ts';

const reason = 'the lease was not signed';

/** The lease was rejected or expired and no new version was sent in time, so the unit is released. */
export async function onAgreementUnsettled(ctx: Ctx, { bookingId, propertyId }: DomainEvents['agreement.unsettled']): Promise<void> {
  if (bookingId === null) return;
  await lockCompanyAndProperty(ctx, propertyId);
  await lockBookedUnits(ctx, await readBookingUnscoped(ctx, bookingId));
  const row = await lockBookingById(ctx, bookingId);
  if (row.status !== 'confirmed') return;
  const after = await moveBooking(ctx, row, { name: 'cancel', actor: 'clock', reason });
  await applyBookingEnd(ctx, after, row.status, 'canceled');
  const { home, name } = await readBookingNames(ctx, after);
  await notifyApplicant(ctx, after, 'booking.canceled', { home, reason });
  await notifyBookingManagers(ctx, after, 'booking.given_up', { home, name, reason });
  await addBookingLeadStep(ctx, after, 'booking.canceled');
}
