import { z } from 'zod';
import { lateFeeKinds, paymentOrders } from './kinds.ts';

const cents = z.number().int().min(0).max(100_000_000_00);

/** What the invoices of a property go by unless a tenancy says otherwise. Every part has a default, so an empty object is a whole one. */
export const Billing = z.strictObject({
  /** Not past the 28th: every month has one. */
  due_day: z.number().int().min(1).max(28).default(5),
  grace_days: z.number().int().min(0).max(60).default(3),
  /** How long before the due day an invoice is sent. */
  lead_days: z.number().int().min(0).max(28).default(7),
  late_fee: z.enum(lateFeeKinds).default('none'),
  late_fee_cents: cents.default(0),
  /** Of the unpaid rent, in hundredths of a percent. */
  late_fee_points: z.number().int().min(0).max(10_000).default(0),
  payment_order: z.enum(paymentOrders).default('oldest_first'),
});
export type Billing = z.output<typeof Billing>;
