import { findingCalls } from '#contract/finding/calls.ts';
import { fillFinding } from '#server/db/demo/finding.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { findingHoldings, forgetFinding } from './personal-data.ts';
import { findingScopes } from './scopes.ts';
import { findingService, runSearches, tellClosed, tellRepriced } from './service.ts';
import { findingTexts } from './texts.ts';

export const findingRoom: ServerRoom = {
  scopes: findingScopes,
  calls: { finding: findingCalls },
  routes: (house) => serve(findingCalls, findingService(house)),
  jobs: (house) => [{ name: 'finding.searches', everyMinutes: 5, run: () => runSearches(house) }],
  handlers: (house) => ({
    'listing.published': async () => void (await runSearches(house)),
    'listing.repriced': (change) => tellRepriced(house.database.db, change),
    'listing.closed': (change) => tellClosed(house.database.db, change),
  }),
  demo: ({ db }) => fillFinding(db),
  holdings: findingHoldings,
  forget: forgetFinding,
  texts: findingTexts,
};
