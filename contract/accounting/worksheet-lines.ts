import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import { m } from '#words/messages.js';

export type WorksheetLine = { readonly key: string; readonly label: () => string; readonly cents: number | null; readonly strong?: true };

/** The worksheet from the ledger balance to the bank balance: each part says what the bank has more than the ledger. */
export function listWorksheetLines(f: AccountReconciliation): readonly WorksheetLine[] {
  const parts: WorksheetLine[] = [
    { key: 'outstanding', label: m.accounting_outstanding, cents: f.outstanding.cents },
    { key: 'in_transit', label: m.accounting_in_transit, cents: f.in_transit.cents },
    { key: 'unidentified', label: m.accounting_unidentified, cents: f.unidentified.cents },
    { key: 'late', label: m.accounting_late, cents: f.late_cents },
    { key: 'contested', label: m.accounting_contested, cents: f.contested_cents },
    { key: 'in_doubt', label: m.accounting_in_doubt, cents: f.in_doubt_cents },
  ];
  return [
    { key: 'ledger', label: m.accounting_ledger_balance, cents: f.ledger_cents, strong: true },
    ...parts.filter(({ key, cents }) => cents !== 0 || ['outstanding', 'in_transit', 'unidentified'].includes(key)),
    { key: 'difference', label: m.accounting_difference, cents: f.difference_cents },
    { key: 'bank', label: m.accounting_bank_balance, cents: f.bank?.cents ?? null, strong: true },
  ];
}
