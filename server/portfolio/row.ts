import type { Input } from '#contract/kernel/call.ts';
import type { portfolioCalls } from '#contract/portfolio/calls.ts';

export type Given = Input<(typeof portfolioCalls)['checkRows']>;
export type Row = Given['rows'][number];
/** The building of a row as the sheet writes it. */
export const buildingOf = (row: Row): string => (row.cells.property ?? row.property).replace(/\s+/g, ' ').trim();
