import { searchCalls } from '#contract/search/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { searchJobs } from './jobs.ts';
import { searchIn } from './service.ts';

export const searchRoom: ServerRoom = {
  calls: { search: searchCalls },
  routes: (house) => serve(searchCalls, searchIn(house.database.reads)),
  jobs: () => searchJobs,
};
