import type { Cents } from '#contract/money/cents.ts';

/** The occupant of a unit and their balance, as a row of the sheet states them. */
export type OccupantCells = {
  name: string;
  phone: string | null;
  since: string | null;
  deposit_held_cents: Cents | null;
  balance_cents: Cents | null;
};
/** All values of the cells about occupants. */
export type OccupancyCells = OccupantCells & { readonly occupied: boolean | null };
