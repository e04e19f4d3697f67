import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import type { LabelMap } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { type WorksheetItemKey, worksheetItemKeys } from './kinds.ts';

export type WorksheetLine = { readonly key: string; readonly label: () => string; readonly cents: number | null; readonly strong?: true };

const isAnswer = ({ bank }: AccountReconciliation): boolean => bank?.source === 'query';
/** Worksheets that were stored before the entries were listed have only their sum. */
const getEntriesAfterAnswer = (f: AccountReconciliation): number => (f.after?.cents ?? 0) + (isAnswer(f) ? f.late_cents : 0);
/** The bank balance is of an earlier day: no statement line or answer is known of the day itself. */
export const isBalanceOlder = ({ bank, day }: AccountReconciliation): boolean => bank !== null && bank.day < day;

const itemLabels: Readonly<Record<WorksheetItemKey, () => string>> = {
  outstanding: m.accounting_outstanding,
  in_transit: m.accounting_in_transit,
  unidentified: m.accounting_unidentified,
  after: m.accounting_after,
  late: m.accounting_late,
  contested: m.accounting_contested,
  in_doubt: m.accounting_in_doubt,
};
export const worksheetItemLabels: LabelMap<WorksheetItemKey> = itemLabels;
/** The known reasons why the bank balance differs from the ledger: each says what the bank has more. */
export function listWorksheetItems(f: AccountReconciliation): { key: WorksheetItemKey; cents: number }[] {
  const of: Readonly<Record<WorksheetItemKey, number>> = {
    ...{ outstanding: f.outstanding.cents, in_transit: f.in_transit.cents, unidentified: f.unidentified.cents },
    ...{ after: getEntriesAfterAnswer(f), late: isAnswer(f) ? 0 : f.late_cents, contested: f.contested_cents, in_doubt: f.in_doubt_cents },
  };
  return worksheetItemKeys.map((key) => ({ key, cents: of[key] }));
}

const alwaysShown: readonly WorksheetItemKey[] = ['outstanding', 'in_transit', 'unidentified'];
/** The worksheet from the ledger balance to the bank balance. */
export function listWorksheetLines(f: AccountReconciliation): readonly WorksheetLine[] {
  const parts = listWorksheetItems(f).filter(({ key, cents }) => cents !== 0 || alwaysShown.includes(key));
  return [
    { key: 'ledger', label: m.accounting_ledger_balance, cents: f.ledger_cents, strong: true },
    ...parts.map((part) => ({ ...part, label: itemLabels[part.key] })),
    { key: 'difference', label: m.accounting_difference, cents: f.difference_cents },
    { key: 'bank', label: m.accounting_bank_balance, cents: f.bank?.cents ?? null, strong: true },
  ];
}
