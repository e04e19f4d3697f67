import { type Cents, toCents } from '#contract/money/cents.ts';
import { normaliseAccountNumber } from './normalise.ts';

/** An open invoice line. Invoices are given in the order they are paid. */
export type OpenInvoiceLine = { readonly id: number; readonly kind: string; readonly open: number };
type Payable = { readonly id: number; readonly due: string; readonly lines: readonly OpenInvoiceLine[] };
export type AllocatedPart = { readonly invoiceId: number; readonly lineId: number; readonly cents: Cents };

/** Rent and deposit first, then utilities, other charges, damage and last late fees. */
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

/** An invoice code in the account number identifies the invoice to pay. A tenancy code does not. */
export const findNamedInvoices = (invoices: readonly { readonly id: number; readonly code: string }[], typed: string | null): number[] =>
  invoices.filter(({ code }) => normaliseAccountNumber(code) === normaliseAccountNumber(typed ?? '')).map(({ id }) => id);

/** Named invoices first, then the oldest; within an invoice by the kind of line. An amount beyond all lines is left over. */
export function allocateToInvoiceLines(
  invoices: readonly Payable[],
  amount: number,
  named: readonly number[] = [],
): { readonly parts: readonly AllocatedPart[]; readonly over: Cents } {
  let left = amount;
  const parts: AllocatedPart[] = [];
  const oldest = [...invoices].sort(
    (a, b) => Number(named.includes(b.id)) - Number(named.includes(a.id)) || (a.due === b.due ? a.id - b.id : a.due < b.due ? -1 : 1),
  );
  for (const { id, lines } of oldest)
    for (const line of [...lines].sort((a, b) => rankOf(a.kind) - rankOf(b.kind) || a.id - b.id)) {
      const part = Math.min(left, line.open);
      if (part <= 0) continue;
      parts.push({ invoiceId: id, lineId: line.id, cents: toCents(part) });
      left -= part;
    }
  return { parts, over: toCents(left) };
}
