import { type Cents, cents, sum } from '#contract/money/cents.ts';
import type { FigurePart } from './kinds.ts';

type Line = { readonly day: string | null; readonly cents: number | null; readonly balance: number | null };
type Ends = { readonly opening: Cents; readonly closing: Cents };
const endsOf = (inTime: readonly Line[]): Ends | null => {
  const [first, last] = [inTime[0], inTime.at(-1)];
  const leads = inTime.every(({ cents: sum, balance }, n) => n === 0 || balance === (inTime[n - 1]?.balance ?? 0) + (sum ?? 0));
  return leads ? { opening: cents((first?.balance ?? 0) - (first?.cents ?? 0)), closing: cents(last?.balance ?? 0) } : null;
};
/**
 * What a statement says an account stood at before its first line and after its last, whichever way round it is written. `broken`: its own lines do
 * not lead from one to the other, so one of them is missing or was read wrongly. Null: it does not say, or could be read both ways.
 */
export function balancesIn(lines: readonly Line[]): Ends | 'broken' | null {
  if (lines.length === 0 || lines.some(({ balance }) => balance === null)) return null;
  const [down, up] = [endsOf(lines), endsOf(lines.toReversed())];
  if (!down || !up) return down ?? up ?? 'broken';
  const [first, last] = [lines[0]?.day ?? '', lines.at(-1)?.day ?? ''];
  if (lines.length === 1 || first < last) return down;
  return first > last ? up : null;
}

/** The codes of our transfers that stand in a line: whoever sends by a bank writes one into it. */
export const transfersIn = (said: string): string[] => [...said.matchAll(/\bTRF-[A-Z0-9]+\b/g)].map(([code]) => code);

export type Explained = { readonly what: FigurePart; readonly cents: Cents };
/** What nobody can explain of the difference between what a bank says and what the books say. */
export const unexplained = (bank: number, books: number, parts: readonly Explained[]): Cents =>
  cents(bank - books - sum(parts.map((part) => part.cents)));

/**
 * Whether what was booked and is not on the statement yet explains a difference: the bank has it or has it not, and its figure says which. `strange`: what
 * left by lines that no booking is, which the difference has to show in either case.
 */
export const isBorneOut = (differs: number, missing: number, strange: number): boolean =>
  missing !== 0 && Math.abs(differs - missing - strange) <= Math.abs(differs - strange);

/** Of a figure of this moment: what is on its way out may have left already, what is on its way in may have come. No more than that. */
export function inFlight(bank: number, books: number, { out, coming }: { readonly out: number; readonly coming: number }): Explained[] {
  const differs = bank - books;
  if (differs < 0 && -differs <= out) return [{ what: 'under_way', cents: cents(differs) }];
  return differs > 0 && differs <= coming ? [{ what: 'arriving', cents: cents(differs) }] : [];
}
