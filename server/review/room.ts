import { reviewCalls } from '#contract/review/calls.ts';
import { fillReviews } from '#server/db/demo/review.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { reviewLookups } from './lookups.ts';
import { forgetReview, reviewHoldings } from './personal-data.ts';
import { reviewScopes } from './scopes.ts';
import * as review from './service.ts';
import { reviewTexts } from './texts.ts';

export const reviewRoom: ServerRoom = {
  lookups: reviewLookups,
  scopes: reviewScopes,
  readable: ['review'],
  calls: { review: reviewCalls },
  routes: () => serve(reviewCalls, review),
  jobs: () => review.reviewJobs,
  demo: ({ db }) => db.transaction().execute(fillReviews),
  holdings: reviewHoldings,
  forget: forgetReview,
  texts: reviewTexts,
  waits: { reviews: review.waiting },
  without: {
    search: 'A review is found on the property or the agent it is about.',
    ...because('A review is shown where the public reads it.', 'personPage', 'unitTimeline'),
    reviewBasis: 'A review does not rest on another review.',
    closing: 'A review stays without the name of its author.',
  },
};
