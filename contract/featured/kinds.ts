import { taxOn } from '#contract/invoice/tax.ts';
import { type Cents, cents, split, sum, wholeShillings } from '#contract/money/cents.ts';
import { type Day, daysCounted } from '#contract/time/days.ts';

/** Where a featured offer stands. */
export const placements = ['home', 'search', 'map', 'agent'] as const;
export type Placement = (typeof placements)[number];
/** How far ahead a place can be booked, in days. */
export const bookAhead = 120;
/** Days somebody is about to pay for are held so long; those that somebody else decided about, until they have come back to it. */
export const holdMinutes = 15;
export const holdMinutesDecided = 24 * 60;
/** A phone that rings gets this much, and all of them together no more than twice the hold. */
export const ringMinutes = 3;

export type Quote = { readonly net: Cents; readonly vat: Cents; readonly total: Cents };
/** What a booking costs: its days at the price of one, and the VAT of the day it is asked on. */
export function quoteOf(from: Day, to: Day, dayCents: number, on: Day): Quote {
  const net = cents(daysCounted(from, to) * dayCents);
  const vat = taxOn(net, 'B', on);
  return { net, vat, total: sum([net, vat]) };
}

/** M-Pesa moves whole shillings: what that is above the price is the company's credit. */
export function rungUp(total: number): Cents {
  const near = wholeShillings(total);
  return near < total ? sum([near, 100]) : near;
}

/** What of an amount falls on the first days of so many: the parts of all days sum to it, to the cent. */
export const dayParts = (amount: number, days: number): Cents[] => split(amount, Array<number>(days).fill(1));
export const partOf = (amount: number, days: number, had: number): Cents => sum(dayParts(amount, days).slice(0, had));
