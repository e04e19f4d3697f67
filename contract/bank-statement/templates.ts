import { normaliseHeading } from '#contract/importer/columns.ts';
import type { StatementColumn } from './kinds.ts';

/**
 * The statement files of Kenyan banks and of M-Pesa, by their column headings. Spelling, spaces and punctuation of a heading do not count. A file has
 * a format if it has all of its headings; other files are read by the meaning of their headings, and a person can correct the columns.
 */
type StatementTemplate = {
  /** The name of the bank, which is the same in every language. */
  readonly name: string;
  readonly columns: Readonly<Partial<Record<StatementColumn, string>>>;
  /** Columns that some files of this format lack. */
  readonly more?: Readonly<Partial<Record<StatementColumn, string>>>;
};

export const statementTemplates = {
  kcb: {
    name: 'KCB',
    columns: {
      day: 'Transaction Date',
      details: 'Transaction Details',
      out: 'Money Out',
      in: 'Money In',
      balance: 'Ledger Balance',
      reference: 'Bank Reference Number',
    },
  },
  equity: {
    name: 'Equity Bank',
    columns: {
      day: 'Transaction Date',
      details: 'Narrative',
      reference: 'Transaction Reference',
      out: 'Debit',
      in: 'Credit',
      balance: 'Running Balance',
    },
  },
  cooperative: {
    name: 'Co-operative Bank',
    columns: {
      day: 'Transaction Date',
      details: 'Narration',
      reference: 'Transaction Reference',
      out: 'Debit Amount',
      in: 'Credit Amount',
      balance: 'Book Balance',
    },
  },
  ncba: {
    name: 'NCBA',
    columns: {
      day: 'Trans Date',
      details: 'Description',
      reference: 'Trans Reference',
      out: 'Debit',
      in: 'Credit',
      balance: 'Balance',
    },
  },
  absa: {
    name: 'Absa',
    columns: {
      day: 'Transaction Date',
      details: 'Description',
      reference: 'Customer Reference',
      out: 'Debit Amount',
      in: 'Credit Amount',
      balance: 'Running Balance',
    },
  },
  stanbic: {
    name: 'Stanbic Bank',
    columns: {
      day: 'Date',
      details: 'Transaction Description',
      reference: 'Reference Number',
      out: 'Payments',
      in: 'Deposits',
      balance: 'Balance',
    },
  },
  dtb: {
    name: 'DTB',
    columns: {
      day: 'Tran Date',
      details: 'Tran Particulars',
      reference: 'Tran Id',
      out: 'Withdrawals',
      in: 'Deposits',
      balance: 'Balance',
    },
  },
  mpesa: {
    name: 'Safaricom M-Pesa',
    columns: {
      reference: 'Receipt No.',
      day: 'Completion Time',
      details: 'Details',
      in: 'Paid In',
      out: 'Withdrawn',
      balance: 'Balance',
      payer: 'Other Party Info',
    },
    more: { account: 'A/C No.', status: 'Transaction Status' },
  },
} as const satisfies Readonly<Record<string, StatementTemplate>>;
export type StatementTemplateKey = keyof typeof statementTemplates;

type Found = { readonly name: string; readonly columns: Partial<Record<StatementColumn, number>> };
/** The format of a file with these headings, with its columns. Of several formats that fit, the one with the most headings is taken. */
export function findStatementTemplate(head: readonly string[]): Found | null {
  const keys = head.map(normaliseHeading);
  const fits = Object.values<StatementTemplate>(statementTemplates).flatMap(({ name, columns, more = {} }): Found[] => {
    const placesOf = (some: object) => Object.entries(some).map(([column, heading]) => [column, keys.indexOf(normaliseHeading(heading))] as const);
    const found = placesOf(columns);
    const too = placesOf(more).filter(([, at]) => at >= 0);
    return found.every(([, at]) => at >= 0) ? [{ name, columns: Object.fromEntries([...found, ...too]) }] : [];
  });
  return fits.toSorted((a, b) => Object.keys(b.columns).length - Object.keys(a.columns).length)[0] ?? null;
}
