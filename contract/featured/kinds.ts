/** Where a featured offer stands. */
export const placements = ['home', 'search', 'map', 'agent'] as const;
export type Placement = (typeof placements)[number];
/** How far ahead a place can be booked, in days. */
export const bookAhead = 120;

const dayMs = 86_400_000;
/** Days from the first to the last, both included; nothing if they stand the wrong way round. */
export const daysBetween = (from: string, to: string): number => Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1);
export const dayAfter = (day: string, n = 1): string => new Date(Date.parse(day) + n * dayMs).toISOString().slice(0, 10);
/** What a booking costs: its days at the price of one. */
export const quoteOf = (from: string, to: string, dayCents: number): number => daysBetween(from, to) * dayCents;
