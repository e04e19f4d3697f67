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
    outstanding: f.outstanding.cents,
    in_transit: f.in_transit.cents,
    unidentified: f.unidentified.cents,
    after: getEntriesAfterAnswer(f),
    late: isAnswer(f) ? 0 : f.late_cents,
    contested: f.contested_cents,
    in_doubt: f.in_doubt_cents,
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

export type WorksheetEntry = {
  readonly day: string;
  readonly cents: number;
  /** The code of a transfer or entry, or the text of a statement line. */
  readonly text: string;
  readonly who: string;
  /** No statement has shown it for more than the days that a bank usually takes. */
  readonly overdue: boolean;
  /** Null for a statement line, and in worksheets that were stored without the code of the journal. */
  readonly journal: { readonly id: number; readonly code: string } | null;
  readonly line: { readonly statement_id: number; readonly n: number } | null;
};
export type WorksheetPart = {
  readonly key: string;
  readonly title: () => string;
  /** All entries, of which the first are listed. */
  readonly count: number;
  readonly cents: number;
  readonly entries: readonly WorksheetEntry[];
};
type Listed = AccountReconciliation['outstanding'];
const itemsPart = (key: string, title: () => string, of: Listed | undefined): WorksheetPart => ({
  key,
  title,
  count: of?.count ?? 0,
  cents: of?.cents ?? 0,
  entries: (of?.items ?? []).map(({ day, cents, code, who, overdue, journal_id, journal_code }) => ({
    day,
    cents,
    text: code,
    who,
    overdue,
    journal: journal_id !== null && journal_code ? { id: journal_id, code: journal_code } : null,
    line: null,
  })),
});
const linesPart = ({ unidentified }: AccountReconciliation): WorksheetPart => ({
  key: 'unidentified',
  title: m.accounting_unidentified,
  count: unidentified.count,
  cents: unidentified.cents,
  entries: unidentified.items.map(({ day, cents, details, statement_id, n }) => ({
    day,
    cents,
    text: details,
    who: '',
    overdue: false,
    journal: null,
    line: { statement_id, n },
  })),
});
/** The entries behind the lines, for the screen and the PDF: a part without an entry is left out. */
export const listWorksheetParts = (f: AccountReconciliation): readonly WorksheetPart[] =>
  [
    itemsPart('outstanding', m.accounting_outstanding, f.outstanding),
    itemsPart('overdue_moves', m.accounting_overdue_moves, f.overdue_moves),
    itemsPart('in_transit', m.accounting_in_transit, f.in_transit),
    linesPart(f),
    itemsPart('after', m.accounting_after, f.after),
    itemsPart('sent', m.accounting_sent, f.sent),
  ].filter(({ count }) => count > 0);
/** The second line of an entry: the other party, and whether it is overdue. */
export const describeWorksheetEntry = ({ who, overdue }: WorksheetEntry): string =>
  [who, overdue ? m.accounting_overdue() : ''].filter(Boolean).join(', ');
