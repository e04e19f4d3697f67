import { z } from 'zod';
import type { Cents } from './cents.ts';

/** The schema of an amount in a call: whole cents, at least `least`. The parsed value has the type of an amount. */
export const amountSchema = (most = Number.MAX_SAFE_INTEGER, least = 0): z.ZodType<Cents, number> =>
  z.number().int().min(least).max(most) as unknown as z.ZodType<Cents, number>;

/** The schema of an amount in an address or a form with a file, where every value is text. */
export const amountTextSchema = (most: number, least = 0): z.ZodType<Cents> =>
  z.coerce.number().int().min(least).max(most) as unknown as z.ZodType<Cents>;
