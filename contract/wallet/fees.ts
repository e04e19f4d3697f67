import { mpesaLimits } from '#contract/daraja/addresses.ts';
import { type Cents, cents, toWholeShillings } from '#contract/money/cents.ts';

export type FeeBand = { readonly upto: number; readonly cents: number };
/** The most M-Pesa sends at once, in cents; more goes in several transfers. */
export const mostAtOnce = mpesaLimits.most;

/** What sending an amount costs: the first band that holds it, beyond all bands the last. */
export const feeOf = (bands: readonly FeeBand[], amount: number): Cents =>
  cents(
    [...bands].sort((a, b) => a.upto - b.upto).find(({ upto }) => amount <= upto)?.cents ??
      bands.reduce((most, band) => Math.max(most, band.cents), 0),
  );

/** A payout in parts no larger than the rail takes, and none so small that it refuses it. */
export function inParts(amount: number, rail: 'bank' | 'mpesa'): Cents[] {
  if (rail === 'bank' || amount <= mostAtOnce) return amount > 0 ? [cents(amount)] : [];
  const first = cents(Math.min(mostAtOnce, amount - mpesaLimits.leastOut));
  return [first, ...inParts(amount - first, rail)];
}
/** What all parts cost together. */
export const feesOf = (bands: readonly FeeBand[], amount: number, rail: 'bank' | 'mpesa'): Cents =>
  cents(rail === 'bank' ? 0 : inParts(amount, rail).reduce((sum, part) => sum + feeOf(bands, part), 0));

/** The most that can be sent of what is there when its fees are taken from it, too. */
export function largestWithFees(bands: readonly FeeBand[], there: number, rail: 'bank' | 'mpesa'): Cents {
  let amount = toWholeShillings(there);
  // Fees fall with the amount, if at all: a few rounds find the largest that fits, to the shilling a band's edge costs.
  while (amount > 0 && amount + feesOf(bands, amount, rail) > there) {
    const next = toWholeShillings(there - feesOf(bands, amount, rail));
    amount = next < amount ? next : toWholeShillings(amount - 1);
  }
  return amount;
}
