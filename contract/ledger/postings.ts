import type { Cents } from '#contract/money/cents.ts';
import { type Acct, accounts, type CodeOf, depositFundOf, type Fund, type Pair, type Payer } from './accounts.ts';

/**
 * What each fact does to the books: facts in, pairs out, nothing else. `x → y` is debit x, credit y. One fact is one journal.
 * The table these are made of: ../shared/design/money.md §3. What commissions do is beside their rules (contract/commission/postings.ts).
 */
export const pair = (fund: Fund, dr: Acct, cr: Acct, cents: number): Pair[] => (cents > 0 ? [{ fund, dr, cr, cents: cents as Cents }] : []);
/** One fund pays for another: what it owes stands in the interfund account until a real transfer clears it. */
const across = (from: Fund, to: Fund, dr: Acct, cr: Acct, cents: number): Pair[] => [
  ...pair(from, dr, { code: accounts.interfund }, cents),
  ...pair(to, { code: accounts.interfund }, cr, cents),
];
const owner = (company: number): Acct => ({ code: accounts.ownerPayable, company });

type Billed = { readonly fund: 'C' | 'M'; readonly payer: Payer };
/** An invoice is issued: rent and all else in its fund, a deposit in that of deposits. */
export const issued = ({ fund, payer, cents, depositCents }: Billed & { readonly cents: number; readonly depositCents: number }): Pair[] => [
  ...pair(fund, { code: accounts.tenantReceivable, ...payer }, { code: accounts.unpaidBillings, ...payer }, cents),
  ...pair(depositFundOf(fund), { code: accounts.depositReceivable, ...payer }, { code: accounts.unpaidDepositBillings, ...payer }, depositCents),
];
/** What was asked for and not paid is asked for no more: a void, a write-off, the unpaid part of a credit note. */
export const unasked = ({ fund, payer, cents, depositCents }: Billed & { readonly cents: number; readonly depositCents: number }): Pair[] => [
  ...pair(fund, { code: accounts.unpaidBillings, ...payer }, { code: accounts.tenantReceivable, ...payer }, cents),
  ...pair(depositFundOf(fund), { code: accounts.unpaidDepositBillings, ...payer }, { code: accounts.depositReceivable, ...payer }, depositCents),
];

/** Where money came in: M-Pesa, a bank, or somebody's hands. */
type Cash = { readonly code: CodeOf<'cashInHand'>; readonly company: number };
export type Till = { readonly code: CodeOf<'mpesaPaybill' | 'clientBank'>; readonly ref: string } | Cash;
/** Money came to the platform; whose it is, is not said by that. */
export const received = (till: Till, cents: number): Pair[] => pair('C', till, { code: accounts.unallocatedReceipts }, cents);

type Applied = Billed & {
  readonly cents: number;
  /** The line it pays is a deposit. */
  readonly deposit: boolean;
  /** The tenancy is lived in: before that rent and deposit are held, not the owner's. */
  readonly active: boolean;
  /** From what just came in, or from what the tenant had over. */
  readonly from: 'receipt' | 'credit';
};
/** Money is put against a line of an invoice. */
export function allocated({ fund, payer, cents, deposit, active, from }: Applied): Pair[] {
  const credit: Acct = { code: accounts.tenantCredit, ...payer };
  if (fund === 'M') {
    // In the owner's hands: no suspense, what was paid is with them.
    const source: Acct = from === 'credit' ? credit : { code: accounts.cashWithOwner, company: payer.company };
    return deposit
      ? [
          ...pair('M', source, { code: accounts.depositReceivable, ...payer }, cents),
          ...pair('M', { code: accounts.unpaidDepositBillings, ...payer }, { code: accounts.depositsHeld, ...payer }, cents),
        ]
      : [
          ...pair('M', source, { code: accounts.tenantReceivable, ...payer }, cents),
          ...pair('M', { code: accounts.unpaidBillings, ...payer }, owner(payer.company), cents),
        ];
  }
  const source: Acct = from === 'credit' ? credit : { code: accounts.unallocatedReceipts };
  if (deposit)
    return [
      ...across('C', 'D', source, { code: accounts.depositReceivable, ...payer }, cents),
      ...pair(
        'D',
        { code: accounts.unpaidDepositBillings, ...payer },
        active ? { code: accounts.depositsHeld, ...payer } : { code: accounts.moveInDeposits, ...payer },
        cents,
      ),
    ];
  return [
    ...pair('C', source, { code: accounts.tenantReceivable, ...payer }, cents),
    ...pair('C', { code: accounts.unpaidBillings, ...payer }, active ? owner(payer.company) : { code: accounts.moveInRent, ...payer }, cents),
  ];
}
/** More came than was asked for: the tenant's, for what comes next. */
export const overpaid = ({ fund, payer, cents }: Billed & { readonly cents: number }): Pair[] =>
  pair(
    fund,
    fund === 'M' ? { code: accounts.cashWithOwner, company: payer.company } : { code: accounts.unallocatedReceipts },
    { code: accounts.tenantCredit, ...payer },
    cents,
  );

