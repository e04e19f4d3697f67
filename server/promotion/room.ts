import { promotionCalls } from '#contract/promotion/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { promotionJobs } from './clock.ts';
import { promotionScopes } from './scopes.ts';
import * as service from './service.ts';

export const promotionRoom: ServerRoom = {
  scopes: promotionScopes,
  readable: ['promotion', 'promotion_listing'],
  calls: { promotion: promotionCalls },
  routes: () => serve(promotionCalls, service),
  jobs: () => promotionJobs,
  without: {
    ...because('A promotion is a text of the company beside its listings.', 'search', 'pending', 'personPage', 'messages', 'reviewBasis'),
    unitTimeline: 'Open: promotions are shown on the listing, not in the timeline.',
    ...because('It holds nothing about a person.', 'export', 'erasure', 'closing'),
  },
};
