import { applyRate, type Cents, prorateCents, toCents } from '#contract/money/cents.ts';

/** The upper end of a tier, and its rate in basis points for the part of the base within it; the last tier has no end. */
export type CommissionTier = { readonly upto: number | null; readonly bps: number };
/** The terms of platform commission and agent commission. */
export type CommissionTerms = (
  | { readonly kind: 'rate'; readonly bps: number }
  | { readonly kind: 'fixed'; readonly cents: number }
  | { readonly kind: 'tiers'; readonly tiers: readonly CommissionTier[] }
) & {
  readonly min: number;
  readonly max: number | null;
  readonly vatBps: number;
  /** The highest part of the base, whatever the fixed amount or the minimum; null: the whole base. */
  readonly ceilingBps?: number | null;
};

/** The total of all tiers, rounded once: tiers never cause a rounding difference. */
function banded(tiers: readonly CommissionTier[], base: number): Cents {
  let weighed = 0n;
  let from = 0;
  for (const { upto, bps } of tiers) {
    const to = upto === null ? base : Math.min(base, upto);
    if (to > from) weighed += BigInt(to - from) * BigInt(bps);
    from = Math.max(from, to);
  }
  const whole = 10_000n;
  return toCents(Number((2n * weighed + whole) / (2n * whole)));
}

/**
 * The commission on the accumulated base. It never falls when the base grows, is zero for a base of zero, and with tax never exceeds the base: a
 * minimum cannot make rent negative. Neither a minimum nor a fixed amount exceeds the ceiling of the rule.
 */
export function calculateCommission(terms: CommissionTerms, base: number): Cents {
  if (base <= 0) return toCents(0);
  const plain = terms.kind === 'rate' ? applyRate(base, terms.bps) : terms.kind === 'fixed' ? toCents(terms.cents) : banded(terms.tiers, base);
  const bounded = Math.min(Math.max(plain, terms.min), terms.max ?? Number.MAX_SAFE_INTEGER);
  const ceiling = applyRate(base, terms.ceilingBps ?? 10_000);
  return toCents(Math.min(bounded, ceiling, bearable(base, terms.vatBps)));
}
/** The highest commission that fits into the base with its tax. */
const bearable = (base: number, vatBps: number): number => {
  const most = prorateCents(base, 10_000, 10_000 + vatBps);
  return most + applyRate(most, vatBps) > base ? most - 1 : most;
};

export type AccumulatedBase = { readonly base: number; readonly amount: number; readonly tax: number };
export const emptyAccumulation: AccumulatedBase = { base: 0, amount: 0, tax: 0 };
export type CommissionIncrement = { readonly base: Cents; readonly amount: Cents; readonly tax: Cents; readonly heap: AccumulatedBase };

/**
 * The commission on one more part of the base (negative for a reversal): the commission on the whole accumulated base less the commission accrued
 * before. The sum of all steps therefore equals the commission on the total, in any order and size of parts. `cap`: only this part of the base counts
 * (the first month's rent).
 */
export function calculateCommissionIncrement(
  terms: CommissionTerms,
  heap: AccumulatedBase,
  more: number,
  cap: number | null = null,
): CommissionIncrement {
  const base = heap.base + more;
  if (base < 0) throw new RangeError('the reversal is larger than the accumulated base');
  const whole = calculateCommission(terms, cap === null ? base : Math.min(base, cap));
  // A ceiling that is newer than the accumulation takes nothing back when more rent is received.
  const amount = toCents(more > 0 ? Math.max(whole, heap.amount) : whole);
  const tax = more > 0 ? Math.max(applyRate(amount, terms.vatBps), heap.tax) : applyRate(amount, terms.vatBps);
  return {
    base: toCents(more),
    amount: toCents(amount - heap.amount),
    tax: toCents(tax - heap.tax),
    heap: { base, amount, tax },
  };
}
