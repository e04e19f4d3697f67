import { reviewCalls } from '#contract/review/calls.ts';
import { fillReviews } from '#server/db/demo/review.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { reviewLookups } from './lookups.ts';
import { eraseReviewPersonalData, reviewPersonalData } from './personal-data.ts';
import { reviewScopes } from './scopes.ts';
import * as review from './service.ts';
import { reviewTexts } from './texts.ts';

export const reviewModule: ServerModule = {
  lookups: reviewLookups,
  scopes: reviewScopes,
  readable: ['review'],
  calls: { review: reviewCalls },
  routes: () => serveCalls(reviewCalls, review),
  jobs: () => review.reviewJobs,
  demo: ({ db }) => db.transaction().execute(fillReviews),
  personalData: reviewPersonalData,
  erasePersonalData: eraseReviewPersonalData,
  texts: reviewTexts,
  pendingTasks: { reviews: review.countPendingReviews },
  withoutFeatures: {
    search: 'A review is found on the page of its property or agent.',
    ...explainMissingFeatures('A review is shown only on public pages.', 'personPage', 'unitTimeline'),
    reviewBasis: 'A review is not the basis of another review.',
    closing: 'A review is kept without the name of its author.',
  },
};
