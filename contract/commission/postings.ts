import { type LedgerAccount, type LedgerFund, ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import { amountRecoveredPostings, debtOffsetPostings, makePostingPair } from '#contract/ledger/postings.ts';
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
export const platformCommissionPostings = (company: number, { amount, tax }: Sums, available: number): PostingPair[] => [
  ...amountRecoveredPostings(
    'C',
    { code: ledgerAccounts.ownerPayable, company },
    { code: ledgerAccounts.ownerReceivable, company },
    between,
    amount + tax,
    available,
  ),
  ...makePostingPair('P', between, { code: ledgerAccounts.commissionRevenue }, amount),
  ...makePostingPair('P', between, { code: ledgerAccounts.platformTaxPayable }, tax),
];
export const returnedPlatformCommissionPostings = (company: number, { amount, tax }: Sums): PostingPair[] => [
  ...makePostingPair('P', { code: ledgerAccounts.commissionRevenue }, between, amount),
  ...makePostingPair('P', { code: ledgerAccounts.platformTaxPayable }, between, tax),
  ...makePostingPair('C', between, { code: ledgerAccounts.ownerPayable, company }, amount + tax),
];

/** A company that collects itself is billed for it. */
export const platformBillPostings = (company: number, { amount, tax }: Sums): PostingPair[] => [
  ...makePostingPair('P', { code: ledgerAccounts.platformReceivable, company }, { code: ledgerAccounts.commissionRevenue }, amount),
  ...makePostingPair('P', { code: ledgerAccounts.platformReceivable, company }, { code: ledgerAccounts.platformTaxPayable }, tax),
];
/** The commission was billed and paid already, so its reversal becomes a top-up that pays the next bill. */
export function cancelledPlatformBillPostings(company: number, { amount, tax }: Sums, billed: number): PostingPair[] {
  const open = (sum: number, from: LedgerAccount, left: number): PostingPair[] => [
    ...makePostingPair('P', from, { code: ledgerAccounts.platformReceivable, company }, Math.min(sum, left)),
    ...makePostingPair('P', from, { code: ledgerAccounts.walletTopUps, company }, sum - Math.min(sum, left)),
  ];
  return [
    ...open(amount, { code: ledgerAccounts.commissionRevenue }, billed),
    ...open(tax, { code: ledgerAccounts.platformTaxPayable }, Math.max(0, billed - amount)),
  ];
}

/** The amount belongs to the beneficiary and pays their debt at once; the wallet shows both entries. */
const credited = (fund: LedgerFund, payable: LedgerAccount, claim: LedgerAccount, came: readonly PostingPair[], owes: number): PostingPair[] => [
  ...came,
  ...debtOffsetPostings(fund, payable, claim, Math.min(sumCents(came.map((one) => one.cents)), owes)),
];

/** An agent's commission with its VAT: from the owner's balance, as far as it covers the amount. */
export function agentCommissionPostings(
  fund: 'C' | 'M',
  company: number,
  agent: number,
  cents: number,
  { available, owes }: { available: number; owes: number },
): PostingPair[] {
  const payable: LedgerAccount = { code: ledgerAccounts.agentPayable, company: agent };
  const came = amountRecoveredPostings(
    fund,
    { code: ledgerAccounts.ownerPayable, company },
    { code: ledgerAccounts.ownerReceivable, company },
    payable,
    cents,
    available,
  );
  return credited(fund, payable, { code: ledgerAccounts.agentReceivable, company: agent }, came, owes);
}
export const returnedAgentCommissionPostings = (fund: 'C' | 'M', company: number, agent: number, cents: number, available: number): PostingPair[] =>
  amountRecoveredPostings(
    fund,
    { code: ledgerAccounts.agentPayable, company: agent },
    { code: ledgerAccounts.agentReceivable, company: agent },
    { code: ledgerAccounts.ownerPayable, company },
    cents,
    available,
  );

export function dealerCommissionPostings(dealer: number, cents: number, owes: number): PostingPair[] {
  const payable: LedgerAccount = { code: ledgerAccounts.dealerPayable, company: dealer };
  return credited(
    'P',
    payable,
    { code: ledgerAccounts.agentReceivable, company: dealer },
    makePostingPair('P', { code: ledgerAccounts.dealerCommissionExpense, company: dealer }, payable, cents),
    owes,
  );
}
export const returnedDealerCommissionPostings = (dealer: number, cents: number, available: number): PostingPair[] =>
  amountRecoveredPostings(
    'P',
    { code: ledgerAccounts.dealerPayable, company: dealer },
    { code: ledgerAccounts.agentReceivable, company: dealer },
    { code: ledgerAccounts.dealerCommissionExpense, company: dealer },
    cents,
    available,
  );
