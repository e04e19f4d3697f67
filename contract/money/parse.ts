import { type Cents, cents } from './cents.ts';

// "45k sh" are thousands of shillings, "45 k sh" and "45ksh" are Kenyan ones.
const currency =
  /\bk\.?\s?sh\.?s?\.?|k\.?sh\.?s?\.?|kes\.?|\bshs?\.?(?=\s|\d|$)|\/[=-]+|(?:\/|\bper\b|\bp\.?\s?)\s*(?:month|mo|m)\b\.?|\bpm\b|\bkwa mwezi\b/gi;
const sizes: Readonly<Record<string, number>> = { '': 2, k: 5, m: 8 };

/**
 * "16,500", "KES 45,000/=", "KSh 16.5k", "16 500/=", "16.500,50" and "1.2M" in whole cents; null for what is no amount. Less than a cent is
 * none, and "10.500" says ten and a half to one person and ten thousand to the next: nobody guesses, but where
 * a table of rents is read (`points` group).
 */
export function parseMoney(text: string, points = false): Cents | null {
  const bare = text
    .replace(currency, '')
    .replace(/[\s'’\u00a0]/g, '')
    .toLowerCase();
  const [, digits = '', size = ''] = /^([\d.,]+)([km]?)$/.exec(bare) ?? [];
  if (!/\d/.test(digits) || (size === '' && !points && /^\d*\.\d{3,}$/.test(digits))) return null;
  const plain = plainNumber(digits, size !== '');
  if (size === '' && /\.\d{3}/.test(plain ?? '')) return null;
  const amount = Number(plain === null ? Number.NaN : `${plain}e${sizes[size]}`);
  return Number.isSafeInteger(amount) ? cents(amount) : null;
}

/** Digits with points and commas in any country's manner as a plain decimal, or null. */
export function plainNumber(digits: string, short: boolean): string | null {
  if (/^\d+$/.test(digits)) return digits;
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  if (last < 0) return null;
  const [mark, other] = digits[last] === ',' ? [',', '.'] : ['.', ','];
  const [whole, tail] = [digits.slice(0, last), digits.slice(last + 1)];
  const grouped = (part: string, by: string) => part.split(by).every((g, at) => (at === 0 ? /^[1-9]\d{0,2}$/.test(g) : /^\d{3}$/.test(g)));
  // 16,500 and 1.200.000: the mark groups thousands. 16.500k would be odd; there it is a point.
  if (!digits.includes(other) && tail.length === 3 && !short && grouped(digits, mark)) return digits.split(mark).join('');
  if (whole.includes(mark) || !/^\d*$/.test(tail)) return null;
  if (whole.includes(other) && !grouped(whole, other)) return null;
  return `${whole.split(other).join('') || '0'}.${tail || '0'}`;
}
