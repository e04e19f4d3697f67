import type { RouterContextProvider } from 'react-router';
import { type PublicReview, reviewCalls } from '#contract/review/calls.ts';
import type { ReviewTarget } from '#contract/review/kinds.ts';
import { basisNames } from '#contract/review/labels.ts';
import { side } from '#web/client/load.ts';
import { date, type Locale, rated } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const viewOf = (review: PublicReview, locale: Locale) => ({
  id: review.id,
  score: review.score,
  author: review.author ?? m.review_unnamed(),
  line: [basisNames[review.basis](), date(review.created_at, locale)].join(' · '),
  body: review.body,
  pros: review.pros,
  cons: review.cons,
  reply: review.reply,
  helpful: review.helpful,
});
export type PublicReviewView = ReturnType<typeof viewOf>;

/** What people say about something, for the loader of its public page. A page lives without it, so nothing here breaks one.
 * `building`: where its reviews stand for those a home of it does not have. */
export async function reviewsOf(context: Readonly<RouterContextProvider>, target: ReviewTarget, id: number, building?: string) {
  const { call, locale } = side(context);
  const outcome = await call(reviewCalls.published, { target, target_id: id, page: 1, page_size: 10 });
  const found = outcome.ok ? outcome.value : null;
  return {
    average: found?.average === null || found?.average === undefined ? null : rated(found.average),
    score: found?.average ?? 0,
    from: found ? (building ? m.portal_rating_of({ count: found.rated, name: building }) : m.review_from({ count: found.rated })) : '',
    bars: (found?.items ?? []).map((item) => ({
      label: (locale === 'sw' && item.label_sw) || item.label,
      value: rated(item.average),
      share: item.average / 5,
    })),
    list: (found?.results ?? []).map((review) => viewOf(review, locale)),
  };
}
export type ReviewsView = Awaited<ReturnType<typeof reviewsOf>>;
