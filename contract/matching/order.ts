import { type Cents, cents } from '#contract/money/cents.ts';
import { bare } from './match.ts';

/** What is asked for, line by line; invoices as they are to be paid. */
export type OpenLine = { readonly id: number; readonly kind: string; readonly open: number };
type Payable = { readonly id: number; readonly due: string; readonly lines: readonly OpenLine[] };
export type Part = { readonly invoiceId: number; readonly lineId: number; readonly cents: Cents };

/** Rent and what is held for it first, then what was used, other charges, and what being late costs at last. */
const ranks: Readonly<Record<string, number>> = {
  rent: 0,
  deposit: 0,
  agent_fee: 1,
  water: 2,
  power: 2,
  garbage: 2,
  internet: 2,
  service: 3,
  security: 3,
  parking: 3,
  other: 3,
  rounding: 3,
  damage: 4,
  late_fee: 5,
};
const rankOf = (kind: string): number => ranks[kind] ?? 3;

/** Who types an invoice's own code says what they pay; a home's code says it not. */
export const namedIn = (invoices: readonly { readonly id: number; readonly code: string }[], typed: string | null): number[] =>
  invoices.filter(({ code }) => bare(code) === bare(typed ?? '')).map(({ id }) => id);

/** What was named first, then the oldest invoice, within it by what a line is for; what no line takes is over. */
export function partsOf(
  invoices: readonly Payable[],
  amount: number,
  named: readonly number[] = [],
): { readonly parts: readonly Part[]; readonly over: Cents } {
  let left = amount;
  const parts: Part[] = [];
  const oldest = [...invoices].sort(
    (a, b) => Number(named.includes(b.id)) - Number(named.includes(a.id)) || (a.due === b.due ? a.id - b.id : a.due < b.due ? -1 : 1),
  );
  for (const { id, lines } of oldest)
    for (const line of [...lines].sort((a, b) => rankOf(a.kind) - rankOf(b.kind) || a.id - b.id)) {
      const part = Math.min(left, line.open);
      if (part <= 0) continue;
      parts.push({ invoiceId: id, lineId: line.id, cents: cents(part) });
      left -= part;
    }
  return { parts, over: cents(left) };
}
