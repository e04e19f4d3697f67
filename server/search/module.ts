import { searchCalls } from '#contract/search/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { searchJobs } from './jobs.ts';
import { searchLookups } from './lookups.ts';
import { searchHandlers } from './service.ts';

export const searchModule: ServerModule = {
  lookups: searchLookups,
  readable: ['listing_card'],
  calls: { search: searchCalls },
  routes: (services) => serveCalls(searchCalls, searchHandlers(services.database.reads)),
  jobs: () => searchJobs,
  withoutFeatures: explainMissingFeatures('The module has no records. It finds public records of other modules.'),
};