/** A booking became a tenancy: what was over of the one is the other's. */
export const creditMoved = (fund: 'C' | 'M', from: Payer, to: Payer, cents: number): Pair[] =>
  pair(fund, { code: accounts.tenantCredit, ...from }, { code: accounts.tenantCredit, ...to }, cents);

/** A home has another holder: what is held for its tenant goes along. What holders keep themselves is in the next one's hands from then on. */
export const handedOver = (fund: Fund, from: Acct, to: Acct, cents: number): Pair[] =>
  fund === 'M'
    ? [
        ...pair('M', from, { code: accounts.cashWithOwner, company: from.company }, cents),
        ...pair('M', { code: accounts.cashWithOwner, company: to.company }, to, cents),
      ]
    : pair(fund, from, to, cents);

/** The tenancy is lived in: what was held of it is the owner's, its deposit a deposit. Amounts are the balances of what was held. */
export const activated = (payer: Payer, held: { readonly rent: number; readonly deposit: number }): Pair[] => [
  ...pair('D', { code: accounts.moveInDeposits, ...payer }, { code: accounts.depositsHeld, ...payer }, held.deposit),
  ...pair('C', { code: accounts.moveInRent, ...payer }, owner(payer.company), held.rent),
];

/** Whose credit it is: of a move-in the tenancy's, once it is one, whatever it was billed on. */
type Credited = Billed & { readonly cents: number; readonly active: boolean; readonly whose: Payer };
/** Of a paid line what is given back: from the owner (as far as they have it, the rest they owe us), to the tenant's credit. */
export function creditedBack({ fund, payer, whose, cents, active, available }: Credited & { readonly available: number }): Pair[] {
  const credit: Acct = { code: accounts.tenantCredit, ...whose };
  if (!active && fund === 'C') return pair('C', { code: accounts.moveInRent, ...payer }, credit, cents);
  return takenBack(fund, owner(payer.company), { code: accounts.ownerReceivable, company: payer.company }, credit, cents, available);
}
/** The payment it was given back of is gone: from the tenant's credit to where it came from; what the owner owes for it first. */
export function creditTaken({ fund, payer, whose, cents, active, claimed }: Credited & { readonly claimed: number }): Pair[] {
  const credit: Acct = { code: accounts.tenantCredit, ...whose };
  if (!active && fund === 'C') return pair('C', credit, { code: accounts.moveInRent, ...payer }, cents);
  const owing = Math.max(0, Math.min(cents, claimed));
  return [
    ...pair(fund, credit, { code: accounts.ownerReceivable, company: payer.company }, owing),
    ...pair(fund, credit, owner(payer.company), cents - owing),
  ];
}
/** What is taken from somebody we owe: never more than we owe them; beyond that it is a claim, set off against what they get next. */
export function takenBack(fund: Fund, payable: Acct, claim: Acct, to: Acct, cents: number, available: number): Pair[] {
  const there = Math.max(0, Math.min(cents, available));
  return [...pair(fund, payable, to, there), ...pair(fund, claim, to, cents - there)];
}
/** What somebody owes us is taken from what came for them. */
export const setOff = (fund: Fund, payable: Acct, claim: Acct, cents: number): Pair[] => pair(fund, payable, claim, cents);

