import { reviewCalls } from '#contract/review/calls.ts';
import { fillReviews } from '#server/db/demo/review.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { forgetReview, reviewHoldings } from './personal-data.ts';
import { reviewScopes } from './scopes.ts';
import * as review from './service.ts';
import { reviewTexts } from './texts.ts';

export const reviewRoom: ServerRoom = {
  scopes: reviewScopes,
  calls: { review: reviewCalls },
  routes: () => serve(reviewCalls, review),
  jobs: () => review.reviewJobs,
  demo: ({ db }) => db.transaction().execute(fillReviews),
  holdings: reviewHoldings,
  forget: forgetReview,
  texts: reviewTexts,
  waits: { reviews: review.waiting },
};
