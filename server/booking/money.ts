import type { PaidWay } from '#contract/booking/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { aboveOffers } from '#server/listing/service.ts';
import { homesHeld } from './homes.ts';
import { lockById, say, seenById, step } from './steps.ts';
import { namesOf, tellApplicant } from './tell.ts';

/** A booking under lock with the home above it, for whoever brings money that may confirm it: property, units, booking. */
export async function bookingHeld(ctx: Ctx, id: number): Promise<void> {
  const seen = await seenById(ctx, id);
  await aboveOffers(ctx, seen.property_id);
  await homesHeld(ctx, seen);
  await lockById(ctx, id);
}

const ways: Readonly<Record<string, PaidWay>> = { bank: 'bank', cash: 'cash', cheque: 'cheque', card: 'card' };
type Money = { readonly cents: number; readonly on: string; readonly how: string };

/**
 * All that was asked for before moving in is paid: the booking is confirmed, as whoever manages it would. One that is confirmed already, or over, stays
 * as it is; a frozen one waits until the platform has looked (invoice's clock asks again). Whoever calls holds it.
 */
export async function confirmedByMoney(ctx: Ctx, id: number, { cents, on, how }: Money): Promise<void> {
  const row = await lockById(ctx, id);
  if (row.status !== 'await_payment' || row.stage === 'frozen') return;
  const paid = { cents, how: ways[how] ?? 'mpesa', on, note: '', file_id: null, why_less: '', by: null };
  const after = await step(ctx, row, { name: 'confirm', actor: 'clock', set: { stage: 'screening', paid: JSON.stringify(paid) } });
  const { home } = await namesOf(ctx, after);
  await tellApplicant(ctx, after, 'booking.confirmed', { home });
  await say(ctx, after, 'booking.paid');
  await happened(ctx, 'booking.paid', { bookingId: id });
}
