import { type LedgerAccountCode, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { sumCents } from '#contract/money/cents.ts';
import {
  type AccountComparison,
  type CertificateResult,
  type ClientMoneyFund,
  type ClientMoneyLine,
  clientMoneyFunds,
  clientMoneyHeldLines,
  clientMoneyOwedLines,
} from './kinds.ts';

/** The ledger accounts of each line. Amounts that are billed and unpaid are on both sides and cancel out, so no line contains them. */
const accountsOfLines: Readonly<Record<Exclude<ClientMoneyLine, 'other'>, readonly LedgerAccountCode[]>> = {
  paybill: [ledgerAccounts.mpesaPaybill, ledgerAccounts.mpesaPayouts],
  bank: [ledgerAccounts.clientBank, ledgerAccounts.depositBank],
  cash: [ledgerAccounts.cashInHand],
  transit: [ledgerAccounts.cashInTransit],
  claims: [ledgerAccounts.ownerReceivable, ledgerAccounts.agentReceivable],
  interfund: [ledgerAccounts.interfund],
  owners: [ledgerAccounts.ownerPayable],
  agents: [ledgerAccounts.agentPayable],
  contractors: [ledgerAccounts.contractorPayable],
  tax: [ledgerAccounts.withholdingTaxPayable],
  deposits: [ledgerAccounts.depositsHeld, ledgerAccounts.moveInDeposits],
  movein: [ledgerAccounts.moveInRent],
  credit: [ledgerAccounts.tenantCredit],
  suspense: [ledgerAccounts.unallocatedReceipts],
  payouts: [ledgerAccounts.payoutsInTransit],
};
const billed: readonly number[] = [
  ...[ledgerAccounts.tenantReceivable, ledgerAccounts.depositReceivable],
  ...[ledgerAccounts.unpaidBillings, ledgerAccounts.unpaidDepositBillings],
];
const listed = new Set<number>([...Object.values(accountsOfLines).flat(), ...billed]);

/** A balance of a kind of account: debits less credits. */
export type ClientMoneyBalance = { readonly fund: string; readonly code: number; readonly cents: number };
export type ClientMoneyPart = { readonly line: ClientMoneyLine; readonly cents: number };
export type ClientMoneyOfFund = {
  readonly fund: ClientMoneyFund;
  /** Money that is there, and claims on those who have it. */
  readonly held: ClientMoneyPart[];
  readonly held_cents: number;
  readonly owed: ClientMoneyPart[];
  readonly owed_cents: number;
  /** Held less owed. In a correct ledger it is zero. */
  readonly difference_cents: number;
};

/**
 * The client money of each fund: what is held equals what is owed. A line without an amount is left out. Money that one fund owes another is negative
 * among the held lines of the fund that owes it.
 */
export function computeClientMoney(balances: readonly ClientMoneyBalance[]): ClientMoneyOfFund[] {
  return clientMoneyFunds.map((fund) => {
    const own = balances.filter((one) => one.fund === fund);
    const of = (fits: (code: number) => boolean) => sumCents(own.filter(({ code }) => fits(code)).map(({ cents }) => cents));
    const line = (name: ClientMoneyLine, sign: 1 | -1): ClientMoneyPart => ({
      line: name,
      cents:
        sign * (name === 'other' ? of((code) => !listed.has(code)) : of((code) => (accountsOfLines[name] as readonly number[]).includes(code))) + 0,
    });
    const parts = (names: readonly ClientMoneyLine[], sign: 1 | -1) => names.map((name) => line(name, sign)).filter(({ cents }) => cents !== 0);
    const [held, owed] = [parts(clientMoneyHeldLines, 1), parts(clientMoneyOwedLines, -1)];
    const [held_cents, owed_cents] = [sumCents(held.map(({ cents }) => cents)), sumCents(owed.map(({ cents }) => cents))];
    return { fund, held, held_cents, owed, owed_cents, difference_cents: held_cents - owed_cents };
  });
}

type Position = {
  readonly bank_cents: number | null;
  readonly difference_cents: number | null;
  readonly in_use: boolean;
  readonly moved_since: boolean;
};
/**
 * How an account compares with its bank. Without a bank balance nothing is compared, whatever the ledger says, and an older one says nothing about
 * money that moved since (decision 396).
 */
export function compareAccountWithBank({ bank_cents, difference_cents, in_use, moved_since }: Position): AccountComparison {
  if (bank_cents === null) return in_use ? 'no_balance' : 'unused';
  if (difference_cents !== 0) return 'differs';
  return moved_since ? 'outdated' : 'agrees';
}
/**
 * A certificate agrees if held equals owed in each fund and each account in use agrees with its bank. Held is the ledger's own figure, so without the
 * accounts it would agree with any bank balance. A known difference counts before a missing balance.
 */
export function findCertificateResult(of: {
  readonly funds: readonly Pick<ClientMoneyOfFund, 'difference_cents'>[];
  readonly accounts: readonly Position[];
}): CertificateResult {
  const found = of.accounts.map(compareAccountWithBank);
  if (of.funds.some((fund) => fund.difference_cents !== 0) || found.includes('differs')) return 'differs';
  return found.includes('no_balance') || found.includes('outdated') ? 'no_balance' : 'agrees';
}
