import { sql } from 'kysely';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { Db } from '#server/kernel/ctx.ts';

export { countPendingReviews, listReviews as list, moderateReview as moderate, replyToReview as reply } from './moderation-queue.ts';
export { editReview as edit, listOwnReviews as listOwn, writeReview as write } from './own-reviews.ts';
export { listPublishedReviews as listPublished, markReviewHelpful as markHelpful, readReviewFigures } from './public.ts';

/** Reviews leave the 24-month window by time alone, which no trigger notices. */
export const recalculatePropertyRatings = async (db: Db): Promise<void> => {
  await sql`/* unscoped: scheduled job recalculates ratings */ select rate_property(old.property_id) from (select distinct property_id from review where target = 'property' and status = 'published'
    and created_at between app.now() - interval '24 months 3 days' and app.now() - interval '24 months') old`.execute(db);
};
export const reviewJobs: readonly ScheduledJob[] = [{ name: 'review.rate_anew', everyMinutes: 24 * 60, run: recalculatePropertyRatings }];
