import { searchCalls } from '#contract/search/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { searchJobs } from './jobs.ts';
import { searchIn } from './service.ts';

export const searchRoom: ServerRoom = {
  readable: ['listing_card', 'listing_text'],
  calls: { search: searchCalls },
  routes: (house) => serve(searchCalls, searchIn(house.database.reads)),
  jobs: () => searchJobs,
  without: because('It has no records: it finds what the public sees of other modules.'),
};
