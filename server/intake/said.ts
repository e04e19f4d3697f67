import type { Cents } from '#contract/money/cents.ts';

/** Who lives in a unit by a line of the sheet, and what they owe. */
export type Lives = { name: string; phone: string | null; since: string | null; deposit_held_cents: Cents | null; balance_cents: Cents | null };
/** What the cells about people say, whoever they are about. */
export type Said = Lives & { readonly occupied: boolean | null };
