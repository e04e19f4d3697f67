import { z } from 'zod';
import { paymentAllocationOrders, propertyLateFeeKinds } from './kinds.ts';

const cents = z.number().int().min(0).max(100_000_000_00);

/** The billing settings of a property, unless a tenancy sets its own. Every part has a default, so an empty object is complete. */
export const BillingSettings = z.strictObject({
  /** The due day of a month: at most the 28th, which every month has. */
  due_day: z.number().int().min(1).max(28).default(5),
  grace_days: z.number().int().min(0).max(60).default(3),
  /** Days before the due date on which an invoice is sent. */
  lead_days: z.number().int().min(0).max(28).default(7),
  late_fee: z.enum(propertyLateFeeKinds).default('none'),
  late_fee_cents: cents.default(0),
  /** Share of the unpaid rent, in hundredths of a percent. */
  late_fee_points: z.number().int().min(0).max(10_000).default(0),
  payment_order: z.enum(paymentAllocationOrders).default('oldest_first'),
});
export type BillingSettings = z.output<typeof BillingSettings>;
