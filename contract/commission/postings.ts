import { type LedgerAccount, type LedgerFund, ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import { buildEntries, buildRecoveredEntries } from '#contract/ledger/entries.ts';
import { buildDebtOffsetPostings } from '#contract/ledger/postings.ts';
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
export const buildPlatformCommissionPostings = (company: number, { amount, tax }: Sums, available: number): PostingPair[] => [
  ...buildRecoveredEntries(
    'C',
    { code: ledgerAccounts.ownerPayable, company },
    { code: ledgerAccounts.ownerReceivable, company },
    between,
    amount + tax,
    available,
  ),
  ...buildEntries('P', between, { code: ledgerAccounts.commissionRevenue }, amount),
  ...buildEntries('P', between, { code: ledgerAccounts.platformTaxPayable }, tax),
];
export const buildReturnedPlatformCommissionPostings = (company: number, { amount, tax }: Sums): PostingPair[] => [
  ...buildEntries('P', { code: ledgerAccounts.commissionRevenue }, between, amount),
  ...buildEntries('P', { code: ledgerAccounts.platformTaxPayable }, between, tax),
  ...buildEntries('C', between, { code: ledgerAccounts.ownerPayable, company }, amount + tax),
];

/** A company that collects itself is billed for it. */
export const buildPlatformBillPostings = (company: number, { amount, tax }: Sums): PostingPair[] => [
  ...buildEntries('P', { code: ledgerAccounts.platformReceivable, company }, { code: ledgerAccounts.commissionRevenue }, amount),
  ...buildEntries('P', { code: ledgerAccounts.platformReceivable, company }, { code: ledgerAccounts.platformTaxPayable }, tax),
];
/** The commission was billed and paid already, so its reversal becomes a top-up that pays the next bill. */
export function buildCancelledPlatformBillPostings(company: number, { amount, tax }: Sums, billed: number): PostingPair[] {
  const open = (sum: number, from: LedgerAccount, left: number): PostingPair[] => [
    ...buildEntries('P', from, { code: ledgerAccounts.platformReceivable, company }, Math.min(sum, left)),
    ...buildEntries('P', from, { code: ledgerAccounts.walletTopUps, company }, sum - Math.min(sum, left)),
  ];
  return [
    ...open(amount, { code: ledgerAccounts.commissionRevenue }, billed),
    ...open(tax, { code: ledgerAccounts.platformTaxPayable }, Math.max(0, billed - amount)),
  ];
}

/** The amount belongs to the beneficiary and pays their debt at once; the wallet shows both entries. */
const credited = (fund: LedgerFund, payable: LedgerAccount, claim: LedgerAccount, came: readonly PostingPair[], owes: number): PostingPair[] => [
  ...came,
  ...buildDebtOffsetPostings(fund, payable, claim, Math.min(sumCents(came.map((one) => one.cents)), owes)),
];

/** An agent's commission with its VAT: from the owner's balance, as far as it covers the amount. */
export function buildAgentCommissionPostings(
  fund: 'C' | 'M',
  company: number,
  agent: number,
  cents: number,
  { available, owes }: { available: number; owes: number },
): PostingPair[] {
  const payable: LedgerAccount = { code: ledgerAccounts.agentPayable, company: agent };
  const came = buildRecoveredEntries(
    fund,
    { code: ledgerAccounts.ownerPayable, company },
    { code: ledgerAccounts.ownerReceivable, company },
    payable,
    cents,
    available,
  );
  return credited(fund, payable, { code: ledgerAccounts.agentReceivable, company: agent }, came, owes);
}
export const buildReturnedAgentCommissionPostings = (
  fund: 'C' | 'M',
  company: number,
  agent: number,
  cents: number,
  available: number,
): PostingPair[] =>
  buildRecoveredEntries(
    fund,
    { code: ledgerAccounts.agentPayable, company: agent },
    { code: ledgerAccounts.agentReceivable, company: agent },
    { code: ledgerAccounts.ownerPayable, company },
    cents,
    available,
  );

export function buildDealerCommissionPostings(dealer: number, cents: number, owes: number): PostingPair[] {
  const payable: LedgerAccount = { code: ledgerAccounts.dealerPayable, company: dealer };
  return credited(
    'P',
    payable,
    { code: ledgerAccounts.agentReceivable, company: dealer },
    buildEntries('P', { code: ledgerAccounts.dealerCommissionExpense, company: dealer }, payable, cents),
    owes,
  );
}
export const buildReturnedDealerCommissionPostings = (dealer: number, cents: number, available: number): PostingPair[] =>
  buildRecoveredEntries(
    'P',
    { code: ledgerAccounts.dealerPayable, company: dealer },
    { code: ledgerAccounts.agentReceivable, company: dealer },
    { code: ledgerAccounts.dealerCommissionExpense, company: dealer },
    cents,
    available,
  );
