import {
  getDepositFund,
  type LedgerAccount,
  type LedgerAccountCodeOf,
  type LedgerFund,
  type LedgerPayer,
  ledgerAccounts,
  type PostingPair,
} from './accounts.ts';
import { buildEntries, buildInterfundEntries, buildRecoveredEntries, reverseEntries } from './entries.ts';

/**
 * The entries of each fact: facts in, entry pairs out, nothing else. `x → y` is debit x, credit y. One fact is one journal. The source table is
 * ../shared/design/money.md §3. The entries of commissions are next to their rules (contract/commission/postings.ts).
 */

const owner = (company: number): LedgerAccount => ({ code: ledgerAccounts.ownerPayable, company });

type Billed = { readonly fund: 'C' | 'M'; readonly payer: LedgerPayer };
type BilledWithDeposit = Billed & { readonly cents: number; readonly depositCents: number };
/** An invoice is issued: a deposit in the deposit fund, everything else in the company's fund. */
export const buildInvoiceIssuedPostings = ({ fund, payer, cents, depositCents }: BilledWithDeposit): PostingPair[] => [
  ...buildEntries(fund, { code: ledgerAccounts.tenantReceivable, ...payer }, { code: ledgerAccounts.unpaidBillings, ...payer }, cents),
  ...buildEntries(
    getDepositFund(fund),
    { code: ledgerAccounts.depositReceivable, ...payer },
    { code: ledgerAccounts.unpaidDepositBillings, ...payer },
    depositCents,
  ),
];
/** An unpaid receivable is cancelled: by voiding or writing off the invoice, or for the unpaid part of a credit note. */
export const buildReceivableCancelledPostings = ({ fund, payer, cents, depositCents }: BilledWithDeposit): PostingPair[] => [
  ...buildEntries(fund, { code: ledgerAccounts.unpaidBillings, ...payer }, { code: ledgerAccounts.tenantReceivable, ...payer }, cents),
  ...buildEntries(
    getDepositFund(fund),
    { code: ledgerAccounts.unpaidDepositBillings, ...payer },
    { code: ledgerAccounts.depositReceivable, ...payer },
    depositCents,
  ),
];

/** The account that received money: M-Pesa, a bank, or cash held by a company. */
type Cash = { readonly code: LedgerAccountCodeOf<'cashInHand'>; readonly company: number };
export type ReceivingAccount = { readonly code: LedgerAccountCodeOf<'mpesaPaybill' | 'clientBank'>; readonly ref: string } | Cash;
/** A receipt of the platform, not allocated yet. */
export const buildMoneyReceivedPostings = (till: ReceivingAccount, cents: number): PostingPair[] =>
  buildEntries('C', till, { code: ledgerAccounts.unallocatedReceipts }, cents);

type Applied = Billed & {
  readonly cents: number;
  /** The paid line is a deposit, which belongs to the deposit fund. */
  readonly deposit: boolean;
  /** The tenancy has begun: before move-in, rent and deposit are held and are not the owner's. */
  readonly active: boolean;
  /** From a new receipt, or from tenant credit. */
  readonly from: 'receipt' | 'credit';
};
/** Money is allocated to an invoice line. */
export function buildPaymentAllocatedPostings({ fund, payer, cents, deposit, active, from }: Applied): PostingPair[] {
  const credit: LedgerAccount = { code: ledgerAccounts.tenantCredit, ...payer };
  if (fund === 'M') {
    // The owner holds the money, so no suspense account is used.
    const source: LedgerAccount = from === 'credit' ? credit : { code: ledgerAccounts.cashWithOwner, company: payer.company };
    return deposit
      ? [
          ...buildEntries('M', source, { code: ledgerAccounts.depositReceivable, ...payer }, cents),
          ...buildEntries('M', { code: ledgerAccounts.unpaidDepositBillings, ...payer }, { code: ledgerAccounts.depositsHeld, ...payer }, cents),
        ]
      : [
          ...buildEntries('M', source, { code: ledgerAccounts.tenantReceivable, ...payer }, cents),
          ...buildEntries('M', { code: ledgerAccounts.unpaidBillings, ...payer }, owner(payer.company), cents),
        ];
  }
  const source: LedgerAccount = from === 'credit' ? credit : { code: ledgerAccounts.unallocatedReceipts };
  if (deposit)
    return [
      ...buildInterfundEntries('C', 'D', source, { code: ledgerAccounts.depositReceivable, ...payer }, cents),
      ...buildEntries(
        'D',
        { code: ledgerAccounts.unpaidDepositBillings, ...payer },
        active ? { code: ledgerAccounts.depositsHeld, ...payer } : { code: ledgerAccounts.moveInDeposits, ...payer },
        cents,
      ),
    ];
  return [
    ...buildEntries('C', source, { code: ledgerAccounts.tenantReceivable, ...payer }, cents),
    ...buildEntries(
      'C',
      { code: ledgerAccounts.unpaidBillings, ...payer },
      active ? owner(payer.company) : { code: ledgerAccounts.moveInRent, ...payer },
      cents,
    ),
  ];
}
/** An overpayment becomes tenant credit. */
export const buildOverpaymentCreditedPostings = ({ fund, payer, cents }: Billed & { readonly cents: number }): PostingPair[] =>
  buildEntries(
    fund,
    fund === 'M' ? { code: ledgerAccounts.cashWithOwner, company: payer.company } : { code: ledgerAccounts.unallocatedReceipts },
    { code: ledgerAccounts.tenantCredit, ...payer },
    cents,
  );

