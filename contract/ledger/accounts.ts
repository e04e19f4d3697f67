import type { Cents } from '#contract/money/cents.ts';

/** The fund of an account: clients' money (rent, held in trust), deposits, the platform's own, or money an owner or agent holds (memo). */
export const ledgerFunds = ['C', 'D', 'P', 'M'] as const;
export type LedgerFund = (typeof ledgerFunds)[number];

type Kind = { readonly side: 'debit' | 'credit'; readonly kept: boolean; readonly floored: boolean };
const debit = (kept: boolean, floored = false): Kind => ({ side: 'debit', kept, floored });
const credit = (kept: boolean, floored = kept): Kind => ({ side: 'credit', kept, floored });

/**
 * The chart of accounts: each account's standard name and its code. Code, queries and demo data use the name; readers see the label in
 * contract/ledger/labels.ts. An owner's payable is what the platform holds of their rent, and so on for agents and dealers.
 */
export const ledgerAccounts = {
  mpesaPaybill: 1000,
  mpesaPayouts: 1005,
  clientBank: 1010,
  cashInTransit: 1015,
  depositBank: 1020,
  platformBank: 1030,
  cashInHand: 1040,
  tenantReceivable: 1100,
  depositReceivable: 1110,
  platformReceivable: 1200,
  ownerReceivable: 1300,
  agentReceivable: 1350,
  interfund: 1390,
  cashWithOwner: 1900,
  ownerPayable: 2000,
  depositsHeld: 2010,
  tenantCredit: 2020,
  unallocatedReceipts: 2030,
  agentPayable: 2040,
  dealerPayable: 2050,
  contractorPayable: 2060,
  withholdingTaxPayable: 2070,
  platformTaxPayable: 2075,
  payoutsInTransit: 2080,
  moveInDeposits: 2090,
  moveInRent: 2095,
  deferredRevenue: 2100,
  unpaidBillings: 2110,
  unpaidDepositBillings: 2120,
  walletTopUps: 2130,
  commissionRevenue: 4000,
  planRevenue: 4010,
  featuredRevenue: 4020,
  platformExpenses: 5000,
  dealerCommissionExpense: 5010,
  paymentCharges: 5020,
} as const;
export type LedgerAccountName = keyof typeof ledgerAccounts;
export type LedgerAccountCodeOf<N extends LedgerAccountName> = (typeof ledgerAccounts)[N];
export type LedgerAccountCode = LedgerAccountCodeOf<LedgerAccountName>;

export const ledgerAccountCodes = Object.values(ledgerAccounts);

/**
 * Payouts by M-Pesa leave the paybill that receives payments, and are posted apart from its receipts. Readers see one account, because the payouts
 * alone are always below zero.
 */
export const getShownAccountCode = (code: LedgerAccountCode): LedgerAccountCode =>
  code === ledgerAccounts.mpesaPayouts ? ledgerAccounts.mpesaPaybill : code;
/** The accounts that readers see as one. */
export const listAccountCodesShownAs = (code: LedgerAccountCode): LedgerAccountCode[] =>
  ledgerAccountCodes.filter((one) => getShownAccountCode(one) === getShownAccountCode(code));

/**
 * The properties of each account. `kept`: its total is stored next to its entries; not so for accounts that every journal uses. `floored`: never
 * below zero, since it is a liability or a claim. The database has the same table (a test compares them).
 */
export const ledgerAccountKinds = {
  [ledgerAccounts.mpesaPaybill]: debit(false),
  [ledgerAccounts.mpesaPayouts]: debit(false),
  [ledgerAccounts.clientBank]: debit(false),
  [ledgerAccounts.cashInTransit]: debit(false),
  [ledgerAccounts.depositBank]: debit(false),
  [ledgerAccounts.platformBank]: debit(false),
  [ledgerAccounts.cashInHand]: debit(true),
  [ledgerAccounts.tenantReceivable]: debit(true, true),
  [ledgerAccounts.depositReceivable]: debit(true, true),
  [ledgerAccounts.platformReceivable]: debit(true, true),
  [ledgerAccounts.ownerReceivable]: debit(true, true),
  [ledgerAccounts.agentReceivable]: debit(true, true),
  [ledgerAccounts.interfund]: debit(false),
  [ledgerAccounts.cashWithOwner]: debit(true),
  [ledgerAccounts.ownerPayable]: credit(true),
  [ledgerAccounts.depositsHeld]: credit(true),
  [ledgerAccounts.tenantCredit]: credit(true),
  [ledgerAccounts.unallocatedReceipts]: credit(false),
  [ledgerAccounts.agentPayable]: credit(true),
  [ledgerAccounts.dealerPayable]: credit(true),
  [ledgerAccounts.contractorPayable]: credit(true),
  [ledgerAccounts.withholdingTaxPayable]: credit(true),
  [ledgerAccounts.platformTaxPayable]: credit(false),
  [ledgerAccounts.payoutsInTransit]: credit(true),
  [ledgerAccounts.moveInDeposits]: credit(true),
  [ledgerAccounts.moveInRent]: credit(true),
  [ledgerAccounts.deferredRevenue]: credit(true),
  [ledgerAccounts.unpaidBillings]: credit(true),
  [ledgerAccounts.unpaidDepositBillings]: credit(true),
  [ledgerAccounts.walletTopUps]: credit(true),
  [ledgerAccounts.commissionRevenue]: credit(false),
  [ledgerAccounts.planRevenue]: credit(false),
  [ledgerAccounts.featuredRevenue]: credit(false),
  [ledgerAccounts.platformExpenses]: debit(true),
  [ledgerAccounts.dealerCommissionExpense]: debit(true),
  [ledgerAccounts.paymentCharges]: debit(true),
} as const satisfies Readonly<Record<LedgerAccountCode, Kind>>;

/** An account is identified by its subject, and created when something is first posted on it. */
export type LedgerAccount = {
  readonly code: LedgerAccountCode;
  readonly company?: number | undefined;
  readonly tenancy?: number | undefined;
  readonly ref?: string | undefined;
};
/** `dr` is debited and `cr` credited in one fund, so every journal entry balances. */
export type PostingPair = { readonly fund: LedgerFund; readonly dr: LedgerAccount; readonly cr: LedgerAccount; readonly cents: Cents };

export const buildLedgerAccountKey = (fund: LedgerFund, { code, company, tenancy, ref }: LedgerAccount): string =>
  `${fund}:${code}:${company ?? ''}:${tenancy ?? ''}:${ref ?? ''}`;

/** The payer of an invoice: a tenancy, or a booking that has none yet. An invoice keeps the account it was issued on. */
export type LedgerPayer = { readonly company: number } & ({ readonly tenancy: number } | { readonly ref: string });
/** The money mode of a company. In record-only mode the owner or agent holds the money, and the ledger only records it. */
export const collectionModes = ['record', 'trust'] as const;
export type CollectionMode = (typeof collectionModes)[number];
/** The funds of a company's invoices and of its deposits. */
export const getFundOfCollectionMode = (mode: CollectionMode): 'C' | 'M' => (mode === 'trust' ? 'C' : 'M');
export const getDepositFund = (fund: 'C' | 'M'): 'D' | 'M' => (fund === 'C' ? 'D' : 'M');
