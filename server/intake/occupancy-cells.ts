import type { Cents } from '#contract/money/cents.ts';

/** The occupant of a unit and the opening balance, as a row of the rent roll states them. */
export type OccupantCells = {
  name: string;
  phone: string | null;
  since: string | null;
  deposit_held_cents: Cents | null;
  balance_cents: Cents | null;
};
/** The values of all cells about occupants. */
export type OccupancyCells = OccupantCells & { readonly occupied: boolean | null };