/** Who is paid out of what: owner and agent of clients' money, dealer and top-ups of the platform's. */
export type Payee = {
  readonly fund: 'C' | 'P';
  readonly code: CodeOf<'ownerPayable' | 'agentPayable' | 'dealerPayable' | 'walletTopUps'>;
  readonly company: number;
};
const payable = ({ code, company }: Payee): Acct => ({ code, company });
const transit = ({ company }: Payee): Acct => ({ code: accounts.payoutsInTransit, company });
export type Bank = { readonly code: CodeOf<'mpesaPayouts' | 'clientBank' | 'depositBank' | 'platformBank'>; readonly ref?: string };
/** Banks of clients' money: the paybill, and the one it is swept to. The platform's own may leave from there, through what the funds owe each other. */
const isClients = ({ code }: Bank): boolean => code === accounts.mpesaPayouts || code === accounts.clientBank;
/** Approved: it is on its way; confirmed: it has left; failed: it is theirs again. */
export const payoutApproved = (payee: Payee, cents: number): Pair[] => pair(payee.fund, payable(payee), transit(payee), cents);
export const payoutConfirmed = (payee: Payee, bank: Bank, cents: number): Pair[] =>
  payee.fund === 'P' && isClients(bank) ? across('P', 'C', transit(payee), bank, cents) : pair(payee.fund, transit(payee), bank, cents);
export const payoutFailed = (payee: Payee, cents: number): Pair[] => pair(payee.fund, transit(payee), payable(payee), cents);
/** Said to have failed, and there after all: on its way once more out of what the payee has by now; the rest they owe. */
export const payoutFound = (payee: Payee, cents: number, available: number): Pair[] =>
  takenBack(
    payee.fund,
    payable(payee),
    { code: payee.code === accounts.ownerPayable ? accounts.ownerReceivable : accounts.agentReceivable, company: payee.company },
    transit(payee),
    cents,
    available,
  );
/** What sending it cost: the platform's, or the payee's where that was agreed, who put it on its way with the rest. */
export const payoutCharge = (bank: Bank, cents: number, borneBy: Payee | null): Pair[] =>
  borneBy ? payoutConfirmed(borneBy, bank, cents) : across('P', 'C', { code: accounts.paymentCharges }, bank, cents);

/** A difference nobody can explain is the platform's: what is missing it bears, what is over it owes until somebody asks for it. */
export const cashCorrected = (bank: Bank, cents: number): Pair[] =>
  cents < 0 ? payoutCharge(bank, -cents, null) : mirrored(payoutCharge(bank, cents, null));
/** What a person gives a company, or takes, after two have agreed: the platform bears the one and has the other. */
export const adjusted = (payee: Payee, cents: number): Pair[] => {
  const given =
    payee.fund === 'P'
      ? pair('P', { code: accounts.platformExpenses }, payable(payee), Math.abs(cents))
      : across('P', 'C', { code: accounts.platformExpenses }, payable(payee), Math.abs(cents));
  return cents < 0 ? mirrored(given) : given;
};

/** A tenant or stranger gets back what was theirs: from credit, or from what nobody knew whose it was. */
const refunded = (refund: number): Acct => ({ code: accounts.payoutsInTransit, ref: `refund:${refund}` });
export const refundApproved = (from: Payer | null, refund: number, cents: number): Pair[] =>
  pair('C', from ? { code: accounts.tenantCredit, ...from } : { code: accounts.unallocatedReceipts }, refunded(refund), cents);
export const refundConfirmed = (till: Exclude<Till, Cash> | Bank, refund: number, cents: number): Pair[] => pair('C', refunded(refund), till, cents);
/** A company gave it in cash: out of what it took in for us, as far as it has that; what it gave of its own is owed to it. */
export const refundedByHand = (company: number, refund: number, cents: number, inHand: number): Pair[] => {
  const ours = Math.max(0, Math.min(cents, inHand));
  return [...pair('C', refunded(refund), { code: accounts.cashInHand, company }, ours), ...pair('C', refunded(refund), owner(company), cents - ours)];
};
/** An owner who holds the money themselves gives it back out of their own hands. */
export const refundedByOwner = (from: Payer, cents: number): Pair[] =>
  pair('M', { code: accounts.tenantCredit, ...from }, { code: accounts.cashWithOwner, company: from.company }, cents);

