import type { RatingForm } from '#contract/rating/calls.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

export type ScoreInput = { readonly item_id: number; readonly score: number };

/**
 * The score of one review: the mean of each category, and their weighted mean, so that a category with many questions counts no more than its
 * weight.
 */
export function calculateScore(form: RatingForm, given: readonly ScoreInput[]): number {
  const by = new Map(given.map((one) => [one.item_id, one.score]));
  let [sum, weights] = [0, 0];
  for (const { weight, items } of form) {
    const scores = items.flatMap((item) => by.get(item.id) ?? []);
    if (scores.length === 0) continue;
    sum += (weight * scores.reduce((a, b) => a + b, 0)) / scores.length;
    weights += weight;
  }
  return Math.round((sum / weights) * 100) / 100;
}

/** The problem with the answers to a form as a message, or null. */
export function validateReviewAnswers(form: RatingForm, given: readonly ScoreInput[]): Sentence | null {
  const items = form.flatMap((category) => category.items);
  const asked = new Map(items.map((item) => [item.id, item]));
  const ids = given.map((one) => one.item_id);
  if (ids.some((id) => !asked.has(id))) return m.review_problem_not_asked();
  if (new Set(ids).size < ids.length) return m.review_problem_answered_twice();
  if (ids.length === 0) return m.review_problem_no_answer();
  const open = items.filter((item) => item.required && !ids.includes(item.id)).map((item) => item.label);
  return open.length > 0 ? m.review_problem_unanswered({ questions: open.join('; ') }) : null;
}