/** A booking became a tenancy, and its credit is transferred. */
export const buildCreditTransferredPostings = (fund: 'C' | 'M', from: LedgerPayer, to: LedgerPayer, cents: number): PostingPair[] =>
  buildEntries(fund, { code: ledgerAccounts.tenantCredit, ...from }, { code: ledgerAccounts.tenantCredit, ...to }, cents);

/** A unit has a new owner: money held for its tenant is transferred. Money that owners hold themselves passes to the next owner. */
export const buildBalanceTransferredPostings = (fund: LedgerFund, from: LedgerAccount, to: LedgerAccount, cents: number): PostingPair[] =>
  fund === 'M'
    ? [
        ...buildEntries('M', from, { code: ledgerAccounts.cashWithOwner, company: from.company }, cents),
        ...buildEntries('M', { code: ledgerAccounts.cashWithOwner, company: to.company }, to, cents),
      ]
    : buildEntries(fund, from, to, cents);

/** Move-in: held rent becomes the owner's, and the held deposit a deposit. The amounts are the held balances. */
export const buildMoveInFundsReleasedPostings = (payer: LedgerPayer, held: { readonly rent: number; readonly deposit: number }): PostingPair[] => [
  ...buildEntries('D', { code: ledgerAccounts.moveInDeposits, ...payer }, { code: ledgerAccounts.depositsHeld, ...payer }, held.deposit),
  ...buildEntries('C', { code: ledgerAccounts.moveInRent, ...payer }, owner(payer.company), held.rent),
];

/** The owner of the credit: for a move-in invoice the tenancy, once it exists, even if a booking was billed. */
type Credited = Billed & { readonly cents: number; readonly active: boolean; readonly whose: LedgerPayer };
/** A credit note on a paid line: from the owner's balance (the part above it is the owner's debt) to tenant credit. */
export function buildCreditNoteCreditedPostings({
  fund,
  payer,
  whose,
  cents,
  active,
  available,
}: Credited & { readonly available: number }): PostingPair[] {
  const credit: LedgerAccount = { code: ledgerAccounts.tenantCredit, ...whose };
  if (!active && fund === 'C') return buildEntries('C', { code: ledgerAccounts.moveInRent, ...payer }, credit, cents);
  const claim: LedgerAccount = { code: ledgerAccounts.ownerReceivable, company: payer.company };
  return buildRecoveredEntries(fund, owner(payer.company), claim, credit, cents, available);
}
/** The payment behind a credit note's credit was reversed: from tenant credit back to its source, the owner's debt first. */
export function buildCreditNoteReversedPostings({
  fund,
  payer,
  whose,
  cents,
  active,
  claimed,
}: Credited & { readonly claimed: number }): PostingPair[] {
  const credit: LedgerAccount = { code: ledgerAccounts.tenantCredit, ...whose };
  if (!active && fund === 'C') return buildEntries('C', credit, { code: ledgerAccounts.moveInRent, ...payer }, cents);
  const owing = Math.max(0, Math.min(cents, claimed));
  return [
    ...buildEntries(fund, credit, { code: ledgerAccounts.ownerReceivable, company: payer.company }, owing),
    ...buildEntries(fund, credit, owner(payer.company), cents - owing),
  ];
}
/** A company's debt is offset against its balance. */
export const buildDebtOffsetPostings = (fund: LedgerFund, payable: LedgerAccount, claim: LedgerAccount, cents: number): PostingPair[] =>
  buildEntries(fund, payable, claim, cents);

