import { type LedgerAccountCode, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { sumCents } from '#contract/money/cents.ts';
import { type ClientMoneyFund, type ClientMoneyLine, clientMoneyFunds, clientMoneyHeldLines, clientMoneyOwedLines } from './kinds.ts';

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

type Position = { readonly bank_cents: number | null; readonly ledger_cents: number | null; readonly difference_cents: number | null };
/** The bank confirms the ledger balance with known reasons only; an account without a bank balance has no money. */
export const isAccountReconciled = ({ bank_cents, ledger_cents, difference_cents }: Position): boolean =>
  bank_cents === null ? ledger_cents === 0 : difference_cents === 0;
/**
 * Held equals owed in each fund, and each account reconciles with its bank. Held is the ledger's own figure, so without the accounts it would agree
 * with any bank balance.
 */
export const doesClientMoneyAgree = (of: {
  readonly funds: readonly Pick<ClientMoneyOfFund, 'difference_cents'>[];
  readonly accounts: readonly Position[];
}): boolean => of.funds.every((fund) => fund.difference_cents === 0) && of.accounts.every(isAccountReconciled);
