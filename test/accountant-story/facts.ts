import { ledgerAccounts as at } from '#contract/ledger/accounts.ts';

/** The changes of accounts in shillings, debit positive, by fund and code; the accounts of a named company end with its name. */
export type AccountChanges = Readonly<Record<string, number>>;
export const C = (code: number, company = '') => `C${code}${company && `:${company}`}`;
export const D = (code: number) => `D${code}`;
export const P = (code: number) => `P${code}`;
export const noChanges: AccountChanges = {};

/** Adds the changes of several facts that one event causes, and drops accounts that end unchanged. */
export function sumChanges(...all: readonly AccountChanges[]): AccountChanges {
  const total = new Map<string, number>();
  for (const one of all)
    for (const [account, change] of Object.entries(one)) total.set(account, Math.round(((total.get(account) ?? 0) + change) * 100) / 100);
  return Object.fromEntries([...total].filter(([, change]) => change !== 0));
}
export const reverseChanges = (one: AccountChanges): AccountChanges =>
  Object.fromEntries(Object.entries(one).map(([account, change]) => [account, -change]));

// The facts of which the events consist, as an accountant would write them.
export const billedRent = (kes: number, of = ''): AccountChanges => ({ [C(at.tenantReceivable, of)]: kes, [C(at.unpaidBillings, of)]: -kes });
export const billedDeposit = (kes: number): AccountChanges => ({ [D(at.depositReceivable)]: kes, [D(at.unpaidDepositBillings)]: -kes });
export const receivedMoney = (kes: number, where: number = at.mpesaPaybill, holder = ''): AccountChanges => ({
  [C(where, holder)]: kes,
  [C(at.unallocatedReceipts)]: -kes,
});
export const paidRent = (kes: number, from: number = at.unallocatedReceipts, of = ''): AccountChanges => ({
  [C(from)]: kes,
  [C(at.tenantReceivable, of)]: -kes,
  [C(at.unpaidBillings, of)]: kes,
  [C(at.ownerPayable, of)]: -kes,
});
export const paidDeposit = (kes: number): AccountChanges => ({
  [C(at.unallocatedReceipts)]: kes,
  [C(at.interfund)]: -kes,
  [D(at.interfund)]: kes,
  [D(at.depositReceivable)]: -kes,
  [D(at.unpaidDepositBillings)]: kes,
  [D(at.depositsHeld)]: -kes,
});
export const creditedTenant = (kes: number): AccountChanges => ({ [C(at.unallocatedReceipts)]: kes, [C(at.tenantCredit)]: -kes });
/** Ten percent of collected rent and 16 % VAT on it, taken from what is owed to the owner. */
export const platformFee = (rent: number, of = ''): AccountChanges => ({
  [C(at.ownerPayable, of)]: rent * 0.116,
  [C(at.interfund)]: -rent * 0.116,
  [P(at.interfund)]: rent * 0.116,
  [P(at.commissionRevenue)]: -rent * 0.1,
  [P(at.platformTaxPayable)]: -rent * 0.016,
});
/** The share of the agent who manages the home: eight percent of collected rent, from what is owed to the owner. */
export const agentShare = (rent: number, of: string, agent: string): AccountChanges => ({
  [C(at.ownerPayable, of)]: rent * 0.08,
  [C(at.agentPayable, agent)]: -rent * 0.08,
});
/** A payout is approved: the money is in transit to the payee. */
export const approvedPayout = (kes: number, of: string, payable: number = at.ownerPayable): AccountChanges => ({
  [C(payable, of)]: kes,
  [C(at.payoutsInTransit, of)]: -kes,
});
