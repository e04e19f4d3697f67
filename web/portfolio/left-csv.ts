import { csvOf } from '#contract/kernel/csv.ts';
import type { PortfolioLeft } from '#contract/portfolio/calls.ts';
import { portfolioFields } from '#contract/portfolio/kinds.ts';
import { cellText } from '#web/unit/judged.tsx';
import { m } from '#words/messages.js';
import { portfolioNames } from './words.ts';

/** Why a row was left out, in one sentence. */
export const whyOut = ({ problems }: Pick<PortfolioLeft, 'problems'>): string =>
  problems.map(({ field, text, problem }) => cellText(portfolioNames[field](), text, problem)).join('; ');

/** The rows as a table of their own, with the heads this page reads by itself: mended, it is brought like any other. */
export const csvOfOut = (rows: readonly PortfolioLeft[]): string =>
  csvOf(
    rows.map((row) => ({
      ...Object.fromEntries(
        portfolioFields.map((field) => [portfolioNames[field](), field === 'property' ? row.property : (row.cells[field] ?? '')]),
      ),
      [m.intake_left_why()]: whyOut(row),
    })),
  );