/** Money goes from M-Pesa to the bank: out, under way, in. */
export const sweptOut = (from: Acct, cents: number): Pair[] => pair('C', { code: accounts.cashInTransit }, from, cents);
export const sweptIn = (to: Acct, cents: number): Pair[] => pair('C', to, { code: accounts.cashInTransit }, cents);
/** A real transfer between the funds' banks clears what one owed the other. */
export const fundsCleared = (to: 'D' | 'P', cents: number, from: Acct = { code: accounts.clientBank }): Pair[] => [
  ...pair('C', { code: accounts.interfund }, from, cents),
  ...pair(to, { code: to === 'D' ? accounts.depositBank : accounts.platformBank }, { code: accounts.interfund }, cents),
];

/** What a company puts by to pay the platform with, and what it pays with it. */
export const toppedUp = (company: number, cents: number): Pair[] =>
  across('C', 'P', { code: accounts.unallocatedReceipts }, { code: accounts.walletTopUps, company }, cents);
type Bought = { readonly company: number; readonly cents: number; readonly vatCents: number; readonly from: 'wallet' | 'rent' | 'receipt' | 'bank' };
/** A featured place or a plan, paid: earned by and by. */
export function bought({ company, cents, vatCents, from }: Bought): Pair[] {
  const deferred: Acct = { code: accounts.deferredRevenue, company };
  if (from === 'wallet' || from === 'bank') {
    // Paid to the platform's own bank, or out of what was put by.
    const there: Acct = from === 'bank' ? { code: accounts.platformBank } : { code: accounts.walletTopUps, company };
    return [...pair('P', there, deferred, cents), ...pair('P', there, { code: accounts.platformTaxPayable }, vatCents)];
  }
  const source: Acct = from === 'rent' ? owner(company) : { code: accounts.unallocatedReceipts };
  return [...across('C', 'P', source, deferred, cents), ...across('C', 'P', source, { code: accounts.platformTaxPayable }, vatCents)];
}
export const earned = (company: number, of: CodeOf<'planRevenue' | 'featuredRevenue'>, cents: number): Pair[] =>
  pair('P', { code: accounts.deferredRevenue, company }, { code: of }, cents);
/** Days that were not had come back: what rent paid for as rent, everything else as credit. */
export const boughtBack = (company: number, cents: number, vatCents: number, to: 'wallet' | 'rent'): Pair[] =>
  mirrored(bought({ company, cents, vatCents, from: to }));

/** The payment of something bought was taken back: from where it stands by now; what was used of it the company owes. */
export const boughtReversed = (company: number, of: { deferred: number; vat: number; credit: number; owed: number }): Pair[] => [
  ...across('P', 'C', { code: accounts.deferredRevenue, company }, { code: accounts.unallocatedReceipts }, of.deferred),
  ...across('P', 'C', { code: accounts.platformTaxPayable }, { code: accounts.unallocatedReceipts }, of.vat),
  ...across('P', 'C', { code: accounts.walletTopUps, company }, { code: accounts.unallocatedReceipts }, of.credit),
  ...across('P', 'C', { code: accounts.platformReceivable, company }, { code: accounts.unallocatedReceipts }, of.owed),
];

/** As if it had not been; `gone` of each has gone another way since. */
export const mirrored = (pairs: readonly Pair[], gone = 0): Pair[] => pairs.flatMap(({ fund, dr, cr, cents }) => pair(fund, cr, dr, cents - gone));

/** Held before the tenancy began, and the owner's since: what is taken back is taken from where it is now. */
function whereNow(acct: Acct, company: number, active: boolean): Acct {
  if (active && acct.code === accounts.moveInRent) return owner(company);
  return active && acct.code === accounts.moveInDeposits ? { ...acct, code: accounts.depositsHeld } : acct;
}
/**
 * What was put to a line is taken back: the mirror of what was booked, with one difference. Of an owner no more is taken than they have here; what
 * they were paid out already they owe, and it is set off against what comes next.
 */
export const unallocated = (pairs: readonly Pair[], company: number, active: boolean, available: number): Pair[] =>
  pairs.flatMap(({ fund, dr, cr, cents }) => {
    const from = whereNow(cr, company, active);
    return from.code === accounts.ownerPayable
      ? takenBack(fund, from, { code: accounts.ownerReceivable, company }, dr, cents, available)
      : pair(fund, from, dr, cents);
  });
