import { share } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';

/**
 * What a buyer pays beside the price (the rules of Kenya, section 43 of the product): hundredths of a percent of it, and the least there is. Estimates, no legal advice: stamp
 * duty is 4 % in cities and towns and 2 % elsewhere, of the government's valuation; advocates ask 1 to 2 %, valuers 0.25 to 0.5 %.
 * A rate that changes is a new row with the day it begins.
 */
export const buyerRates = [
  { kind: 'stamp_duty', from: '2024-04-01', points: 400, least: 0 },
  { kind: 'legal', from: '2024-04-01', points: 150, least: 3_500_000 },
  { kind: 'valuation', from: '2024-04-01', points: 25, least: 1_000_000 },
] as const;
type Rate = { readonly kind: (typeof buyerRates)[number]['kind']; readonly from: Day; readonly points: number; readonly least: number };
export type Estimate = { readonly kind: Rate['kind']; readonly cents: number };

/** What the rates of a day make of a price; of several rows of one kind the latest that has begun. */
export function estimatesOf(priceCents: number, today: Day, rates: readonly Rate[] = buyerRates): Estimate[] {
  const begun = rates.filter((r) => r.from <= today).sort((a, b) => (a.from < b.from ? -1 : 1));
  return [...new Map(begun.map((r) => [r.kind, r])).values()].map((r) => ({ kind: r.kind, cents: Math.max(r.least, share(priceCents, r.points)) }));
}
