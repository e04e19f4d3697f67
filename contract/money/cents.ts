/**
 * Amounts are whole cents, never fractions. They are numbers, because 2^53 cents are ninety trillion shillings, and products that could exceed this
 * use bigint. There is one rounding rule: half a cent is rounded up, and a refund is the mirror image of its payment.
 */
declare const unit: unique symbol;
export type Cents = number & { readonly [unit]: 'cents' };
/** Basis points, hundredths of a percent: 750 is 7.5 %. */
export type BasisPoints = number & { readonly [unit]: 'basis points' };

const perShilling = 100;
const perWhole = 10_000;

/** Rejects a fraction, and a number too large to be exact. */
export function toCents(n: number): Cents {
  if (!Number.isSafeInteger(n)) throw new RangeError(`${n} is not an amount in whole cents`);
  return (n + 0) as Cents;
}
export const toBasisPoints = (n: number): BasisPoints => toCents(n) as number as BasisPoints;

const halfUp = (n: number): number => (n < 0 ? -Math.round(-n) : Math.round(n)) + 0;
/** Moves the decimal point in the text instead of multiplying: 0.29 × 100 is not 29, nor is 1.005 × 100 exactly 100.5. */
const shifted = (n: number, by: number): number => {
  const [digits, exponent = '0'] = String(n).split('e');
  return Number(`${digits}e${Number(exponent) + by}`);
};

/** A number with at most two decimals as a whole number: weights and areas for splitting. */
export const toHundredths = (n: number): number => halfUp(shifted(n, 2));
/** Shillings as people type them; further decimals are rounded to cents. */
export const convertShillingsToCents = (shillings: number): Cents => toCents(toHundredths(shillings));
/** The maximum of calls, in cents; input fields use it too. */
export const amountLimits = { price: 10_000_000_000_000, charge: 1_000_000_000_000, rent: 100_000_000_000 } as const;
/**
 * Above the maximum of every call, and still safe to calculate a year of: the call's schema names the field, and the page keeps working until then.
 */
const tooMuch = 1_000_000_000_000;
const within = (n: number): number => Math.min(tooMuch, Math.max(-tooMuch, Number.isNaN(n) ? 0 : n));
/** The value of a field or address while it is typed: it always gives an amount that can be displayed and rejected with the name of its field. */
export const typedAmountToCents = (shillings: number): Cents => convertShillingsToCents(within(shillings));
/** For input fields and files only, never for calculations. */
export const toShillings = (amount: number): number => amount / perShilling;
/** amount × part ÷ whole in whole shillings (stored in cents), rounded once. Used for estimates and for rents raised by a percentage. */
export const prorateToWholeShillings = (amount: number, part = 1, whole = 1): Cents =>
  toCents(prorateCents(amount, part, whole * perShilling) * perShilling);
/** "45000" or "45000.50": the machine-readable form. */
export const toDecimalText = (amount: number): string => toShillings(amount).toFixed(isWholeShillings(amount) ? 0 : 2);

/** 7.5 percent is 750 points. */
export const convertPercentToBasisPoints = (percent: number): BasisPoints => toBasisPoints(toHundredths(percent));
export const typedPercentToBasisPoints = (percent: number): BasisPoints => convertPercentToBasisPoints(within(percent));
export const toPercent = (given: number): number => given / perShilling;

/** amount × part ÷ whole, rounded once. */
export function prorateCents(amount: number, part: number, whole: number): Cents {
  const over = BigInt(whole);
  const product = BigInt(amount) * BigInt(part);
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + over) / (2n * over);
  return toCents(Number(product < 0n ? -rounded : rounded));
}

/** A rate in basis points applied to an amount: fees, commission, late fees. */
export const applyRate = (amount: number, rate: number): Cents => prorateCents(amount, rate, perWhole);

/** Splits an amount by weight into parts that sum to it exactly: the remaining cents go to the largest remainders, ties to the first. */
export function splitByWeight(amount: number, weights: readonly number[]): Cents[] {
  const total = weights.reduce((sum, w) => sum + BigInt(w), 0n);
  if (total <= 0n || weights.some((w) => w < 0)) throw new RangeError('The amount cannot be split: a weight is negative, or all weights are zero');
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
  return parts.map((p) => toCents(Number(sign * (p.whole + (lucky.has(p.at) ? 1n : 0n)))));
}

/** Splits an amount by weight into whole shillings, for phone payments; the amount is rounded to whole shillings first. */
export const splitShillings = (amount: number, weights: readonly number[]): Cents[] =>
  splitByWeight(prorateCents(amount, 1, perShilling), weights).map((part) => toCents(part * perShilling));
/** As much of the available amount as leaves whole shillings of the requested amount; the full requested amount if there is enough. */
export function computePartLeavingWholeShillings(there: number, asked: number): Cents {
  const odd = Math.max(0, asked - there) % perShilling;
  return toCents(odd === 0 ? Math.min(there, asked) : Math.max(0, there - (perShilling - odd)));
}
/** The cents below a whole shilling, which M-Pesa cannot move. */
export const computeOddCents = (amount: number): Cents => toCents(amount % perShilling);
/** The largest number of odd cents below a shilling. */
export const maxOddCents = perShilling - 1;
export const isWholeShillings = (amount: number): boolean => amount % perShilling === 0;
/** Rounds down to whole shillings, because M-Pesa cannot move cents. The rest stays on the account. */
export const toWholeShillings = (amount: number): Cents => toCents(amount <= 0 ? 0 : amount - computeOddCents(amount));

export const sumCents = (amounts: readonly number[]): Cents => toCents(Number(amounts.reduce((total, n) => total + BigInt(n), 0n)));

/** The smallest amount of a recorded payment: one shilling. */
export const recordedPaymentMinCents = 100;
