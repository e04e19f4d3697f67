import { type Cents, convertShillingsToCents } from '#contract/money/cents.ts';

type PastedMessage = { readonly external: string; readonly cents: Cents | null };

/**
 * M-Pesa codes have ten letters and digits and start with a letter for the year. About one in ten has no digit. A word without a digit is a code only
 * before "Confirmed" or "Imethibitishwa", or alone. People also copy codes in lower case.
 */
const word = '[A-Z][A-Z0-9]{9}';
const codes = [
  new RegExp(`^\\s*(${word})\\s*$`, 'i'),
  new RegExp(`\\b(${word})[\\s.,:]+(?:confirmed|imethibitishwa)\\b`, 'i'),
  new RegExp(`\\b(?=[A-Z]*\\d)(${word})\\b`, 'i'),
];
const amount = /(?:Ksh|KES)\s?([\d,]+(?:\.\d{1,2})?)/i;

/** Finds the M-Pesa code in a message, so that M-Pesa can be queried. Nothing else in the message is trusted. */
export function parseMpesaMessage(text: string): PastedMessage | null {
  const external = codes
    .map((one) => one.exec(text)?.[1])
    .find((found) => found !== undefined)
    ?.toUpperCase();
  if (!external) return null;
  const said = amount.exec(text)?.[1];
  return { external, cents: said === undefined ? null : convertShillingsToCents(Number(said.replaceAll(',', ''))) };
}
