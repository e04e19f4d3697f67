import { z } from 'zod';
import { type Cents, convertShillingsToCents } from '#contract/money/cents.ts';

/** A text, whether Safaricom sent it as text or number. */
export const darajaTextField = z.union([z.string(), z.number()]).transform((value) => String(value).trim());
/** A text that may be missing, null or empty. */
export const optionalDarajaText = z
  .unknown()
  .default(null)
  .transform((value): string | null => {
    const said = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return said === '' ? null : said;
  });

/** A value of any type, or null if it is missing. */
export const unknownDarajaField = z.unknown().default(null);

const plain = /^-?\d{1,13}(?:\.\d+)?$/;
const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Reads shillings as number or text, in cents; null for fractions of a cent, other currencies and anything else. */
export function parseDarajaBalance(value: unknown): Cents | null {
  const said = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!plain.test(said) && !grouped.test(said)) return null;
  const bare = said.replaceAll(',', '').replace(/(\.\d*?)0+$/, '$1');
  return /\.\d{3,}$/.test(bare) ? null : convertShillingsToCents(Number(bare));
}
/** An amount that moves is never negative. */
export const parseDarajaAmount = (value: unknown): Cents | null => {
  const cents = parseDarajaBalance(value);
  return cents !== null && cents < 0 ? null : cents;
};

/** Reads one item or a list of them: Safaricom sends a list of one as the item itself. */
export const toDarajaList = <T>(value: T | readonly T[] | null | undefined): readonly T[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];
