import { z } from 'zod';
import type { Cents } from './cents.ts';

/** An amount as a call takes it: whole cents, no fewer than `least`. What has passed is money to the compiler, too. */
export const amount = (most = Number.MAX_SAFE_INTEGER, least = 0): z.ZodType<Cents, number> =>
  z.number().int().min(least).max(most) as unknown as z.ZodType<Cents, number>;

/** The same in an address, where everything is text. */
export const amountText = (most: number): z.ZodType<Cents> => z.coerce.number().int().min(0).max(most) as unknown as z.ZodType<Cents>;
