import { sql } from 'kysely';
import type { FeaturedFull, FeaturedHead } from '#contract/featured/calls.ts';
import { featuredMachine } from '#contract/featured/machine.ts';
import { movesFor } from '#contract/kernel/machine.ts';
import { daysCounted } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { type HolderRow, holderColumns, toHolder } from '#server/lists/holder.ts';

export const visibleBookings = (ctx: Ctx) =>
  from(ctx, 'featured_booking')
    .innerJoin('featured_product', 'featured_product.id', 'featured_booking.product_id')
    .innerJoin('listing', 'listing.id', 'featured_booking.listing_id')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('company', 'company.id', 'featured_booking.company_id')
    .leftJoin('location', 'location.id', 'featured_product.location_id')
    .leftJoin('person', 'person.id', 'featured_booking.created_by');

const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;
/** Enquiries about the offer on the days it really stood there. */
const enquiries = sql<number>`(select count(*)::int from lead l where featured_booking.status in ('running', 'ended') and l.listing_id = featured_booking.listing_id
  and l.source <> 'manual' and app.day(l.created_at)
    between featured_booking.starts_on and coalesce(featured_booking.ended_on, featured_booking.ends_on))`;

export const bookingColumns = [
  'featured_booking.id',
  'featured_booking.code',
  'featured_booking.status',
  'featured_product.name as product',
  'featured_product.placement',
  'location.name as place',
  'listing.title as listing',
  'property.name as property',
  ...holderColumns('featured_booking.company_id'),
  day('featured_booking.starts_on').as('starts_on'),
  day('featured_booking.ends_on').as('ends_on'),
  sql<string | null>`to_char(featured_booking.ended_on, 'YYYY-MM-DD')`.as('ended_on'),
  'featured_booking.price_cents',
  'featured_booking.clicks',
  enquiries.as('enquiries'),
  'featured_booking.created_at',
] as const;
export const fullColumns = [
  'featured_booking.listing_id',
  'listing.status as listing_status',
  'listing.property_id',
  'property.code as property_code',
  'featured_booking.payment_note',
  'featured_booking.waived',
  'featured_booking.status_reason',
  'person.name as requested_by',
] as const;

type Status = FeaturedHead['status'];
export type BookingRow = Omit<FeaturedHead, 'status' | 'created_at' | 'company' | 'county'> & HolderRow & { status: string; created_at: Date };
type FullRow = BookingRow & Omit<FeaturedFull, keyof FeaturedHead | 'days' | 'cost_per_click' | 'cost_per_enquiry' | 'moves'>;

/** `refunded` comes with the money rooms; nothing leads there yet. */
export const toHead = <R extends BookingRow>({ holder_id, holder_name, holder_region, ...row }: R) => ({
  ...row,
  ...toHolder({ holder_id, holder_name, holder_region }),
  status: row.status as Status,
  created_at: row.created_at.toISOString(),
});

const share = (cents: number, n: number): number | null => (n > 0 ? Math.round(cents / n) : null);

export function toFull(ctx: Ctx, row: FullRow): FeaturedFull {
  const paid = row.waived ? 0 : row.price_cents;
  const mayAct = ctx.me.grants.has('featured_properties.edit');
  return {
    ...toHead(row),
    days: daysCounted(row.starts_on, row.ends_on),
    cost_per_click: share(paid, row.clicks),
    cost_per_enquiry: share(paid, row.enquiries),
    moves: mayAct ? movesFor(featuredMachine, row.status as Status, ctx.me.role) : [],
  };
}
