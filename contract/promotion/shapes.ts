import { z } from 'zod';
import { appliesTo } from './kinds.ts';

/** What a promotion that runs takes off; `Running` of price.ts, as it travels. */
export const RunningDiscount = z.object({
  discount_type: z.number(),
  value: z.number(),
  stackable: z.boolean(),
  applies_to: z.enum(appliesTo),
  months: z.number(),
});
