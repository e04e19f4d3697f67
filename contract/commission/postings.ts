import { type Acct, accounts, type Fund, type Pair } from '#contract/ledger/accounts.ts';
import { pair, setOff, takenBack } from '#contract/ledger/postings.ts';
import { sum } from '#contract/money/cents.ts';

/**
 * What a commission does to the books; nobody's account goes below zero. What an owner has not got is their debt (ownerReceivable), what an agent or dealer
 * has not got when it is taken back theirs (agentReceivable), set off against the next.
 */
const between: Acct = { code: accounts.interfund };
type Sums = { readonly amount: number; readonly tax: number };

/** From clients' money to the platform's: the owner's side as far as it reaches, the rest a debt. */
export const platformTaken = (company: number, { amount, tax }: Sums, available: number): Pair[] => [
  ...takenBack('C', { code: accounts.ownerPayable, company }, { code: accounts.ownerReceivable, company }, between, amount + tax, available),
  ...pair('P', between, { code: accounts.commissionRevenue }, amount),
  ...pair('P', between, { code: accounts.platformTaxPayable }, tax),
];
export const platformGiven = (company: number, { amount, tax }: Sums): Pair[] => [
  ...pair('P', { code: accounts.commissionRevenue }, between, amount),
  ...pair('P', { code: accounts.platformTaxPayable }, between, tax),
  ...pair('C', between, { code: accounts.ownerPayable, company }, amount + tax),
];

/** Who holds their money themselves is billed for it. */
export const platformBilled = (company: number, { amount, tax }: Sums): Pair[] => [
  ...pair('P', { code: accounts.platformReceivable, company }, { code: accounts.commissionRevenue }, amount),
  ...pair('P', { code: accounts.platformReceivable, company }, { code: accounts.platformTaxPayable }, tax),
];
/** Billed and paid already: it is theirs to pay the next with. */
export function platformUnbilled(company: number, { amount, tax }: Sums, billed: number): Pair[] {
  const open = (sum: number, from: Acct, left: number): Pair[] => [
    ...pair('P', from, { code: accounts.platformReceivable, company }, Math.min(sum, left)),
    ...pair('P', from, { code: accounts.walletTopUps, company }, sum - Math.min(sum, left)),
  ];
  return [
    ...open(amount, { code: accounts.commissionRevenue }, billed),
    ...open(tax, { code: accounts.platformTaxPayable }, Math.max(0, billed - amount)),
  ];
}

/** What came for somebody is theirs, and pays what they owe at once: both stand in their wallet. */
const credited = (fund: Fund, payable: Acct, claim: Acct, came: readonly Pair[], owes: number): Pair[] => [
  ...came,
  ...setOff(fund, payable, claim, Math.min(sum(came.map((one) => one.cents)), owes)),
];

/** An agent's, his VAT in it: from the owner, as far as there is any. */
export function agentTaken(
  fund: 'C' | 'M',
  company: number,
  agent: number,
  cents: number,
  { available, owes }: { available: number; owes: number },
): Pair[] {
  const payable: Acct = { code: accounts.agentPayable, company: agent };
  const came = takenBack(fund, { code: accounts.ownerPayable, company }, { code: accounts.ownerReceivable, company }, payable, cents, available);
  return credited(fund, payable, { code: accounts.agentReceivable, company: agent }, came, owes);
}
export const agentGiven = (fund: 'C' | 'M', company: number, agent: number, cents: number, available: number): Pair[] =>
  takenBack(
    fund,
    { code: accounts.agentPayable, company: agent },
    { code: accounts.agentReceivable, company: agent },
    { code: accounts.ownerPayable, company },
    cents,
    available,
  );

export function dealerTaken(dealer: number, cents: number, owes: number): Pair[] {
  const payable: Acct = { code: accounts.dealerPayable, company: dealer };
  return credited(
    'P',
    payable,
    { code: accounts.agentReceivable, company: dealer },
    pair('P', { code: accounts.dealerCommissionExpense, company: dealer }, payable, cents),
    owes,
  );
}
export const dealerGiven = (dealer: number, cents: number, available: number): Pair[] =>
  takenBack(
    'P',
    { code: accounts.dealerPayable, company: dealer },
    { code: accounts.agentReceivable, company: dealer },
    { code: accounts.dealerCommissionExpense, company: dealer },
    cents,
    available,
  );
