import { type Cents, cents, toWholeShillings } from '#contract/money/cents.ts';
import { type FeeBand, feesOf, largestWithFees } from '#contract/wallet/fees.ts';
import { type LineKind, lineKinds } from './kinds.ts';

export type Line = { readonly kind: LineKind; readonly cents: number };
export type Given = {
  /** What earlier payouts left, and every entry since, up to the cut-off. */
  readonly lines: readonly Line[];
  /** What is there now, under its lock: less than at the cut-off where something was taken since. */
  readonly total: number;
  /** Of all that is there now. */
  readonly held: number;
  readonly reserve: number;
  /** A withdrawal asks for this much; a run for all there is. */
  readonly wanted: number | null;
  readonly rail: 'bank' | 'mpesa';
  readonly bands: readonly FeeBand[];
  readonly feeByPayee: boolean;
};
/** Why this number: each part by itself, and what stays behind and why. */
export type Figures = { readonly [K in LineKind]: Cents } & {
  readonly total: Cents;
  readonly held: Cents;
  readonly reserve: Cents;
  readonly later: Cents;
  readonly fee: Cents;
  readonly left: Cents;
  readonly net: Cents;
};

/**
 * The net of a payout. Lines sum to what was there at the cut-off; of that what went since, what is held and what is to stay is not sent; the rest
 * goes in whole shillings, less its fee where the payee bears it. What came since the cut-off is not sent, but what is held may be that: cleared
 * money does not wait for it. Nobody is paid below zero: what is missing stays.
 */
export function netOf({ lines, total, held, reserve, wanted, rail, bands, feeByPayee }: Given): Figures {
  const of = (kind: LineKind): Cents => cents(lines.reduce((sum, one) => sum + (one.kind === kind ? one.cents : 0), 0));
  const closing = cents(lines.reduce((sum, one) => sum + one.cents, 0));
  const later = Math.max(0, closing - Math.max(0, total));
  const there = Math.max(0, closing - later);
  const since = Math.max(0, total - closing);
  const heldOf = Math.min(there, Math.max(0, held - since));
  const reserveOf = Math.min(there - heldOf, Math.max(0, reserve - Math.max(0, since - held)));
  const free = there - heldOf - reserveOf;
  const most = wanted === null ? free : Math.min(free, wanted);
  const whole = feeByPayee && wanted === null ? largestWithFees(bands, most, rail) : toWholeShillings(most);
  const fee = whole > 0 ? feesOf(bands, whole, rail) : cents(0);
  const net = feeByPayee && wanted !== null && whole + fee > free ? largestWithFees(bands, free, rail) : whole;
  const paidFee = net > 0 && feeByPayee ? feesOf(bands, net, rail) : cents(0);
  return {
    ...{ opening: of('opening'), gross: of('gross'), commission: of('commission'), expenses: of('expenses'), tax: of('tax') },
    ...{ sent: of('sent'), other: of('other'), total: closing, held: cents(heldOf), reserve: cents(reserveOf), later: cents(later) },
    ...{ fee: paidFee, net, left: cents(closing - net - paidFee) },
  };
}

type Numbers = { readonly [K in keyof Figures]: number };
export type Stay = 'held' | 'reserve' | 'later' | 'cents' | 'unasked';
/** Why this number, as page and paper show it: what it is made of, what is not sent, and what of that stays for which reason, to the cent. */
export function whyOf(f: Numbers): {
  readonly parts: readonly Line[];
  readonly off: readonly { readonly what: 'left' | 'fee'; readonly cents: number }[];
  readonly stays: readonly { readonly why: Stay; readonly cents: number }[];
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
    parts: lineKinds.map((kind) => ({ kind, cents: f[kind] })).filter((one) => one.cents !== 0),
    off: off.filter((one) => one.cents !== 0),
    stays: stays.filter((one) => one.cents > 0),
  };
}

/** Every shilling of a payout is explained: what was there is what is sent, what sending costs, and what stays. */
export const adds = (f: Numbers): boolean =>
  f.opening + f.gross + f.commission + f.expenses + f.tax + f.sent + f.other === f.total && f.net + f.fee + f.left === f.total;
