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
/** A line without any name or code must at least say that it is cash. It must not name a tenant: then it is probably the payment of this tenant. */
const isPlainCash = (text: string): boolean => /\b(cash|csh|deposit|dep|cdm)\b/i.test(text) && !/\b(?:TCY|INV|BKG)-?[A-Z0-9]{5,9}\b/i.test(text);

/**
 * The declared deposit that a bank's line shows: of the same amount, within some days, and named by its code, the code of one of its payments, the
 * reference of the slip or the name of its company. A line that names none of them may show a deposit if it says that it is cash. Null if deposits of
 * several companies fit: then a person decides. Of equal deposits of one company the first is taken, because they clear the same cash.
 */
export function findDeclaredDeposit<D extends DeclaredDeposit>(line: DepositLine, deposits: readonly D[]): D | null {
  const fits = deposits.filter(
    ({ cents, paid_on }) => cents === line.cents && line.day >= addDays(paid_on, -1) && line.day <= addDays(paid_on, depositWindowDays),
  );
  const text = bare(line.text);
  const isNamed = ({ code, payments, reference, holder }: D): boolean =>
    [code, ...payments, reference, holder.name].some((mark) => bare(mark).length >= shortestMark && text.includes(bare(mark)));
  const named = fits.filter(isNamed);
  const among = named.length > 0 ? named : isPlainCash(line.text) ? fits : [];
  if (new Set(among.map(({ holder }) => holder.id)).size !== 1) return null;
  return among.toSorted((a, b) => a.paid_on.localeCompare(b.paid_on) || a.id - b.id)[0] ?? null;
}