/** The payee and the fund of a payout: owners and agents are paid from clients' money, dealers and top-ups from the platform's. */
export type PayeeAccount = {
  readonly fund: 'C' | 'P';
  readonly code: LedgerAccountCodeOf<'ownerPayable' | 'agentPayable' | 'dealerPayable' | 'walletTopUps'>;
  readonly company: number;
};
const payable = ({ code, company }: PayeeAccount): LedgerAccount => ({ code, company });
const transit = ({ company }: PayeeAccount): LedgerAccount => ({ code: ledgerAccounts.payoutsInTransit, company });
export type PayingAccount = {
  readonly code: LedgerAccountCodeOf<'mpesaPayouts' | 'clientBank' | 'depositBank' | 'platformBank'>;
  readonly ref?: string;
};
/** The fund of a bank account. Clients' money is on the paybill, and on the bank it is swept to. */
const bankFund = ({ code }: PayingAccount): 'C' | 'D' | 'P' =>
  code === ledgerAccounts.depositBank ? 'D' : code === ledgerAccounts.platformBank ? 'P' : 'C';
/** The platform's own money may leave from the clients' bank accounts through interfund. */
const isClients = (bank: PayingAccount): boolean => bankFund(bank) === 'C';
/** The platform pays from a bank account of any fund. */
const buildPaidByPlatform = (dr: LedgerAccount, bank: PayingAccount, cents: number): PostingPair[] =>
  bankFund(bank) === 'P' ? buildEntries('P', dr, bank, cents) : buildInterfundEntries('P', bankFund(bank), dr, bank, cents);
/** The entries of a payout: approved, it is in transit; confirmed, it is paid; failed, the money belongs to the payee again. */
export const buildPayoutApprovedPostings = (payee: PayeeAccount, cents: number): PostingPair[] =>
  buildEntries(payee.fund, payable(payee), transit(payee), cents);
export const buildPayoutConfirmedPostings = (payee: PayeeAccount, bank: PayingAccount, cents: number): PostingPair[] =>
  payee.fund === 'P' && isClients(bank)
    ? buildInterfundEntries('P', 'C', transit(payee), bank, cents)
    : buildEntries(payee.fund, transit(payee), bank, cents);
export const buildPayoutFailedPostings = (payee: PayeeAccount, cents: number): PostingPair[] =>
  buildEntries(payee.fund, transit(payee), payable(payee), cents);
/** Reported as failed and paid after all: in transit again from the payee's current balance; the rest is their debt. */
export const buildFailedPayoutConfirmedPostings = (payee: PayeeAccount, cents: number, available: number): PostingPair[] =>
  buildRecoveredEntries(
    payee.fund,
    payable(payee),
    { code: payee.code === ledgerAccounts.ownerPayable ? ledgerAccounts.ownerReceivable : ledgerAccounts.agentReceivable, company: payee.company },
    transit(payee),
    cents,
    available,
  );
/** The transfer charge of a payout: the platform bears it, or by agreement the payee, whose fee is in transit with the payout. */
export const buildPayoutChargePostings = (bank: PayingAccount, cents: number, borneBy: PayeeAccount | null): PostingPair[] =>
  borneBy ? buildPayoutConfirmedPostings(borneBy, bank, cents) : buildPaidByPlatform({ code: ledgerAccounts.paymentCharges }, bank, cents);

/** A tax is paid to KRA: VAT is owed by the platform's fund, withheld tax by the clients'. It may leave from either's bank account. */
export const buildTaxRemittedPostings = (
  tax: { readonly fund: 'C' | 'P'; readonly code: LedgerAccountCodeOf<'platformTaxPayable' | 'withholdingTaxPayable'> },
  bank: PayingAccount,
  cents: number,
): PostingPair[] => {
  const paidFrom = isClients(bank) ? 'C' : 'P';
  return tax.fund === paidFrom
    ? buildEntries(tax.fund, { code: tax.code }, bank, cents)
    : buildInterfundEntries(tax.fund, paidFrom, { code: tax.code }, bank, cents);
};

/** An unexplained difference is the platform's: a shortage adds to its payment charges, and a surplus reduces them. */
export const buildCashCorrectedPostings = (bank: PayingAccount, cents: number): PostingPair[] =>
  cents < 0 ? buildPayoutChargePostings(bank, -cents, null) : reverseEntries(buildPayoutChargePostings(bank, cents, null));
