import { ratingCalls } from '#contract/rating/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { seedRatings } from './seed-ratings.ts';
import * as service from './service.ts';

export const ratingModule: ServerModule = {
  readable: ['rating_category', 'rating_item'],
  calls: { rating: ratingCalls },
  routes: () => serveCalls(ratingCalls, service),
  vocabulary: seedRatings,
  withoutFeatures: explainMissingFeatures('Rating questions are shared vocabulary. Module review stores the answers.'),
};
