import { share } from '#contract/money/cents.ts';
import { type Day, dayOf } from '#contract/time/days.ts';

/** What a buyer pays beside the price (the rules of Kenya, section 43 of the product). Estimates, no legal advice. */
export const rateKinds = ['stamp_duty', 'stamp_duty_rural', 'legal', 'valuation'] as const;
export type RateKind = (typeof rateKinds)[number];
/** What a bill estimates. Duty goes by where the land lies (`duty_place` of the database); where nobody knows which, the bill says both. */
export const estimateKinds = ['stamp_duty', 'stamp_duty_rural', 'stamp_duty_unsure', 'legal', 'valuation'] as const;
export type EstimateKind = (typeof estimateKinds)[number];

/** From a day on: hundredths of a percent of the price, and the least there is. Superadmins write the next; what has begun stays. */
export type Rate = { readonly kind: RateKind; readonly starts_on: Day; readonly points: number; readonly least_cents: number };
/** A rate as it counts in one place: of duty that place's alone, or the higher with the lower beside it. */
export type RateHere = Omit<Rate, 'kind'> & { readonly kind: EstimateKind; readonly low_points?: number | undefined };
export type Estimate = Pick<RateHere, 'kind' | 'points' | 'low_points'> & { readonly cents: number };

/** What was typed wrong can be put right until its day comes, and on that day by those who set it for the same day: no bill of an earlier day used it. */
export const canCorrect = ({ starts_on, created_at }: { readonly starts_on: Day; readonly created_at: Date | string }, today: Day): boolean =>
  starts_on > today || (starts_on === today && dayOf(created_at) === today);

/** The most a rate can be: a fifth of the price. */
export const mostPoints = 2000;

/** Of each kind the latest that has begun by a day. The database says the same (`buyer_rates`). */
export function ratesOn<R extends RateHere>(rates: readonly R[], day: Day): R[] {
  const begun = rates.filter((r) => r.starts_on <= day).sort((a, b) => (a.starts_on < b.starts_on ? -1 : 1));
  const latest = new Map(begun.map((r) => [r.kind, r]));
  return estimateKinds.flatMap((kind) => latest.get(kind) ?? []);
}

/** What the rates of a day make of a price. */
export const estimatesOf = (priceCents: number, today: Day, rates: readonly RateHere[]): Estimate[] =>
  ratesOn(rates, today).map(({ kind, points, low_points, least_cents }) => ({
    kind,
    points,
    ...(low_points === undefined ? {} : { low_points }),
    cents: Math.max(least_cents, share(priceCents, points)),
  }));
