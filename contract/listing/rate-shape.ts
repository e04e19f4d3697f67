import { z } from 'zod';
import { day } from '#contract/kernel/list.ts';
import { estimateKinds } from './rates.ts';

/** What a buyer pays beside the price: hundredths of a percent of it, and the least there is, from a day on. */
export const BuyerRate = z.object({
  kind: z.enum(estimateKinds),
  starts_on: day,
  points: z.number(),
  least_cents: z.number(),
  /** Of duty where nobody knows which rate counts: the lower of the two. */
  low_points: z.number().optional(),
});
