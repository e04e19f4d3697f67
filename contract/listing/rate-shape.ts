import { z } from 'zod';
import { day } from '#contract/kernel/list.ts';
import { buyerEstimateKinds } from './rates.ts';

/** A rate a buyer pays beside the price: hundredths of a percent with a minimum, from a start date. */
export const BuyerRate = z.object({
  kind: z.enum(buyerEstimateKinds),
  starts_on: day,
  points: z.number(),
  least_cents: z.number(),
  /** Duty where the applicable rate is unknown: the lower of the two. */
  low_points: z.number().optional(),
});
