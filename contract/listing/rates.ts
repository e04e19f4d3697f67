import { applyRate } from '#contract/money/cents.ts';
import { type Day, toNairobiDay } from '#contract/time/days.ts';

/** Costs of a buyer beside the price (Kenyan rules, section 43 of the product). Estimates, no legal advice. */
export const buyerRateKinds = ['stamp_duty', 'stamp_duty_rural', 'legal', 'valuation'] as const;
export type BuyerRateKind = (typeof buyerRateKinds)[number];
/**
 * Costs a breakdown estimates. Stamp duty depends on where the land is (`duty_place` in the database); where that is unknown, both rates are shown.
 */
export const buyerEstimateKinds = ['stamp_duty', 'stamp_duty_rural', 'stamp_duty_unsure', 'legal', 'valuation'] as const;
export type BuyerEstimateKind = (typeof buyerEstimateKinds)[number];

/** From a start date: hundredths of a percent of the price, with a minimum. Super admins add the next rate; a rate in force does not change. */
export type BuyerCostRate = { readonly kind: BuyerRateKind; readonly starts_on: Day; readonly points: number; readonly least_cents: number };
/** A rate for one place: the duty of that place, or the higher rate with the lower beside it. */
export type LocalBuyerRate = Omit<BuyerCostRate, 'kind'> & { readonly kind: BuyerEstimateKind; readonly low_points?: number | undefined };
export type BuyerCostEstimate = Pick<LocalBuyerRate, 'kind' | 'points' | 'low_points'> & { readonly cents: number };

/** A wrong rate can be corrected until its start date, and on that date if it was created on the same day, because no earlier breakdown used it. */
export const isBuyerRateCorrectable = (
  { starts_on, created_at }: { readonly starts_on: Day; readonly created_at: Date | string },
  today: Day,
): boolean => starts_on > today || (starts_on === today && toNairobiDay(created_at) === today);

/** The maximum rate: a fifth of the price. */
export const maxBuyerRatePoints = 2000;

/** The latest rate of each kind in force on a day. The database computes the same (`buyer_rates`). */
export function getBuyerRatesInForce<R extends LocalBuyerRate>(rates: readonly R[], day: Day): R[] {
  const begun = rates.filter((r) => r.starts_on <= day).sort((a, b) => (a.starts_on < b.starts_on ? -1 : 1));
  const latest = new Map(begun.map((r) => [r.kind, r]));
  return buyerEstimateKinds.flatMap((kind) => latest.get(kind) ?? []);
}

/** Estimates the costs of a price with the rates of a day. */
export const estimateBuyerCosts = (priceCents: number, today: Day, rates: readonly LocalBuyerRate[]): BuyerCostEstimate[] =>
  getBuyerRatesInForce(rates, today).map(({ kind, points, low_points, least_cents }) => ({
    kind,
    points,
    ...(low_points === undefined ? {} : { low_points }),
    cents: Math.max(least_cents, applyRate(priceCents, points)),
  }));
