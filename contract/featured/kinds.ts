import { calculateTax } from '#contract/invoice/tax.ts';
import { type Cents, prorateToWholeShillings, splitByWeight, sumCents, toCents } from '#contract/money/cents.ts';
import { countDaysInclusive, type Day } from '#contract/time/days.ts';

/** Where a featured listing is displayed. */
export const featuredPlacements = ['home', 'search', 'map', 'agent'] as const;
export type FeaturedPlacement = (typeof featuredPlacements)[number];
/** How many days ahead a slot can be booked. */
export const maxFeaturedDaysAhead = 120;
/** Minutes for which days are reserved for payment; after approval by another person, the company needs longer to return to it. */
export const slotReservationMinutes = 15;
export const slotReservationMinutesAfterApproval = 24 * 60;
/** Minutes an M-Pesa prompt may take; all prompts of a booking together may take at most twice the hold. */
export const stkPushTimeoutMinutes = 3;

export type FeaturedQuote = { readonly net: Cents; readonly vat: Cents; readonly total: Cents };
/** The price of a booking: its days at the daily price, and VAT at the rate of the day of the quote. */
export function quoteFeaturedBooking(from: Day, to: Day, dayCents: number, on: Day): FeaturedQuote {
  const net = toCents(countDaysInclusive(from, to) * dayCents);
  const vat = calculateTax(net, 'B', on);
  return { net, vat, total: sumCents([net, vat]) };
}

/** M-Pesa moves whole shillings; the excess over the price becomes the company's credit. */
export function roundUpToShilling(total: number): Cents {
  const near = prorateToWholeShillings(total);
  return near < total ? sumCents([near, 100]) : near;
}

/** Splits an amount over days: the parts add up to it to the cent. */
export const splitAmountByDay = (amount: number, days: number): Cents[] => splitByWeight(amount, Array<number>(days).fill(1));
export const calculateEarnedPart = (amount: number, days: number, had: number): Cents => sumCents(splitAmountByDay(amount, days).slice(0, had));
