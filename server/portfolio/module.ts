import { portfolioCalls } from '#contract/portfolio/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { reasonForFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { forgetPortfolioLines, portfolioHoldings } from './personal-data.ts';
import { portfolioScopes } from './scopes.ts';
import { checkRows, continueImport, importRows, list, listPlaces, skippedRows, undo } from './service.ts';
import { sweepSkippedLines } from './skipped-rows.ts';

export const portfolioModule: ServerModule = {
  scopes: portfolioScopes,
  calls: { portfolio: portfolioCalls },
  routes: () => serveCalls(portfolioCalls, { importRows, checkRows, continueImport, skippedRows, list, listPlaces, undo }),
  jobs: () => [{ name: 'portfolio.sweep', everyMinutes: 24 * 60, run: sweepSkippedLines }],
  personalData: portfolioHoldings,
  erasePersonalData: forgetPortfolioLines,
  withoutFeatures: reasonForFeatures(
    'An import becomes tenancies, which are shown instead; only its author works on it.',
    'search',
    'pending',
    'personPage',
    'messages',
    'reviewBasis',
    'unitTimeline',
    'closing',
  ),
};
