import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { addMonths, type Day, type Month } from '#contract/time/days.ts';

/** Taxes that the platform pays to KRA: VAT on its own revenue, and tax withheld from payouts. */
export const remittedTaxes = ['vat', 'withholding'] as const;
export type RemittedTax = (typeof remittedTaxes)[number];
/** The account and fund of each tax. */
export const taxAccounts = {
  vat: { fund: 'P', code: ledgerAccounts.platformTaxPayable },
  withholding: { fund: 'C', code: ledgerAccounts.withholdingTaxPayable },
} as const;

type DueRule = { readonly from: Month; readonly dayOfNextMonth: number };
/**
 * The day of the following month by which the tax of a month is paid to KRA (decision 397). A rule applies from its month on; a change of the law is
 * another rule.
 */
const dueRules: Readonly<Record<RemittedTax, readonly [DueRule, ...DueRule[]]>> = {
  vat: [{ from: '2013-09', dayOfNextMonth: 20 }],
  withholding: [{ from: '2013-09', dayOfNextMonth: 20 }],
};
export function getTaxDueDay(tax: RemittedTax, month: Month): Day {
  const rules = dueRules[tax];
  const { dayOfNextMonth } = rules.findLast(({ from }) => from <= month) ?? rules[0];
  return `${addMonths(`${month}-01`, 1).slice(0, 7)}-${String(dayOfNextMonth).padStart(2, '0')}`;
}

/** The change of a tax account in a month, and the part of it that was paid to KRA. */
export type TaxMovement = { readonly month: Month; readonly change_cents: number; readonly remitted_cents: number };
export type TaxMonth = {
  readonly month: Month;
  readonly opening_cents: number;
  readonly added_cents: number;
  readonly remitted_cents: number;
  readonly balance_cents: number;
  readonly due_on: Day;
  /** The part of the added tax that is unpaid now: payments settle the oldest month first. */
  readonly unpaid_cents: number;
};
/** The months of a tax in their order, from the balance before the first. */
export function buildTaxMonths(tax: RemittedTax, opening: number, movements: readonly TaxMovement[]): TaxMonth[] {
  let balance = opening;
  const months = movements.map(({ month, change_cents, remitted_cents }) => {
    const opening_cents = balance;
    balance += change_cents;
    const added_cents = change_cents + remitted_cents;
    return { month, opening_cents, added_cents, remitted_cents, balance_cents: balance, due_on: getTaxDueDay(tax, month) };
  });
  let left = Math.max(0, balance);
  const unpaid = new Map<Month, number>();
  for (const { month, added_cents } of months.toReversed()) {
    const cents = Math.min(Math.max(0, added_cents), left);
    unpaid.set(month, cents);
    left -= cents;
  }
  return months.map((one) => ({ ...one, unpaid_cents: unpaid.get(one.month) ?? 0 }));
}
