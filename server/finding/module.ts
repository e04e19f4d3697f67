import { findingCalls } from '#contract/finding/calls.ts';
import { fillDemoSavedHomes } from '#server/db/demo/finding.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { eraseFindingPersonalData, findingPersonalData } from './personal-data.ts';
import { findingScopes } from './scopes.ts';
import { findingService, notifyHomeRelisted, notifyListingClosed, notifyPriceDrop, runSavedSearches } from './service.ts';
import { findingTexts } from './texts.ts';

export const findingModule: ServerModule = {
  scopes: findingScopes,
  calls: { finding: findingCalls },
  routes: (services) => serveCalls(findingCalls, findingService(services)),
  jobs: (services) => [{ name: 'finding.searches', everyMinutes: 5, run: () => runSavedSearches(services) }],
  handlers: (services) => ({
    'listing.published': async (change) => {
      await notifyHomeRelisted(services.database.db, change);
      await runSavedSearches(services);
    },
    'listing.repriced': async (change) => {
      await notifyPriceDrop(services.database.db, change);
      if (change.to < change.from) await runSavedSearches(services);
    },
    'listing.closed': (change) => notifyListingClosed(services.database.db, change),
  }),
  demo: ({ db }) => fillDemoSavedHomes(db),
  personalData: findingPersonalData,
  erasePersonalData: eraseFindingPersonalData,
  texts: findingTexts,
  withoutFeatures: {
    ...explainMissingFeatures(
      'Favourites and saved searches are visible only to their owner.',
      'search',
      'pending',
      'personPage',
      'reviewBasis',
      'unitTimeline',
    ),
    closing: 'Favourites and saved searches do not prevent an account from being closed.',
  },
};
