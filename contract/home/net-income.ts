import { type Cents, sumCents } from '#contract/money/cents.ts';

type Collected = { readonly came_cents: number; readonly held_cents: number; readonly fees_cents: number };
/** The reader's net share of the month: the collected amount, less the part held until move-in, less fees. Deposits are not counted. */
export const calculateNetIncome = ({ came_cents, held_cents, fees_cents }: Collected): Cents => sumCents([came_cents, -held_cents, -fees_cents]);
