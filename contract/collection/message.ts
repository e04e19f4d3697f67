import { type Cents, fromShillings } from '#contract/money/cents.ts';

type PastedMessage = { readonly external: string; readonly cents: Cents | null };

/**
 * M-Pesa's numbers are ten letters and digits, and begin with a letter for the year; about one in ten has no digit. Such a word is a number where
 * the message says so (before "Confirmed" or "Imethibitishwa", or alone); elsewhere it is known by its digit. People copy them in small letters, too.
 */
const word = '[A-Z][A-Z0-9]{9}';
const codes = [
  new RegExp(`^\\s*(${word})\\s*$`, 'i'),
  new RegExp(`\\b(${word})[\\s.,:]+(?:confirmed|imethibitishwa)\\b`, 'i'),
  new RegExp(`\\b(?=[A-Z]*\\d)(${word})\\b`, 'i'),
];
const amount = /(?:Ksh|KES)\s?([\d,]+(?:\.\d{1,2})?)/i;

/** The message somebody got, read for the number M-Pesa can be asked about. What it says beside that is not believed. */
export function readMessage(text: string): PastedMessage | null {
  const external = codes
    .map((one) => one.exec(text)?.[1])
    .find((found) => found !== undefined)
    ?.toUpperCase();
  if (!external) return null;
  const said = amount.exec(text)?.[1];
  return { external, cents: said === undefined ? null : fromShillings(Number(said.replaceAll(',', ''))) };
}
