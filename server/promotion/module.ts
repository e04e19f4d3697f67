import { promotionCalls } from '#contract/promotion/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { promotionJobs } from './clock.ts';
import { promotionScopes } from './scopes.ts';
import * as service from './service.ts';

export const promotionModule: ServerModule = {
  scopes: promotionScopes,
  readable: ['promotion', 'promotion_listing'],
  calls: { promotion: promotionCalls },
  routes: () => serveCalls(promotionCalls, service),
  jobs: () => promotionJobs,
  withoutFeatures: {
    ...explainMissingFeatures(
      'A promotion is shown with the listings of a company and requires no action.',
      'search',
      'pending',
      'personPage',
      'messages',
      'reviewBasis',
    ),
    unitTimeline: 'Open: promotions are shown on the listing, not in the timeline.',
    ...explainMissingFeatures('A promotion contains no personal data.', 'export', 'erasure', 'closing'),
  },
};
