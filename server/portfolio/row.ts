import type { HandlerInput } from '#contract/kernel/call.ts';
import type { portfolioCalls } from '#contract/portfolio/calls.ts';

export type PortfolioCheckInput = HandlerInput<(typeof portfolioCalls)['checkRows']>;
export type PortfolioInputRow = PortfolioCheckInput['rows'][number];
/** The name of the building of a row, as the spreadsheet writes it. */
export const getPropertyNameOfRow = (row: PortfolioInputRow): string => (row.cells.property ?? row.property).replace(/\s+/g, ' ').trim();
