/**
 * Money is whole cents, never a fraction: a number, since 2^53 cents are ninety trillion shillings; bigint inside wherever a product could
 * pass that. One rounding everywhere: half a cent goes up, and a refund is the mirror image of what was paid.
 */
declare const unit: unique symbol;
export type Cents = number & { readonly [unit]: 'cents' };
/** Hundredths of a percent: 750 is 7.5 %. */
export type BasisPoints = number & { readonly [unit]: 'basis points' };

const perShilling = 100;
const perWhole = 10_000;

/** What is not whole, or too large to be told from its neighbour, is no amount. */
export function cents(n: number): Cents {
  if (!Number.isSafeInteger(n)) throw new RangeError(`${n} is not whole cents`);
  return (n + 0) as Cents;
}
export const points = (n: number): BasisPoints => cents(n) as number as BasisPoints;

const halfUp = (n: number): number => (n < 0 ? -Math.round(-n) : Math.round(n)) + 0;
/** Moves the point by text, not by multiplying: 0.29 × 100 is not 29, nor is 1.005 × 100 a hundred and a half. */
const shifted = (n: number, by: number): number => {
  const [digits, exponent = '0'] = String(n).split('e');
  return Number(`${digits}e${Number(exponent) + by}`);
};

/** What has two decimals at most, as a whole number: weights and areas that something is split by. */
export const hundredths = (n: number): number => halfUp(shifted(n, 2));
/** Shillings as people type them; cents beyond the second are rounded. */
export const fromShillings = (shillings: number): Cents => cents(hundredths(shillings));
/** The most a call takes, in cents; a field stops there, too. */
export const most = { price: 10_000_000_000_000, charge: 1_000_000_000_000, rent: 100_000_000_000 } as const;
/** More than any call takes, and still safe to calculate a year of: its schema names the field, and nothing on screen breaks meanwhile. */
const tooMuch = 1_000_000_000_000;
const within = (n: number): number => Math.min(tooMuch, Math.max(-tooMuch, Number.isNaN(n) ? 0 : n));
/** What stands in a field or an address while it is typed: whatever that is, it is an amount that can be shown, and refused by name. */
export const typedCents = (shillings: number): Cents => fromShillings(within(shillings));
/** For a field to be typed into, or a number in a file: never to be calculated with. */
export const toShillings = (amount: number): number => amount / perShilling;
/** amount × part ÷ whole in whole shillings, still in cents, rounded once: estimates, and rents that rose by a percentage. */
export const wholeShillings = (amount: number, part = 1, whole = 1): Cents => cents(portion(amount, part, whole * perShilling) * perShilling);
/** "45000" or "45000.50": the form machines read. */
export const decimal = (amount: number): string => toShillings(amount).toFixed(isWhole(amount) ? 0 : 2);

/** 7.5 percent is 750 points. */
export const fromPercent = (percent: number): BasisPoints => points(hundredths(percent));
export const typedPoints = (percent: number): BasisPoints => fromPercent(within(percent));
export const toPercent = (given: number): number => given / perShilling;

/** amount × part ÷ whole, rounded once. */
export function portion(amount: number, part: number, whole: number): Cents {
  const over = BigInt(whole);
  const product = BigInt(amount) * BigInt(part);
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + over) / (2n * over);
  return cents(Number(product < 0n ? -rounded : rounded));
}

/** So many hundredths of a percent of an amount: fees, commission, late fees. */
export const share = (amount: number, rate: number): Cents => portion(amount, rate, perWhole);

/** An amount in parts by weight that sum to it exactly: what is left over goes, cent by cent, where the largest remainder was; ties to the first. */
export function split(amount: number, weights: readonly number[]): Cents[] {
  const total = weights.reduce((sum, w) => sum + BigInt(w), 0n);
  if (total <= 0n || weights.some((w) => w < 0)) throw new RangeError('There is nobody to split between');
  const sign = amount < 0 ? -1n : 1n;
  const size = sign * BigInt(amount);
  const parts = weights.map((w, at) => ({ at, whole: (size * BigInt(w)) / total, rest: (size * BigInt(w)) % total }));
  const left = Number(size - parts.reduce((sum, p) => sum + p.whole, 0n));
  const lucky = new Set(
    [...parts]
      .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
      .slice(0, left)
      .map((p) => p.at),
  );
  return parts.map((p) => cents(Number(sign * (p.whole + (lucky.has(p.at) ? 1n : 0n)))));
}

/** The same in whole shillings, for what is paid by phone; of cents in the amount none is left over. */
export const splitShillings = (amount: number, weights: readonly number[]): Cents[] =>
  split(portion(amount, 1, perShilling), weights).map((part) => cents(part * perShilling));
/** Of what there is as much as leaves whole shillings of what is asked for; where there is enough, all that is asked for. */
export function leavingWhole(there: number, asked: number): Cents {
  const odd = Math.max(0, asked - there) % perShilling;
  return cents(odd === 0 ? Math.min(there, asked) : Math.max(0, there - (perShilling - odd)));
}
/** Of an amount what is less than a shilling: no phone moves it. */
export const oddCents = (amount: number): Cents => cents(amount % perShilling);
/** The most that can be. */
export const oddMost = perShilling - 1;
export const isWhole = (amount: number): boolean => amount % perShilling === 0;
/** Whole shillings: M-Pesa moves nothing smaller, and banks need not. What is left stays where it is. */
export const toWholeShillings = (amount: number): Cents => cents(amount <= 0 ? 0 : amount - oddCents(amount));

export const sum = (amounts: readonly number[]): Cents => cents(Number(amounts.reduce((total, n) => total + BigInt(n), 0n)));
