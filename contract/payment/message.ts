import { type Cents, fromShillings } from '#contract/money/cents.ts';

export type PastedMessage = { readonly external: string; readonly cents: Cents | null };

/** M-Pesa's numbers are ten capitals and digits, and begin with a letter for the year. */
const code = /\b(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z][A-Z0-9]{9}\b/;
const amount = /(?:Ksh|KES)\s?([\d,]+(?:\.\d{1,2})?)/i;

/** The message somebody got, read for the number M-Pesa can be asked about. What it says beside that is not believed. */
export function readMessage(text: string): PastedMessage | null {
  const external = code.exec(text)?.[0];
  if (!external) return null;
  const said = amount.exec(text)?.[1];
  return { external, cents: said === undefined ? null : fromShillings(Number(said.replaceAll(',', ''))) };
}
