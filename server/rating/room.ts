import { ratingCalls } from '#contract/rating/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import * as service from './service.ts';
import { startRatings } from './start.ts';

export const ratingRoom: ServerRoom = {
  readable: ['rating_category', 'rating_item'],
  calls: { rating: ratingCalls },
  routes: () => serve(ratingCalls, service),
  vocabulary: startRatings,
  without: because('Questions of ratings are vocabulary of the platform; review keeps the answers.'),
};
