import { portfolioCalls } from '#contract/portfolio/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { sweepLines } from './left.ts';
import { forgetLines, portfolioHoldings } from './personal-data.ts';
import { portfolioScopes } from './scopes.ts';
import { bring, check, goOn, left, list, places, undo } from './service.ts';

export const portfolioRoom: ServerRoom = {
  scopes: portfolioScopes,
  calls: { portfolio: portfolioCalls },
  routes: () => serve(portfolioCalls, { bring, check, goOn, left, list, places, undo }),
  jobs: () => [{ name: 'portfolio.sweep', everyMinutes: 24 * 60, run: sweepLines }],
  holdings: portfolioHoldings,
  forget: forgetLines,
  without: because(
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
