/** The states of a reconciliation worksheet, in the order of their tabs. */
export const worksheetStates = ['prepared', 'signed', 'returned', 'withdrawn', 'replaced'] as const;
export type WorksheetState = (typeof worksheetStates)[number];

/** The known reasons on a worksheet why a bank balance differs from the ledger. */
export const worksheetItemKeys = ['outstanding', 'in_transit', 'unidentified', 'after', 'late', 'contested', 'in_doubt'] as const;
export type WorksheetItemKey = (typeof worksheetItemKeys)[number];

/** Where client money is, and to whom it belongs: the lines of the client-money certificate. */
export const clientMoneyHeldLines = ['paybill', 'bank', 'cash', 'transit', 'claims', 'interfund'] as const;
export const clientMoneyOwedLines = [
  ...(['owners', 'agents', 'contractors', 'tax', 'deposits', 'movein', 'credit', 'suspense', 'payouts', 'other'] as const),
] as const;
export type ClientMoneyLine = (typeof clientMoneyHeldLines)[number] | (typeof clientMoneyOwedLines)[number];
/** The funds that hold clients' money. */
export const clientMoneyFunds = ['C', 'D'] as const;
export type ClientMoneyFund = (typeof clientMoneyFunds)[number];

/**
 * How an account compares with its bank. `outdated`: money moved after the day of the bank balance. `unused`: no statement and no ledger entry up to the
 * day.
 */
export const accountComparisons = ['agrees', 'differs', 'no_balance', 'outdated', 'unused'] as const;
export type AccountComparison = (typeof accountComparisons)[number];
/** The result of a whole certificate. */
export const certificateResults = ['agrees', 'differs', 'no_balance'] as const;
export type CertificateResult = (typeof certificateResults)[number];

/** The checks before a month is closed, in the order of the checklist. */
export const monthChecklistKeys = ['unallocated', 'unknown', 'exceptions', 'cash', 'unreconciled', 'vat', 'tax'] as const;
export type MonthChecklistKey = (typeof monthChecklistKeys)[number];
