import { z } from 'zod';
import { type Cents, fromShillings } from '#contract/money/cents.ts';

/** A text, whether Safaricom sent it as one or as a number. */
export const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim());
/** The same where it may be missing, null or empty. */
export const maybe = z
  .unknown()
  .default(null)
  .transform((value): string | null => {
    const said = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return said === '' ? null : said;
  });

/** Whatever it is, or null where it is missing. */
export const anything = z.unknown().default(null);

const plain = /^-?\d{1,13}(?:\.\d+)?$/;
const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Shillings as a number or a text, in cents; null for fractions of a cent, other currencies and whatever else is no amount. */
export function balanceOf(value: unknown): Cents | null {
  const said = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!plain.test(said) && !grouped.test(said)) return null;
  const bare = said.replaceAll(',', '').replace(/(\.\d*?)0+$/, '$1');
  return /\.\d{3,}$/.test(bare) ? null : fromShillings(Number(bare));
}
/** What moves is never below zero. */
export const amountOf = (value: unknown): Cents | null => {
  const cents = balanceOf(value);
  return cents !== null && cents < 0 ? null : cents;
};

/** One thing or a list of them: Safaricom sends a list of one as the thing itself. */
export const oneOrMany = <T>(value: T | readonly T[] | null | undefined): readonly T[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];
