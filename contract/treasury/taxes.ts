import { ledgerAccounts } from '#contract/ledger/accounts.ts';

/** Taxes that the platform pays to KRA: VAT on its own revenue, and tax withheld from payouts. */
export const remittedTaxes = ['vat', 'withholding'] as const;
export type RemittedTax = (typeof remittedTaxes)[number];
/** The account and fund of each tax. */
export const taxAccounts = {
  vat: { fund: 'P', code: ledgerAccounts.platformTaxPayable },
  withholding: { fund: 'C', code: ledgerAccounts.withholdingTaxPayable },
} as const;