/** A manual adjustment approved by two people: the platform pays or receives the amount. */
export const buildWalletAdjustedPostings = (payee: PayeeAccount, cents: number): PostingPair[] => {
  const given =
    payee.fund === 'P'
      ? buildEntries('P', { code: ledgerAccounts.platformExpenses }, payable(payee), Math.abs(cents))
      : buildInterfundEntries('P', 'C', { code: ledgerAccounts.platformExpenses }, payable(payee), Math.abs(cents));
  return cents < 0 ? reverseEntries(given) : given;
};

/** A refund to a tenant or payer, for example a deposit refund: from tenant credit, or from an unallocated receipt. */
const refunded = (refund: number): LedgerAccount => ({ code: ledgerAccounts.payoutsInTransit, ref: `refund:${refund}` });
export const buildRefundApprovedPostings = (from: LedgerPayer | null, refund: number, cents: number): PostingPair[] =>
  buildEntries('C', from ? { code: ledgerAccounts.tenantCredit, ...from } : { code: ledgerAccounts.unallocatedReceipts }, refunded(refund), cents);
export const buildRefundConfirmedPostings = (till: Exclude<ReceivingAccount, Cash> | PayingAccount, refund: number, cents: number): PostingPair[] =>
  buildEntries('C', refunded(refund), till, cents);
/** A company refunds in cash: first from cash it collected for clients. It is owed the part it paid of its own money. */
export const buildManualRefundPostings = (company: number, refund: number, cents: number, inHand: number): PostingPair[] => {
  const ours = Math.max(0, Math.min(cents, inHand));
  return [
    ...buildEntries('C', refunded(refund), { code: ledgerAccounts.cashInHand, company }, ours),
    ...buildEntries('C', refunded(refund), owner(company), cents - ours),
  ];
};
/** An owner who collects themselves refunds from their own money. */
export const buildOwnerRefundPostings = (from: LedgerPayer, cents: number): PostingPair[] =>
  buildEntries('M', { code: ledgerAccounts.tenantCredit, ...from }, { code: ledgerAccounts.cashWithOwner, company: from.company }, cents);

/** A sweep from M-Pesa to the bank: out, in transit, in. */
export const buildSweepSentPostings = (from: LedgerAccount, cents: number): PostingPair[] =>
  buildEntries('C', { code: ledgerAccounts.cashInTransit }, from, cents);
export const buildSweepReceivedPostings = (to: LedgerAccount, cents: number): PostingPair[] =>
  buildEntries('C', to, { code: ledgerAccounts.cashInTransit }, cents);
/** A company pays cash that it took for clients into the bank. */
export const buildCashBankedPostings = (to: LedgerAccount, company: number, cents: number): PostingPair[] =>
  buildEntries('C', to, { code: ledgerAccounts.cashInHand, company }, cents);
/** A bank transfer between funds clears the interfund balance. */
export const buildInterfundClearedPostings = (
  to: 'D' | 'P',
  cents: number,
  from: LedgerAccount = { code: ledgerAccounts.clientBank },
): PostingPair[] => [
  ...buildEntries('C', { code: ledgerAccounts.interfund }, from, cents),
  ...buildEntries(to, { code: to === 'D' ? ledgerAccounts.depositBank : ledgerAccounts.platformBank }, { code: ledgerAccounts.interfund }, cents),
];

/** Money held before the tenancy began is the owner's since: it is recovered from where it is now. */
function whereNow(acct: LedgerAccount, company: number, active: boolean): LedgerAccount {
  if (active && acct.code === ledgerAccounts.moveInRent) return owner(company);
  return active && acct.code === ledgerAccounts.moveInDeposits ? { ...acct, code: ledgerAccounts.depositsHeld } : acct;
}
/**
 * Reverses an allocation, with one difference: at most the owner's balance is recovered. The part already paid out is the owner's debt (receivable),
 * which is offset against later receipts.
 */
export const buildPaymentUnallocatedPostings = (pairs: readonly PostingPair[], company: number, active: boolean, available: number): PostingPair[] =>
  pairs.flatMap(({ fund, dr, cr, cents }) => {
    const from = whereNow(cr, company, active);
    return from.code === ledgerAccounts.ownerPayable
      ? buildRecoveredEntries(fund, from, { code: ledgerAccounts.ownerReceivable, company }, dr, cents, available)
      : buildEntries(fund, from, dr, cents);
  });
