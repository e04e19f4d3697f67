import type { Cents } from '#contract/money/cents.ts';

/** Whose money an account is of: clients' (rent, held in trust), deposits, the platform's own, or what an owner or agent holds themselves (memo). */
export const funds = ['C', 'D', 'P', 'M'] as const;
export type Fund = (typeof funds)[number];

type Kind = { readonly side: 'debit' | 'credit'; readonly kept: boolean; readonly floored: boolean };
const debit = (kept: boolean, floored = false): Kind => ({ side: 'debit', kept, floored });
const credit = (kept: boolean, floored = kept): Kind => ({ side: 'credit', kept, floored });

/**
 * The chart of accounts: each account's standard name and its code. Code, queries and demo data say the name; what a reader sees is
 * in contract/ledger/labels.ts. An owner's payable is what the platform holds of their rent, and so on for agents and dealers.
 */
export const accounts = {
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
export type AccountName = keyof typeof accounts;
export type CodeOf<N extends AccountName> = (typeof accounts)[N];
export type Code = CodeOf<AccountName>;

export const codes = Object.values(accounts);

/**
 * How each account behaves. `kept`: its total is kept beside its entries; not so where every journal meets. `floored`: never below zero, since it is
 * what we owe somebody, or what somebody owes us. The database has the same table (a test compares them).
 */
export const accountKinds = {
  [accounts.mpesaPaybill]: debit(false),
  [accounts.mpesaPayouts]: debit(false),
  [accounts.clientBank]: debit(false),
  [accounts.cashInTransit]: debit(false),
  [accounts.depositBank]: debit(false),
  [accounts.platformBank]: debit(false),
  [accounts.cashInHand]: debit(true),
  [accounts.tenantReceivable]: debit(true, true),
  [accounts.depositReceivable]: debit(true, true),
  [accounts.platformReceivable]: debit(true, true),
  [accounts.ownerReceivable]: debit(true, true),
  [accounts.agentReceivable]: debit(true, true),
  [accounts.interfund]: debit(false),
  [accounts.cashWithOwner]: debit(true),
  [accounts.ownerPayable]: credit(true),
  [accounts.depositsHeld]: credit(true),
  [accounts.tenantCredit]: credit(true),
  [accounts.unallocatedReceipts]: credit(false),
  [accounts.agentPayable]: credit(true),
  [accounts.dealerPayable]: credit(true),
  [accounts.contractorPayable]: credit(true),
  [accounts.withholdingTaxPayable]: credit(true),
  [accounts.platformTaxPayable]: credit(false),
  [accounts.payoutsInTransit]: credit(true),
  [accounts.moveInDeposits]: credit(true),
  [accounts.moveInRent]: credit(true),
  [accounts.deferredRevenue]: credit(true),
  [accounts.unpaidBillings]: credit(true),
  [accounts.unpaidDepositBillings]: credit(true),
  [accounts.walletTopUps]: credit(true),
  [accounts.commissionRevenue]: credit(false),
  [accounts.planRevenue]: credit(false),
  [accounts.featuredRevenue]: credit(false),
  [accounts.platformExpenses]: debit(true),
  [accounts.dealerCommissionExpense]: debit(true),
  [accounts.paymentCharges]: debit(true),
} as const satisfies Readonly<Record<Code, Kind>>;

/** An account is named by what it is of; it comes about when something is first booked on it. */
export type Acct = {
  readonly code: Code;
  readonly company?: number | undefined;
  readonly tenancy?: number | undefined;
  readonly ref?: string | undefined;
};
/** `dr` is debited, `cr` credited, both of one fund: so a journal balances whatever it is made of. */
export type Pair = { readonly fund: Fund; readonly dr: Acct; readonly cr: Acct; readonly cents: Cents };

export const keyOf = (fund: Fund, { code, company, tenancy, ref }: Acct): string => `${fund}:${code}:${company ?? ''}:${tenancy ?? ''}:${ref ?? ''}`;

/** Who owes an invoice: a tenancy, or a booking that has none yet. An invoice keeps the account it was issued on. */
export type Payer = { readonly company: number } & ({ readonly tenancy: number } | { readonly ref: string });
/** How a company's money runs. Record-only: the owner or agent holds it, and the books only remember. */
export const modes = ['record', 'trust'] as const;
export type Mode = (typeof modes)[number];
/** Where invoices of a company stand, and where its deposits do. */
export const fundOf = (mode: Mode): 'C' | 'M' => (mode === 'trust' ? 'C' : 'M');
export const depositFundOf = (fund: 'C' | 'M'): 'D' | 'M' => (fund === 'C' ? 'D' : 'M');
