import { type Cents, sumCents } from '#contract/money/cents.ts';

type Collected = { readonly came_cents: number; readonly held_cents: number; readonly fees_cents: number };
/** The reader's net share of the month: collected, less what is held until move-in, less fees. Deposits are excluded from the start. */
export const netOf = ({ came_cents, held_cents, fees_cents }: Collected): Cents => sumCents([came_cents, -held_cents, -fees_cents]);
