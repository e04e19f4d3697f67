import { clock } from '#contract/time/clock.ts';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import type { Follows } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { headsOfHolder } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { homeOf } from './host.ts';
import type { TourRow } from './rows.ts';
import { callOff, moveTo } from './steps.ts';

const why = 'tours of homes about which something else happened';
const openTours = (ctx: Pick<Ctx, 'db'>) =>
  everything(ctx.db, 'tour', why)
    .select()
    .selectAll()
    .where('status', 'in', ['requested', 'confirmed'])
    .where('ends_at', '>', clock.now())
    .orderBy('id')
    .forNoKeyUpdate();

async function cancelAll(asker: Ctx, tours: readonly TourRow[], reason: string): Promise<void> {
  const ctx = unscoped(asker, why);
  for (const tour of tours) await callOff(ctx, tour, 'cancel', 'clock', reason);
}

/** Whether the host of a home has nothing else then. */
async function isFree(ctx: Pick<Ctx, 'db'>, hostId: number, tour: TourRow): Promise<boolean> {
  const busy = await everything(ctx.db, 'tour', why)
    .select()
    .select('id')
    .where('host_id', '=', hostId)
    .where('status', 'in', ['requested', 'confirmed'])
    .where('starts_at', '<', tour.ends_at)
    .where('ends_at', '>', tour.starts_at)
    .executeTakeFirst();
  return busy === undefined;
}

/** Whoever holds the property shows it themselves from now on; where they are busy then, the visitor is told. */
async function rehost(asker: Ctx, tour: TourRow): Promise<void> {
  const ctx = unscoped(asker, why);
  const home = await homeOf(ctx, tour.listing_id, false);
  const [holder] = home ? await headsOfHolder(ctx.db, home.property_id) : [];
  if (!home || !holder || !(await isFree(ctx, holder.id, tour))) return cancelAll(ctx, [tour], m.tour_reason_mandate());
  const { mode } = await everything(ctx.db, 'viewing', why).select().select('mode').where('id', '=', tour.viewing_id).executeTakeFirstOrThrow();
  const slot = { from: tour.starts_at.getTime(), to: tour.ends_at.getTime(), viewingId: null, left: 1 };
  await moveTo(ctx, tour, home, { person_id: holder.id, company_id: home.company_id }, slot, mode);
}

export const tourFollows: Follows = {
  'listing.frozen': async (ctx, { listingId }) =>
    cancelAll(ctx, await openTours(ctx).where('listing_id', '=', listingId).execute(), m.tour_reason_frozen()),
  'unit.frozen': async (ctx, { unitId }) => cancelAll(ctx, await openTours(ctx).where('unit_id', '=', unitId).execute(), m.tour_reason_frozen()),
  'mandate.ended': async (ctx, { agentCompanyId, propertyIds }) => {
    if (propertyIds.length === 0) return;
    const tours = await openTours(ctx).where('agent_company_id', '=', agentCompanyId).where('property_id', 'in', propertyIds).execute();
    for (const tour of tours) await rehost(ctx, tour);
  },
};
