import { z } from 'zod';

const Line = z.object({ kind: z.enum(['price', 'deposit', 'service_charge', 'agent_fee', 'other']), label: z.string(), cents: z.number() });
/**
 * The amounts at application time, or those an accepted bid agreed on: one snapshot with a line for each part. Later changes of the listing do not
 * change it.
 */
export const BookingBill = z.object({
  listing_type: z.number(),
  /** The price for one `period` (contract/catalogue/kinds.ts), promotions left out. */
  price_cents: z.number(),
  price_period: z.number(),
  deposit_cents: z.number(),
  service_charge_cents: z.number(),
  other_charges: z.array(z.object({ label: z.string(), cents: z.number(), often: z.enum(['once', 'monthly']) })),
  /** One month's rent: what is compared with income. */
  month_rent_cents: z.number(),
  /** The amount due before moving in, and its lines. */
  due_cents: z.number(),
  due: z.array(Line),
  /** The monthly amount, and its lines. */
  month_cents: z.number(),
  monthly: z.array(Line),
  /** The rent of so many first months, as promoted. */
  promotion: z.object({ months: z.number(), cents: z.number() }).nullable(),
  /** What else was promised while they applied; bookings from before say nothing of it. */
  perks: z.array(z.string()).optional(),
});
export type BookingBill = z.output<typeof BookingBill>;
