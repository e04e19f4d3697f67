import { toShillings } from './cents.ts';

/**
 * Money as people read it. Not by Intl: Node and the browser carry different ICU data, and a page hydrated with other text than the server
 * sent is thrown away; a test holds these to what Intl says here.
 */
const NBSP = '\u00a0';
const MINUS = '\u2212';
/** 1234567 as 1,234,567; English and Kiswahili group alike. */
export const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** KES 45,000; cents only when there are any, or always with `exact` (invoices, ledgers). */
export const kes = (amount: number | bigint, exact = false): string => {
  const all = typeof amount === 'bigint' ? amount : BigInt(Math.round(amount));
  const size = all < 0n ? -all : all;
  const rest = Number(size % 100n);
  const tail = exact || rest > 0 ? `.${String(rest).padStart(2, '0')}` : '';
  return `${all < 0n ? MINUS : ''}KES${NBSP}${group(String(size / 100n))}${tail}`;
};

/** The same in plain letters, for texts and files: a no-break space would double what an SMS costs. */
export const kesPlain = (amount: number | bigint, exact = false): string => kes(amount, exact).replace(NBSP, ' ').replace(MINUS, '-');

/** One decimal below ten times the unit's size, none where it says nothing: 1.2M, 12.5M, 150M. */
const scaled = (value: number, unit: number, letter: string) => {
  const n = value / unit;
  return `${n < 99.95 ? n.toFixed(1).replace(/\.0$/, '') : group(String(Math.round(n)))}${letter}`;
};

/** 45K, 1.2M: map pins, which have no room for the currency. */
export const pin = (amount: number | bigint): string => {
  const signed = toShillings(Number(amount));
  const value = Math.abs(signed);
  const sign = signed < 0 ? MINUS : '';
  if (value >= 999_950_000) return `${sign}${scaled(value, 1e9, 'B')}`;
  if (value >= 999_500) return `${sign}${scaled(value, 1e6, 'M')}`;
  if (value >= 10_000) return `${sign}${Math.round(value / 1000)}K`;
  return `${sign}${group(String(Math.round(value)))}`;
};

/** KES 1.2M: charts and KPI tiles only, never on anything a person pays. */
export const kesShort = (amount: number | bigint): string => {
  const short = pin(amount);
  return short.startsWith(MINUS) ? `${MINUS}KES${NBSP}${short.slice(1)}` : `KES${NBSP}${short}`;
};
