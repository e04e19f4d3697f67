import { z } from 'zod';
import { promotionTargets } from './kinds.ts';

/** The discount of a running promotion: `Running` of price.ts in the API's format. */
export const RunningDiscount = z.object({
  discount_type: z.number(),
  value: z.number(),
  stackable: z.boolean(),
  applies_to: z.enum(promotionTargets),
  months: z.number(),
});
