import { addDays, type Day } from '#contract/time/days.ts';
import { depositWindowDays } from './kinds.ts';

/** A declared deposit with its slip, as a statement line is compared with it. */
export type DeclaredDeposit = {
  readonly id: number;
  readonly code: string;
  readonly cents: number;
  readonly paid_on: Day;
  readonly reference: string;
  readonly holder: { readonly id: number; readonly name: string };
  /** The codes of the cash payments in it. */
  readonly payments: readonly string[];
};
type DepositLine = { readonly day: Day; readonly cents: number; readonly text: string };

const bare = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
/** Shorter texts occur in a narration by chance. */
const shortestMark = 5;
/** The line says that it is cash, and names no tenant: then it is probably the payment of this tenant. */
const isPlainCash = (text: string): boolean => /\b(cash|csh|deposit|dep|cdm)\b/i.test(text) && !/\b(?:TCY|INV|BKG)-?[A-Z0-9]{5,9}\b/i.test(text);

/** A reference that the company typed counts only if it is a number of the slip: a word, such as the month, is in the lines of others too. */
const isSlipNumber = (reference: string): boolean => bare(reference).length > shortestMark && /\d{3}/.test(reference);

/**
 * The declared deposit that a bank's line shows: of the same amount, within some days, and named by its code or the code of one of its payments. A
 * line that says that it is cash is also named by the reference of the slip or the name of the company. Null if no deposit or deposits of several
 * companies are named: then two people decide. Of equal deposits of one company the first is taken, because they clear the same cash.
 */
export function findDeclaredDeposit<D extends DeclaredDeposit>(line: DepositLine, deposits: readonly D[]): D | null {
  const fits = deposits.filter(
    ({ cents, paid_on }) => cents === line.cents && line.day >= addDays(paid_on, -1) && line.day <= addDays(paid_on, depositWindowDays),
  );
  const text = bare(line.text);
  const isIn = (mark: string): boolean => bare(mark).length >= shortestMark && text.includes(bare(mark));
  const isCash = isPlainCash(line.text);
  const named = fits.filter(
    ({ code, payments, reference, holder }) =>
      [code, ...payments].some(isIn) || (isCash && ((isSlipNumber(reference) && isIn(reference)) || isIn(holder.name))),
  );
  if (new Set(named.map(({ holder }) => holder.id)).size !== 1) return null;
  return named.toSorted((a, b) => a.paid_on.localeCompare(b.paid_on) || a.id - b.id)[0] ?? null;
}
