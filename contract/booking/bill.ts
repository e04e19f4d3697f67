import { z } from 'zod';

const Line = z.object({ kind: z.enum(['price', 'deposit', 'service_charge', 'agent_fee', 'other']), label: z.string(), cents: z.number() });
/**
 * The amounts at application time, or those an accepted bid agreed on: one snapshot with a line for each part. Later changes of the listing do not
 * change it.
 */
export const BookingBill = z.object({
  listing_type: z.number(),
  /** The price for one `period` (contract/catalogue/kinds.ts), without promotions. */
  price_cents: z.number(),
  price_period: z.number(),
  deposit_cents: z.number(),
  service_charge_cents: z.number(),
  other_charges: z.array(z.object({ label: z.string(), cents: z.number(), often: z.enum(['once', 'monthly']) })),
  /** The rent of one month, which screening compares with the income. */
  month_rent_cents: z.number(),
  /** The amount due before moving in, and its lines. */
  due_cents: z.number(),
  due: z.array(Line),
  /** The monthly amount, and its lines. */
  month_cents: z.number(),
  monthly: z.array(Line),
  /** The rent of so many first months, as promoted. */
  promotion: z.object({ months: z.number(), cents: z.number() }).nullable(),
  /** Other benefits promised at the time of the application. Older bookings do not contain this field. */
  perks: z.array(z.string()).optional(),
});
export type BookingBill = z.output<typeof BookingBill>;
