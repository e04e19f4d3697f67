import { findingCalls } from '#contract/finding/calls.ts';
import { fillFinding } from '#server/db/demo/finding.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { findingHoldings, forgetFinding } from './personal-data.ts';
import { findingScopes } from './scopes.ts';
import { findingService, runSearches, tellBack, tellClosed, tellRepriced } from './service.ts';
import { findingTexts } from './texts.ts';

export const findingRoom: ServerRoom = {
  scopes: findingScopes,
  calls: { finding: findingCalls },
  routes: (house) => serve(findingCalls, findingService(house)),
  jobs: (house) => [{ name: 'finding.searches', everyMinutes: 5, run: () => runSearches(house) }],
  handlers: (house) => ({
    'listing.published': async (change) => {
      await tellBack(house.database.db, change);
      await runSearches(house);
    },
    'listing.repriced': async (change) => {
      await tellRepriced(house.database.db, change);
      if (change.to < change.from) await runSearches(house);
    },
    'listing.closed': (change) => tellClosed(house.database.db, change),
  }),
  demo: ({ db }) => fillFinding(db),
  holdings: findingHoldings,
  forget: forgetFinding,
  texts: findingTexts,
  without: {
    ...because('Favourites and saved searches are private to the person.', 'search', 'pending', 'personPage', 'reviewBasis', 'unitTimeline'),
    closing: 'They oblige nobody and keep no account open.',
  },
};
