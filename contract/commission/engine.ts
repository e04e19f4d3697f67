import { type Cents, cents, portion, share } from '#contract/money/cents.ts';

/** Up to this much of the base, and so many hundredths of a percent of what lies in that band; the last band has no end. */
export type Tier = { readonly upto: number | null; readonly bps: number };
export type Terms = (
  | { readonly kind: 'rate'; readonly bps: number }
  | { readonly kind: 'fixed'; readonly cents: number }
  | { readonly kind: 'tiers'; readonly tiers: readonly Tier[] }
) & { readonly min: number; readonly max: number | null; readonly vatBps: number };

/** What all bands together come to, rounded once: a tier never costs a cent because it is one. */
function banded(tiers: readonly Tier[], base: number): Cents {
  let weighed = 0n;
  let from = 0;
  for (const { upto, bps } of tiers) {
    const to = upto === null ? base : Math.min(base, upto);
    if (to > from) weighed += BigInt(to - from) * BigInt(bps);
    from = Math.max(from, to);
  }
  const whole = 10_000n;
  return cents(Number((2n * weighed + whole) / (2n * whole)));
}

/**
 * What a rule asks of everything its heap holds. It never falls when the base grows, is nothing of nothing, and never more than the base
 * bears with its tax: nobody's rent goes below zero by a least amount.
 */
export function owed(terms: Terms, base: number): Cents {
  if (base <= 0) return cents(0);
  const plain = terms.kind === 'rate' ? share(base, terms.bps) : terms.kind === 'fixed' ? cents(terms.cents) : banded(terms.tiers, base);
  const bounded = Math.min(Math.max(plain, terms.min), terms.max ?? Number.MAX_SAFE_INTEGER);
  return cents(Math.min(bounded, bearable(base, terms.vatBps)));
}
/** The most that leaves room for its tax within the base. */
const bearable = (base: number, vatBps: number): number => {
  const most = portion(base, 10_000, 10_000 + vatBps);
  return most + share(most, vatBps) > base ? most - 1 : most;
};

export type Heap = { readonly base: number; readonly amount: number; readonly tax: number };
export const empty: Heap = { base: 0, amount: 0, tax: 0 };
export type Step = { readonly base: Cents; readonly amount: Cents; readonly tax: Cents; readonly heap: Heap };

/**
 * What one more part of money brings (or, below zero, takes back): what the rule asks of the whole heap now, less what was accrued of it.
 * So the sum of all steps is what the rule says of their sum, whatever the order and however small the parts: nothing drifts.
 * `cap`: of the base no more than this counts (the first month's rent).
 */
export function step(terms: Terms, heap: Heap, more: number, cap: number | null = null): Step {
  const base = heap.base + more;
  if (base < 0) throw new RangeError('more is taken back than was there');
  const amount = owed(terms, cap === null ? base : Math.min(base, cap));
  const tax = share(amount, terms.vatBps);
  return {
    base: cents(more),
    amount: cents(amount - heap.amount),
    tax: cents(tax - heap.tax),
    heap: { base, amount, tax },
  };
}
