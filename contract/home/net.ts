import { type Cents, sum } from '#contract/money/cents.ts';

type Collected = { readonly came_cents: number; readonly held_cents: number; readonly fees_cents: number };
/** What of a month's collected money is the reader's: less what waits for a move-in, and what others take of it. Deposits are not in it to begin with. */
export const netOf = ({ came_cents, held_cents, fees_cents }: Collected): Cents => sum([came_cents, -held_cents, -fees_cents]);
