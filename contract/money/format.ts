import { toShillings } from './cents.ts';

/**
 * Amounts as people read them. Intl is not used: Node and the browser have different ICU data, and a page hydrated with other text than the server
 * sent is discarded. A test compares the result with Intl.
 */
const NBSP = '\u00a0';
const MINUS = '\u2212';
/** 1234567 as 1,234,567; English and Kiswahili group digits alike. */
export const groupDigits = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** KES 45,000; cents only when there are any, or always with `exact` (invoices, ledgers). */
export const formatKes = (amount: number | bigint, exact = false): string => {
  const all = typeof amount === 'bigint' ? amount : BigInt(Math.round(amount));
  const size = all < 0n ? -all : all;
  const rest = Number(size % 100n);
  const tail = exact || rest > 0 ? `.${String(rest).padStart(2, '0')}` : '';
  return `${all < 0n ? MINUS : ''}KES${NBSP}${groupDigits(String(size / 100n))}${tail}`;
};

/** An amount without special characters, for texts and files: a no-break space would double the cost of an SMS. */
export const formatKesPlain = (amount: number | bigint, exact = false): string => formatKes(amount, exact).replace(NBSP, ' ').replace(MINUS, '-');

/** One decimal below a hundred of the unit, none above or if it is zero: 1.2M, 12.5M, 150M. */
const scaled = (value: number, unit: number, letter: string) => {
  const n = value / unit;
  return `${n < 99.95 ? n.toFixed(1).replace(/\.0$/, '') : groupDigits(String(Math.round(n)))}${letter}`;
};

/** 45K, 1.2M: map pins, which have no space for the currency. */
export const formatPinPrice = (amount: number | bigint): string => {
  const signed = toShillings(Number(amount));
  const value = Math.abs(signed);
  const sign = signed < 0 ? MINUS : '';
  if (value >= 999_950_000) return `${sign}${scaled(value, 1e9, 'B')}`;
  if (value >= 999_500) return `${sign}${scaled(value, 1e6, 'M')}`;
  if (value >= 10_000) return `${sign}${Math.round(value / 1000)}K`;
  return `${sign}${groupDigits(String(Math.round(value)))}`;
};

/** KES 1.2M: charts and KPI tiles only, never on anything a person pays. */
export const formatKesShort = (amount: number | bigint): string => {
  const short = formatPinPrice(amount);
  return short.startsWith(MINUS) ? `${MINUS}KES${NBSP}${short.slice(1)}` : `KES${NBSP}${short}`;
};
