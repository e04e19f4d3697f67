import { featuredCalls } from '#contract/featured/calls.ts';
import { fillFeatured } from '#server/db/demo/featured.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { featuredJobs } from './clock.ts';
import { featuredReferences } from './references.ts';
import { featuredScopes } from './scopes.ts';
import * as service from './service.ts';
import { featuredTexts } from './texts.ts';
import { featuredWaits } from './waits.ts';

export const featuredRoom: ServerRoom = {
  scopes: featuredScopes,
  references: featuredReferences,
  calls: { featured: featuredCalls },
  routes: () => serve(featuredCalls, service),
  jobs: () => featuredJobs,
  demo: ({ db }) => fillFeatured(db),
  texts: featuredTexts,
  waits: featuredWaits,
};
