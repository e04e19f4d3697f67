import { portfolioCalls } from '#contract/portfolio/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { erasePortfolioPersonalData, portfolioPersonalData } from './personal-data.ts';
import { portfolioScopes } from './scopes.ts';
import {
  checkPortfolioRows,
  continuePortfolioImport,
  importPortfolioRows,
  listPortfolioImports,
  listPropertyAndCompanyNames,
  readSkippedRows,
  undoPortfolioImport,
} from './service.ts';
import { sweepSkippedLines } from './skipped-rows.ts';

export const portfolioModule: ServerModule = {
  scopes: portfolioScopes,
  calls: { portfolio: portfolioCalls },
  routes: () =>
    serveCalls(portfolioCalls, {
      importRows: importPortfolioRows,
      checkRows: checkPortfolioRows,
      continueImport: continuePortfolioImport,
      skippedRows: readSkippedRows,
      list: listPortfolioImports,
      listPlaces: listPropertyAndCompanyNames,
      undo: undoPortfolioImport,
    }),
  jobs: () => [{ name: 'portfolio.sweep', everyMinutes: 24 * 60, run: sweepSkippedLines }],
  personalData: portfolioPersonalData,
  erasePersonalData: erasePortfolioPersonalData,
  withoutFeatures: explainMissingFeatures(
    'An import belongs to one person and creates tenancies, which are shown instead.',
    'search',
    'pending',
    'personPage',
    'messages',
    'reviewBasis',
    'unitTimeline',
    'closing',
  ),
};
