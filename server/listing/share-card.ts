import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { listingNotFound, readListingDetails } from './listing-reads.ts';
import { selectVisibleListings } from './rows.ts';

type Calls = typeof listingCalls;

/** The caller must be able to see every named record. Otherwise there is no card, even if the listing is public. */
async function isSeen(ctx: Ctx, { listing_id, unit_id, property_id }: HandlerInput<Calls['shareCard']>): Promise<boolean> {
  const asked = [
    listing_id === undefined ? null : from(ctx, 'listing').select('id').where('id', '=', listing_id),
    unit_id === undefined ? null : from(ctx, 'unit').select('id').where('id', '=', unit_id),
    property_id === undefined ? null : from(ctx, 'property:managed').select('id').where('id', '=', property_id),
  ].filter((query) => query !== null);
  for (const query of asked) if (!(await query.executeTakeFirst())) return false;
  return asked.length > 0;
}

/** A card to share on WhatsApp: for a property or unit, its cheapest public listing; null if none is public. */
export async function readShareCard(ctx: Ctx, given: HandlerInput<Calls['shareCard']>): Promise<HandlerResult<Calls['shareCard']>> {
  const { listing_id, unit_id, property_id } = given;
  if (!(await isSeen(ctx, given))) throw listingNotFound();
  const row = await selectVisibleListings(ctx)
    .innerJoin('public_listing', 'public_listing.id', 'listing.id')
    .select(['listing.id', 'property.id as property_id', 'property.name', 'property.slug', 'unit.id as unit_id', 'unit.slug as unit_slug'])
    .$if(listing_id !== undefined, (q) => q.where('listing.id', '=', listing_id ?? null))
    .$if(unit_id !== undefined, (q) => q.where('listing.unit_id', '=', unit_id ?? null))
    .$if(property_id !== undefined, (q) => q.where('listing.property_id', '=', property_id ?? null))
    .orderBy('listing.listing_type')
    .orderBy('listing.price_cents')
    .orderBy('listing.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { card: null };
  const listing = await readListingDetails(ctx, { id: row.id });
  const at = { id: row.property_id, slug: row.slug };
  return {
    card: {
      title: property_id === undefined ? listing.title : row.name,
      path:
        property_id !== undefined || row.unit_id === null
          ? linkTo('portal.property', 'default', at)
          : linkTo('portal.unit', 'default', { ...at, unit_id: row.unit_id, unit_slug: row.unit_slug ?? '' }),
      picture: property_id === undefined ? `/og/listing/${row.id}.jpg` : `/og/property/${row.property_id}.jpg`,
      price_cents: listing.price_cents,
      price_period: listing.price_period,
      move_in_cents: calculateListingCost(listing, clock.today()).move_in_cents,
    },
  };
}
