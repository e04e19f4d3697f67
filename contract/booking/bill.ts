import { z } from 'zod';

const Line = z.object({ kind: z.enum(['price', 'deposit', 'service_charge', 'agent_fee', 'other']), label: z.string(), cents: z.number() });
/** What was asked for when somebody applied, or what a bid agreed on: one snapshot, one line a part. Later changes of the listing change nothing here. */
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
  /** Due before moving in, and what it is made of. */
  due_cents: z.number(),
  due: z.array(Line),
  /** Each month, and what it is made of. */
  month_cents: z.number(),
  monthly: z.array(Line),
  /** The rent of so many first months, as promoted. */
  promotion: z.object({ months: z.number(), cents: z.number() }).nullable(),
  /** What else was promised while they applied; bookings from before say nothing of it. */
  perks: z.array(z.string()).optional(),
});
export type BookingBill = z.output<typeof BookingBill>;
