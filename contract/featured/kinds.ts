import { type Cents, cents } from '#contract/money/cents.ts';
import { type Day, daysCounted } from '#contract/time/days.ts';

/** Where a featured offer stands. */
export const placements = ['home', 'search', 'map', 'agent'] as const;
export type Placement = (typeof placements)[number];
/** How far ahead a place can be booked, in days. */
export const bookAhead = 120;

/** What a booking costs: its days at the price of one. */
export const quoteOf = (from: Day, to: Day, dayCents: number): Cents => cents(daysCounted(from, to) * dayCents);
