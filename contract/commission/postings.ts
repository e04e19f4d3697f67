import type { Acct, Fund, Pair } from '#contract/ledger/accounts.ts';
import { pair, takenBack } from '#contract/ledger/postings.ts';

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

/** What came for somebody pays first what they owe, then is theirs. */
function credited(fund: Fund, from: Acct, payable: Acct, claim: Acct, cents: number, owes: number): Pair[] {
  const off = Math.min(cents, owes);
  return [...pair(fund, from, claim, off), ...pair(fund, from, payable, cents - off)];
}

/** An agent's, his VAT in it: from the owner, as far as there is any. */
export function agentTaken(
  fund: 'C' | 'M',
  company: number,
  agent: number,
  cents: number,
  { available, owes }: { available: number; owes: number },
): Pair[] {
  const there = Math.max(0, Math.min(cents, available));
  const [payable, claim]: [Acct, Acct] = [
    { code: 2040, company: agent },
    { code: 1350, company: agent },
  ];
  return [
    ...credited(fund, { code: 2000, company }, payable, claim, there, owes),
    ...credited(fund, { code: 1300, company }, payable, claim, cents - there, Math.max(0, owes - there)),
  ];
}
export const agentGiven = (fund: 'C' | 'M', company: number, agent: number, cents: number, available: number): Pair[] =>
  takenBack(fund, { code: 2040, company: agent }, { code: 1350, company: agent }, { code: 2000, company }, cents, available);

export const dealerTaken = (dealer: number, cents: number, owes: number): Pair[] =>
  credited('P', { code: 5010, company: dealer }, { code: 2050, company: dealer }, { code: 1350, company: dealer }, cents, owes);
export const dealerGiven = (dealer: number, cents: number, available: number): Pair[] =>
  takenBack('P', { code: 2050, company: dealer }, { code: 1350, company: dealer }, { code: 5010, company: dealer }, cents, available);
