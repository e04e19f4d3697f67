import { type Cents, toCents } from './cents.ts';

// "45k sh" are thousands of shillings; in "45 k sh" and "45ksh" the k belongs to Kenyan shillings.
const currency =
  /\bk\.?\s?sh\.?s?\.?|k\.?sh\.?s?\.?|kes\.?|\bshs?\.?(?=\s|\d|$)|\/[=-]+|(?:\/|\bper\b|\bp\.?\s?)\s*(?:month|mo|m)\b\.?|\bpm\b|\bkwa mwezi\b/gi;
const sizes: Readonly<Record<string, number>> = { '': 2, k: 5, m: 8 };

/**
 * Parses "16,500", "KES 45,000/=", "KSh 16.5k", "16 500/=", "16.500,50" and "1.2M" to whole cents; null for anything else. Fractions of a cent are
 * rejected, and "10.500" too, since it means ten and a half to some and ten thousand to others. Only in an import of rents do `points` group digits.
 */
export function parseMoney(text: string, points = false): Cents | null {
  const bare = text
    .replace(currency, '')
    .replace(/[\s'’\u00a0]/g, '')
    .toLowerCase();
  const [, digits = '', size = ''] = /^([\d.,]+)([km]?)$/.exec(bare) ?? [];
  if (!/\d/.test(digits) || (size === '' && !points && /^\d*\.\d{3,}$/.test(digits))) return null;
  const plain = parsePlainNumber(digits, size !== '');
  if (size === '' && /\.\d{3}/.test(plain ?? '')) return null;
  const amount = Number(plain === null ? Number.NaN : `${plain}e${sizes[size]}`);
  return Number.isSafeInteger(amount) ? toCents(amount) : null;
}

/** Digits with points and commas of any country as a plain decimal, or null. */
export function parsePlainNumber(digits: string, short: boolean): string | null {
  if (/^\d+$/.test(digits)) return digits;
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  if (last < 0) return null;
  const [mark, other] = digits[last] === ',' ? [',', '.'] : ['.', ','];
  const [whole, tail] = [digits.slice(0, last), digits.slice(last + 1)];
  const grouped = (part: string, by: string) => part.split(by).every((g, at) => (at === 0 ? /^[1-9]\d{0,2}$/.test(g) : /^\d{3}$/.test(g)));
  // 16,500 and 1.200.000: the mark groups thousands. In 16.500k it would be odd, so there it is a decimal point.
  if (!digits.includes(other) && tail.length === 3 && !short && grouped(digits, mark)) return digits.split(mark).join('');
  if (whole.includes(mark) || !/^\d*$/.test(tail)) return null;
  if (whole.includes(other) && !grouped(whole, other)) return null;
  return `${whole.split(other).join('') || '0'}.${tail || '0'}`;
}
