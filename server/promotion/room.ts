import { promotionCalls } from '#contract/promotion/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { promotionJobs } from './clock.ts';
import { promotionScopes } from './scopes.ts';
import * as service from './service.ts';

export const promotionRoom: ServerRoom = {
  scopes: promotionScopes,
  calls: { promotion: promotionCalls },
  routes: () => serve(promotionCalls, service),
  jobs: () => promotionJobs,
};
