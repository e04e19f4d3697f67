import { sql } from 'kysely';
import type { BookingBill } from '#contract/booking/bill.ts';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import type { RunningPromotion } from '#contract/promotion/price.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';

const why = 'the unit is listed publicly or was offered to the applicant';

/** A listing as an applicant sees it, with its public price and promotions. */
export const readBookableListing = (ctx: Pick<Ctx, 'db'>, listingId: number) =>
  systemRows(ctx.db, 'listing', why)
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('company', 'company.id', 'property.company_id')
    .leftJoin('person as contact', 'contact.id', 'listing.contact_id')
    .leftJoin('company as theirs', 'theirs.id', 'contact.company_id')
    .selectAll('listing')
    .select(['property.company_id', 'property.name as property_name', 'property.code as property_code', 'property.slug', 'property.region'])
    .select([
      'property.status as property_status',
      'property.stalled',
      'company.name as holder',
      'theirs.id as contact_company',
      'theirs.kind as contact_kind',
    ])
    .select([
      sql<RunningPromotion[]>`running_discounts(listing.id)`.as('discounts'),
      sql<boolean>`exists (select 1 from public_listing pl where pl.id = listing.id)`.as('shown'),
      sql<string[]>`(select coalesce(json_agg(o.perk order by o.id), '[]') from promotion o join promotion_listing ol on ol.promotion_id = o.id
        where ol.listing_id = listing.id and o.status = 'running' and o.perk <> '' and o.promo_code is null and o.deleted_at is null)`.as('perks'),
      // A listing of a whole property covers all its units; where a single unit is required, the first is used.
      sql<
        number | null
      >`coalesce(listing.unit_id, (select min(u.id) from unit u where u.property_id = listing.property_id and u.deleted_at is null))`.as('home_id'),
      sql<boolean>`listing.unit_id is null`.as('whole'),
    ])
    .where('listing.id', '=', listingId)
    .where('listing.deleted_at', 'is', null)
    .executeTakeFirst();
export type BookableListing = NonNullable<Awaited<ReturnType<typeof readBookableListing>>>;

/** The prices agreed in a bid, where they differ from the listing. */
export type AgreedPrices = { readonly price_cents?: number; readonly deposit_cents?: number };

/** The current price, with one line for each part. Promotions do not reduce the price agreed in a bid. */
export function takePriceSnapshot(offer: BookableListing, agreed: AgreedPrices = {}): BookingBill {
  const terms = {
    listing_type: offer.listing_type,
    price_cents: agreed.price_cents ?? offer.price_cents,
    price_period: offer.price_period,
    deposit_cents: agreed.deposit_cents ?? offer.deposit_cents,
    service_charge_cents: offer.service_charge_cents,
    agent_fee_cents: offer.agent_fee_cents,
    other_charges: offer.other_charges as BookingBill['other_charges'],
    discounts: agreed.price_cents === undefined ? offer.discounts : [],
  };
  const bill = calculateListingCost(terms, clock.today());
  return {
    listing_type: terms.listing_type,
    price_cents: terms.price_cents,
    price_period: terms.price_period,
    deposit_cents: terms.deposit_cents,
    service_charge_cents: terms.service_charge_cents,
    other_charges: terms.other_charges,
    month_rent_cents: bill.price_cents,
    due_cents: bill.move_in_cents,
    due: [...bill.moveIn],
    month_cents: bill.month_cents,
    monthly: [...bill.monthly],
    promotion: bill.promotion,
    perks: offer.perks,
  };
}
