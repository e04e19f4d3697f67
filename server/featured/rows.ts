import { sql } from 'kysely';
import type { FeaturedDetails, FeaturedSummary } from '#contract/featured/calls.ts';
import { featuredMachine } from '#contract/featured/machine.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { prorateCents, sumCents } from '#contract/money/cents.ts';
import { countDaysInclusive } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';

export const selectVisibleFeaturedBookings = (ctx: Ctx) =>
  from(ctx, 'featured_booking')
    .innerJoin('featured_product', 'featured_product.id', 'featured_booking.product_id')
    .innerJoin('listing', 'listing.id', 'featured_booking.listing_id')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('company', 'company.id', 'featured_booking.company_id')
    .leftJoin('location', 'location.id', 'featured_product.location_id')
    .leftJoin('person', 'person.id', 'featured_booking.created_by');

const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;
/** Enquiries about the listing on the days it was displayed. */
const enquiries = sql<number>`(select count(*)::int from lead l where featured_booking.started_on is not null and l.listing_id = featured_booking.listing_id
  and l.source <> 'manual' and app.day(l.created_at)
    between featured_booking.started_on and coalesce(featured_booking.ended_on, featured_booking.ends_on))`;

export const featuredBookingColumns = [
  'featured_booking.id',
  'featured_booking.code',
  'featured_booking.status',
  'featured_product.name as product',
  'featured_product.placement',
  'location.name as place',
  'listing.title as listing',
  'property.name as property',
  ...companyAndCountyColumns('featured_booking.company_id'),
  day('featured_booking.starts_on').as('starts_on'),
  day('featured_booking.ends_on').as('ends_on'),
  sql<string | null>`to_char(featured_booking.ended_on, 'YYYY-MM-DD')`.as('ended_on'),
  'featured_booking.price_cents',
  'featured_booking.vat_cents',
  'featured_booking.hold_until',
  'featured_booking.impressions',
  'featured_booking.clicks',
  enquiries.as('enquiries'),
  'featured_booking.created_at',
] as const;
export const featuredDetailsColumns = [
  'featured_booking.listing_id',
  'listing.status as listing_status',
  'listing.property_id',
  'property.code as property_code',
  'featured_booking.payment_note',
  'featured_booking.waived',
  'featured_booking.paid_by',
  'featured_booking.returned_cents as returned_net',
  'featured_booking.returned_vat_cents as returned_vat',
  'featured_booking.status_reason',
  'person.name as requested_by',
] as const;

export type FeaturedBookingSummaryRow = Omit<FeaturedSummary, 'created_at' | 'hold_until' | 'total_cents' | 'company' | 'county'> &
  CompanyAndCountyRow & { created_at: Date; hold_until: Date | null };
type Worked = 'days' | 'cost_per_click' | 'cost_per_enquiry' | 'click_rate' | 'returned_cents' | 'moves' | 'payable';
type FullRow = FeaturedBookingSummaryRow & Omit<FeaturedDetails, keyof FeaturedSummary | Worked> & { returned_net: number; returned_vat: number };

export const toFeaturedSummary = <R extends FeaturedBookingSummaryRow>({ holder_id, holder_name, holder_region, ...row }: R) => ({
  ...row,
  ...toCompanyAndCounty({ holder_id, holder_name, holder_region }),
  total_cents: sumCents([row.price_cents, row.vat_cents]),
  hold_until: row.status === 'awaiting_payment' ? (row.hold_until?.toISOString() ?? null) : null,
  created_at: row.created_at.toISOString(),
});

const each = (cents: number, n: number): number | null => (n > 0 ? prorateCents(cents, 1, n) : null);

export function toFeaturedDetails(ctx: Ctx, { returned_net, returned_vat, ...row }: FullRow): FeaturedDetails {
  // The cost without VAT and without credited amounts.
  const cost = row.waived ? 0 : row.price_cents - returned_net;
  const mayAct = ctx.me.grants.has('featured_properties.edit');
  const head = toFeaturedSummary(row);
  return {
    ...head,
    days: countDaysInclusive(row.starts_on, row.ends_on),
    returned_cents: sumCents([returned_net, returned_vat]),
    click_rate: row.impressions > 0 ? prorateCents(row.clicks, 10_000, row.impressions) : null,
    cost_per_click: each(cost, row.clicks),
    cost_per_enquiry: each(cost, row.enquiries),
    moves: mayAct ? listAllowedMoves(featuredMachine, row.status, ctx.me.role) : [],
    payable: row.status === 'awaiting_payment' && head.company.id === ctx.me.companyId && ctx.me.grants.has('featured_properties.create'),
  };
}
