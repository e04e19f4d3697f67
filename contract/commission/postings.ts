import type { Acct, Fund, Pair } from '#contract/ledger/accounts.ts';
import { pair, setOff, takenBack } from '#contract/ledger/postings.ts';
import { sum } from '#contract/money/cents.ts';

/**
 * What a commission does to the books; nobody's account goes below zero. What an owner has not got is their debt (1300), what an agent or dealer
 * has not got when it is taken back theirs (1350), set off against the next.
 */
const between: Acct = { code: 1390 };
type Sums = { readonly amount: number; readonly tax: number };

/** From clients' money to the platform's: the owner's side as far as it reaches, the rest a debt. */
export const platformTaken = (company: number, { amount, tax }: Sums, available: number): Pair[] => [
  ...takenBack('C', { code: 2000, company }, { code: 1300, company }, between, amount + tax, available),
  ...pair('P', between, { code: 4000 }, amount),
  ...pair('P', between, { code: 2075 }, tax),
];
export const platformGiven = (company: number, { amount, tax }: Sums): Pair[] => [
  ...pair('P', { code: 4000 }, between, amount),
  ...pair('P', { code: 2075 }, between, tax),
  ...pair('C', between, { code: 2000, company }, amount + tax),
];

/** Who holds their money themselves is billed for it. */
export const platformBilled = (company: number, { amount, tax }: Sums): Pair[] => [
  ...pair('P', { code: 1200, company }, { code: 4000 }, amount),
  ...pair('P', { code: 1200, company }, { code: 2075 }, tax),
];
/** Billed and paid already: it is theirs to pay the next with. */
export function platformUnbilled(company: number, { amount, tax }: Sums, billed: number): Pair[] {
  const open = (sum: number, from: Acct, left: number): Pair[] => [
    ...pair('P', from, { code: 1200, company }, Math.min(sum, left)),
    ...pair('P', from, { code: 2130, company }, sum - Math.min(sum, left)),
  ];
  return [...open(amount, { code: 4000 }, billed), ...open(tax, { code: 2075 }, Math.max(0, billed - amount))];
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
  const payable: Acct = { code: 2040, company: agent };
  const came = takenBack(fund, { code: 2000, company }, { code: 1300, company }, payable, cents, available);
  return credited(fund, payable, { code: 1350, company: agent }, came, owes);
}
export const agentGiven = (fund: 'C' | 'M', company: number, agent: number, cents: number, available: number): Pair[] =>
  takenBack(fund, { code: 2040, company: agent }, { code: 1350, company: agent }, { code: 2000, company }, cents, available);

export function dealerTaken(dealer: number, cents: number, owes: number): Pair[] {
  const payable: Acct = { code: 2050, company: dealer };
  return credited('P', payable, { code: 1350, company: dealer }, pair('P', { code: 5010, company: dealer }, payable, cents), owes);
}
export const dealerGiven = (dealer: number, cents: number, available: number): Pair[] =>
  takenBack('P', { code: 2050, company: dealer }, { code: 1350, company: dealer }, { code: 5010, company: dealer }, cents, available);
