import { type RawBuilder, sql } from 'kysely';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { calculateListingCost, type ListingCostTerms } from '#contract/listing/cost-breakdown.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { ModuleLookups } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';

const open = (ctx: Ctx) => from(ctx, 'listing').select('code').where('deleted_at', 'is', null).where('status', 'not in', ['closed', 'archived']);

/** Listings of the unit itself; `more` adds a condition. */
const listed = (unit: RawBuilder<unknown>, more: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from listing l where l.unit_id = ${unit} and l.deleted_at is null and ${more})`;

export const listingLookups: Partial<ModuleLookups> = {
  offersShown: (which) => sql`(select count(*)::int from public_listing l join property p on p.id = l.property_id where p.company_id in ${which})`,
  offersOfUnit: async (ctx, unitId) => {
    const rows = await from(ctx, 'listing')
      .select(['id', 'code', 'title', 'listing_type', 'price_cents', 'price_period', 'status', 'published_at', 'views', 'enquiries'])
      .select(['deposit_cents', 'service_charge_cents', 'agent_fee_cents', 'other_charges'])
      .where('unit_id', '=', unitId)
      .orderBy('id', 'desc')
      .limit(100)
      .execute();
    return rows.map(({ deposit_cents, service_charge_cents, agent_fee_cents, other_charges, ...row }) => {
      const charges = { deposit_cents, service_charge_cents, agent_fee_cents, other_charges: other_charges as ListingCostTerms['other_charges'] };
      const { month_cents, monthly } = calculateListingCost({ ...row, ...charges, discounts: [] }, clock.today());
      return { ...row, published_at: row.published_at?.toISOString() ?? null, month_cents, monthly: [...monthly] };
    });
  },
  pricesOfUnit: (
    unitId,
  ) => sql`/* unscoped: data of a unit that was loaded through the scope */ select 'p' || l.id || '-' || extract(epoch from lp.at), lp.at, 'price', lp.by, null, null, null, l.title,
      lp.price_cents, lp.price_period, null::jsonb, '[]'::jsonb
    from listing_price lp join listing l on l.id = lp.listing_id where l.unit_id = ${unitId}`,
  openOffersOf: async (ctx, unitIds) => (await open(ctx).where('unit_id', 'in', unitIds).orderBy('id').execute()).map(({ code }) => code),
  openOfferWith: async (ctx, { id, property_id }) =>
    (
      await open(ctx)
        .where(
          sql<boolean>`(unit_id = ${id} or (unit_id is null and listing_type <> ${listingTypes.buy} and property_id = ${property_id}
            and not exists (select 1 from unit o where o.property_id = ${property_id} and o.id <> ${id} and o.deleted_at is null)))`,
        )
        .executeTakeFirst()
    )?.code,
  sharedListings:
    () => sql`(select l.id, l.listing_type, l.title, l.price_cents, l.price_period, l.unit_id, l.property_id, p.name, place.name as place, county.name as county
    from listing l join public_listing pl on pl.id = l.id join property p on p.id = pl.property_id join location place on place.id = p.location_id
    left join location county on county.county = p.region and county.kind = 'county')`,
  isListedOrInReview: (unit) => listed(unit, sql`l.status in ('live', 'review')`),
  isWholeListedOrInReview: (property) => sql<boolean>`exists (select 1 from listing l where l.property_id = ${property} and l.unit_id is null
    and l.deleted_at is null and l.status in ('live', 'review'))`,
  isListed: (unit) => listed(unit, sql`l.status = 'live'`),
  isListedForOtherRent: (unit, rent) =>
    listed(unit, sql`l.status = 'live' and l.listing_type = 0 and l.price_period = 2 and l.price_cents <> ${rent}`),
  isOffered: (unit) => sql<boolean>`exists (select 1 from listing l where l.unit_id = ${unit} and l.deleted_at is null)`,
};
