import type { RouterContextProvider } from 'react-router';
import { type PublicReview, reviewCalls } from '#contract/review/calls.ts';
import type { ReviewTarget } from '#contract/review/kinds.ts';
import { reviewBasisLabels } from '#contract/review/labels.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { formatDate, formatRating, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const viewOf = (review: PublicReview, locale: Locale) => ({
  id: review.id,
  score: review.score,
  author: review.author ?? m.review_unnamed(),
  line: [reviewBasisLabels[review.basis](), formatDate(review.created_at, locale)].join(' · '),
  body: review.body,
  pros: review.pros,
  cons: review.cons,
  reply: review.reply,
  helpful: review.helpful,
});
export type PublicReviewView = ReturnType<typeof viewOf>;

/**
 * Reviews for the loader of a public page. The page works without them, so a failure here must not break it.
 * `building`: the property whose reviews are shown where the unit has none.
 */
export async function loadReviewsView(context: Readonly<RouterContextProvider>, target: ReviewTarget, id: number, building?: string) {
  const { call, locale } = readServerFunctions(context);
  const outcome = await call(reviewCalls.listPublished, { target, target_id: id, page: 1, page_size: 10 });
  const found = outcome.ok ? outcome.value : null;
  return {
    average: found?.average === null || found?.average === undefined ? null : formatRating(found.average),
    score: found?.average ?? 0,
    from: found ? (building ? m.portal_rating_of({ count: found.rated, name: building }) : m.review_from({ count: found.rated })) : '',
    bars: (found?.items ?? []).map((item) => ({
      label: (locale === 'sw' && item.label_sw) || item.label,
      value: formatRating(item.average),
      share: item.average / 5,
    })),
    list: (found?.results ?? []).map((review) => viewOf(review, locale)),
  };
}
export type ReviewsView = Awaited<ReturnType<typeof loadReviewsView>>;
