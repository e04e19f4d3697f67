import { type LedgerAccount, type LedgerFund, ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import { amountRecovered, debtOffset, entryPair } from '#contract/ledger/postings.ts';
import { sumCents } from '#contract/money/cents.ts';

/**
 * The entries of commissions; no account goes below zero. A commission above the owner's balance is the owner's debt (ownerReceivable). A reversal
 * above the agent's or dealer's balance is their debt (agentReceivable), offset against the next commission.
 */
const between: LedgerAccount = { code: ledgerAccounts.interfund };
type Sums = { readonly amount: number; readonly tax: number };

/**
 * Moves a commission from clients' money to the platform's money: from the owner's balance as far as it covers the amount, and the rest as a debt.
 */
export const chargePlatformCommission = (company: number, { amount, tax }: Sums, available: number): PostingPair[] => [
  ...amountRecovered(
    'C',
    { code: ledgerAccounts.ownerPayable, company },
    { code: ledgerAccounts.ownerReceivable, company },
    between,
    amount + tax,
    available,
  ),
  ...entryPair('P', between, { code: ledgerAccounts.commissionRevenue }, amount),
  ...entryPair('P', between, { code: ledgerAccounts.platformTaxPayable }, tax),
];
export const returnPlatformCommission = (company: number, { amount, tax }: Sums): PostingPair[] => [
  ...entryPair('P', { code: ledgerAccounts.commissionRevenue }, between, amount),
  ...entryPair('P', { code: ledgerAccounts.platformTaxPayable }, between, tax),
  ...entryPair('C', between, { code: ledgerAccounts.ownerPayable, company }, amount + tax),
];

/** A company that collects itself is billed for it. */
export const billPlatformCommission = (company: number, { amount, tax }: Sums): PostingPair[] => [
  ...entryPair('P', { code: ledgerAccounts.platformReceivable, company }, { code: ledgerAccounts.commissionRevenue }, amount),
  ...entryPair('P', { code: ledgerAccounts.platformReceivable, company }, { code: ledgerAccounts.platformTaxPayable }, tax),
];
/** The commission was billed and paid already, so its reversal becomes a top-up that pays the next bill. */
export function cancelPlatformBill(company: number, { amount, tax }: Sums, billed: number): PostingPair[] {
  const open = (sum: number, from: LedgerAccount, left: number): PostingPair[] => [
    ...entryPair('P', from, { code: ledgerAccounts.platformReceivable, company }, Math.min(sum, left)),
    ...entryPair('P', from, { code: ledgerAccounts.walletTopUps, company }, sum - Math.min(sum, left)),
  ];
  return [
    ...open(amount, { code: ledgerAccounts.commissionRevenue }, billed),
    ...open(tax, { code: ledgerAccounts.platformTaxPayable }, Math.max(0, billed - amount)),
  ];
}

/** The amount belongs to the beneficiary and pays their debt at once; the wallet shows both entries. */
const credited = (fund: LedgerFund, payable: LedgerAccount, claim: LedgerAccount, came: readonly PostingPair[], owes: number): PostingPair[] => [
  ...came,
  ...debtOffset(fund, payable, claim, Math.min(sumCents(came.map((one) => one.cents)), owes)),
];

/** An agent's commission with its VAT: from the owner's balance, as far as it covers the amount. */
export function creditAgentCommission(
  fund: 'C' | 'M',
  company: number,
  agent: number,
  cents: number,
  { available, owes }: { available: number; owes: number },
): PostingPair[] {
  const payable: LedgerAccount = { code: ledgerAccounts.agentPayable, company: agent };
  const came = amountRecovered(
    fund,
    { code: ledgerAccounts.ownerPayable, company },
    { code: ledgerAccounts.ownerReceivable, company },
    payable,
    cents,
    available,
  );
  return credited(fund, payable, { code: ledgerAccounts.agentReceivable, company: agent }, came, owes);
}
export const returnAgentCommission = (fund: 'C' | 'M', company: number, agent: number, cents: number, available: number): PostingPair[] =>
  amountRecovered(
    fund,
    { code: ledgerAccounts.agentPayable, company: agent },
    { code: ledgerAccounts.agentReceivable, company: agent },
    { code: ledgerAccounts.ownerPayable, company },
    cents,
    available,
  );

export function creditDealerCommission(dealer: number, cents: number, owes: number): PostingPair[] {
  const payable: LedgerAccount = { code: ledgerAccounts.dealerPayable, company: dealer };
  return credited(
    'P',
    payable,
    { code: ledgerAccounts.agentReceivable, company: dealer },
    entryPair('P', { code: ledgerAccounts.dealerCommissionExpense, company: dealer }, payable, cents),
    owes,
  );
}
export const returnDealerCommission = (dealer: number, cents: number, available: number): PostingPair[] =>
  amountRecovered(
    'P',
    { code: ledgerAccounts.dealerPayable, company: dealer },
    { code: ledgerAccounts.agentReceivable, company: dealer },
    { code: ledgerAccounts.dealerCommissionExpense, company: dealer },
    cents,
    available,
  );
