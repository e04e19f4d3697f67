import type { Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { aboveOffers } from '#server/listing/service.ts';
import { homesHeld } from './homes.ts';
import { ended, lockById, say, seenById, step } from './steps.ts';
import { namesOf, tellApplicant, tellManagers } from './tell.ts';

const reason = 'the lease was not signed';

/** The lease was rejected or ran out, and no new version came in time: the home is not held for ever. */
export async function unsettled(ctx: Ctx, { bookingId, propertyId }: Happenings['agreement.unsettled']): Promise<void> {
  if (bookingId === null) return;
  await aboveOffers(ctx, propertyId);
  await homesHeld(ctx, await seenById(ctx, bookingId));
  const row = await lockById(ctx, bookingId);
  if (row.status !== 'confirmed') return;
  const after = await step(ctx, row, { name: 'cancel', actor: 'clock', reason });
  await ended(ctx, after, row.status, 'canceled');
  const { home, name } = await namesOf(ctx, after);
  await tellApplicant(ctx, after, 'booking.canceled', { home, reason });
  await tellManagers(ctx, after, 'booking.given_up', { home, name, reason });
  await say(ctx, after, 'booking.canceled');
}
