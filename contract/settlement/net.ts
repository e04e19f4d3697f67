import { type Cents, toCents, toWholeShillings } from '#contract/money/cents.ts';
import { calculateLargestPayoutWithFees, type PayoutFeeBand, sumPayoutFees } from '#contract/wallet/fees.ts';
import { type PayoutLineKind, payoutLineKinds } from './kinds.ts';

export type PayoutLine = { readonly kind: PayoutLineKind; readonly cents: number };
export type PayoutInput = {
  /** The balance left by earlier payouts, and every entry since, up to the cut-off. */
  readonly lines: readonly PayoutLine[];
  /** The current balance, read under its lock: less than at the cut-off if an amount was reversed since. */
  readonly total: number;
  /** The part of the current balance that is on hold. */
  readonly held: number;
  readonly reserve: number;
  /** The amount of a withdrawal; null in a run, which pays the full amount. */
  readonly wanted: number | null;
  readonly rail: 'bank' | 'mpesa';
  readonly bands: readonly PayoutFeeBand[];
  readonly feeByPayee: boolean;
};
/** The breakdown of a payout: each component, and what stays and why. */
export type PayoutFigures = { readonly [K in PayoutLineKind]: Cents } & {
  readonly total: Cents;
  readonly held: Cents;
  readonly reserve: Cents;
  readonly later: Cents;
  readonly fee: Cents;
  readonly left: Cents;
  readonly net: Cents;
};

/**
 * The net amount of a payout. The lines sum to the balance at the cut-off. Amounts reversed since, holds and the reserve are deducted. The rest is
 * sent in whole shillings, less the fee if the payee bears it. Money received after the cut-off is not sent, but holds may be on that money, so
 * cleared money is not delayed by it. The net amount is never below zero: a missing amount stays as a debt.
 */
export function calculatePayout({ lines, total, held, reserve, wanted, rail, bands, feeByPayee }: PayoutInput): PayoutFigures {
  const of = (kind: PayoutLineKind): Cents => toCents(lines.reduce((sum, one) => sum + (one.kind === kind ? one.cents : 0), 0));
  const closing = toCents(lines.reduce((sum, one) => sum + one.cents, 0));
  const later = Math.max(0, closing - Math.max(0, total));
  const there = Math.max(0, closing - later);
  const since = Math.max(0, total - closing);
  const heldOf = Math.min(there, Math.max(0, held - since));
  const reserveOf = Math.min(there - heldOf, Math.max(0, reserve - Math.max(0, since - held)));
  const free = there - heldOf - reserveOf;
  const most = wanted === null ? free : Math.min(free, wanted);
  const whole = feeByPayee && wanted === null ? calculateLargestPayoutWithFees(bands, most, rail) : toWholeShillings(most);
  const fee = whole > 0 ? sumPayoutFees(bands, whole, rail) : toCents(0);
  const net = feeByPayee && wanted !== null && whole + fee > free ? calculateLargestPayoutWithFees(bands, free, rail) : whole;
  const paidFee = net > 0 && feeByPayee ? sumPayoutFees(bands, net, rail) : toCents(0);
  return {
    opening: of('opening'),
    gross: of('gross'),
    commission: of('commission'),
    expenses: of('expenses'),
    tax: of('tax'),
    sent: of('sent'),
    other: of('other'),
    total: closing,
    held: toCents(heldOf),
    reserve: toCents(reserveOf),
    later: toCents(later),
    fee: paidFee,
    net,
    left: toCents(closing - net - paidFee),
  };
}

type Numbers = { readonly [K in keyof PayoutFigures]: number };
export type RetainedReason = 'held' | 'reserve' | 'later' | 'cents' | 'unasked';
/** The breakdown for page and PDF: components, deductions, and the retained amounts by reason, to the cent. */
export function explainPayout(f: Numbers): {
  readonly parts: readonly PayoutLine[];
  readonly off: readonly { readonly what: 'left' | 'fee'; readonly cents: number }[];
  readonly stays: readonly { readonly why: RetainedReason; readonly cents: number }[];
} {
  const rest = f.left - f.held - f.reserve - f.later;
  const off = [
    { what: 'left' as const, cents: -f.left },
    { what: 'fee' as const, cents: -f.fee },
  ];
  const stays = [
    ...(['held', 'reserve', 'later'] as const).map((why) => ({ why, cents: f[why] })),
    { why: rest < 100 ? ('cents' as const) : ('unasked' as const), cents: rest },
  ];
  return {
    parts: payoutLineKinds.map((kind) => ({ kind, cents: f[kind] })).filter((one) => one.cents !== 0),
    off: off.filter((one) => one.cents !== 0),
    stays: stays.filter((one) => one.cents > 0),
  };
}

/** Every shilling of a payout is explained: the balance is the net amount plus the fee plus what stays. */
export const isPayoutBalanced = (f: Numbers): boolean =>
  f.opening + f.gross + f.commission + f.expenses + f.tax + f.sent + f.other === f.total && f.net + f.fee + f.left === f.total;
