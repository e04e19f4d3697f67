import { sql } from 'kysely';
import type { RatingCategory, RatingItem } from '#contract/rating/calls.ts';
import { getLookup } from '#server/kernel/lookups.ts';

export type CategoryRow = Omit<RatingCategory, 'updated_at'> & { updated_at: Date };

export const selectRatingCategory =
  () => sql<CategoryRow>`/* unscoped: counts answers to a question from all people */ select rating_category.id, rating_category.name, rating_category.name_sw, rating_category.target,
  rating_category.weight, rating_category.active, rating_category.sort, rating_category.revision, rating_category.updated_at,
  (select count(*) from rating_item i where i.category_id = rating_category.id and i.deleted_at is null) as questions,
  ${getLookup('scoresOfCategory')(sql.ref('rating_category.id'))} as scores from rating_category`;

export const toRatingCategory = (r: CategoryRow): RatingCategory => ({
  ...r,
  questions: Number(r.questions),
  scores: Number(r.scores),
  updated_at: r.updated_at.toISOString(),
});

export const selectRatingItem =
  () => sql<RatingItem>`/* unscoped: counts answers to a question from all people */ select rating_item.id, rating_item.category_id, rating_item.label, rating_item.label_sw, rating_item.required,
  rating_item.safety, rating_item.sort, rating_item.revision, given.scores, given.average
  from rating_item left join lateral ${getLookup('scoresOfItem')(sql.ref('rating_item.id'))} given on true`;

export const toRatingItem = (r: RatingItem): RatingItem => ({
  ...r,
  scores: Number(r.scores),
  average: r.average === null ? null : Math.round(r.average * 10) / 10,
});
