import { mpesaLimits } from '#contract/daraja/addresses.ts';
import { type Cents, toCents, toWholeShillings } from '#contract/money/cents.ts';

export type PayoutFeeBand = { readonly upto: number; readonly cents: number };
/** The most M-Pesa sends at once, in cents; a larger amount needs several transfers. */
export const maxTransferCents = mpesaLimits.most;

/** The fee of an amount: the first band that contains it, above all bands the last. */
export const getPayoutFee = (bands: readonly PayoutFeeBand[], amount: number): Cents =>
  toCents(
    [...bands].sort((a, b) => a.upto - b.upto).find(({ upto }) => amount <= upto)?.cents ??
      bands.reduce((most, band) => Math.max(most, band.cents), 0),
  );

/** Splits a payout into parts that the rail accepts: not above its maximum and not below its minimum. */
export function splitIntoTransfers(amount: number, rail: 'bank' | 'mpesa'): Cents[] {
  if (rail === 'bank' || amount <= maxTransferCents) return amount > 0 ? [toCents(amount)] : [];
  const first = toCents(Math.min(maxTransferCents, amount - mpesaLimits.leastOut));
  return [first, ...splitIntoTransfers(amount - first, rail)];
}
/** The fees of all parts together. */
export const sumPayoutFees = (bands: readonly PayoutFeeBand[], amount: number, rail: 'bank' | 'mpesa'): Cents =>
  toCents(rail === 'bank' ? 0 : splitIntoTransfers(amount, rail).reduce((sum, part) => sum + getPayoutFee(bands, part), 0));

/** The largest amount that can be sent from a balance that also pays the fees. */
export function calculateLargestPayoutWithFees(bands: readonly PayoutFeeBand[], there: number, rail: 'bank' | 'mpesa'): Cents {
  let amount = toWholeShillings(there);
  // Fees never rise when the amount falls: a few rounds find the largest amount that fits, except for shillings at the edge of a band.
  while (amount > 0 && amount + sumPayoutFees(bands, amount, rail) > there) {
    const next = toWholeShillings(there - sumPayoutFees(bands, amount, rail));
    amount = next < amount ? next : toWholeShillings(amount - 1);
  }
  return amount;
}
