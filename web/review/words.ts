import type { ReviewDoubt, ReviewTarget } from '#contract/review/kinds.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

type State = 'pending' | 'published' | 'hidden' | 'rejected';
export const stateNames: Readonly<Record<State, { label: () => string; tone: Tone }>> = {
  pending: { label: m.review_state_pending, tone: 'wait' },
  published: { label: m.review_state_published, tone: 'good' },
  hidden: { label: m.review_state_hidden, tone: 'neutral' },
  rejected: { label: m.review_state_rejected, tone: 'bad' },
};
export const targetNames: Readonly<Record<ReviewTarget, () => string>> = {
  property: m.review_target_property,
  unit: m.review_target_unit,
  agent: m.review_target_agent,
};
export const doubtNames: Readonly<Record<ReviewDoubt, () => string>> = {
  link: m.review_doubt_link,
  phone: m.review_doubt_phone,
  email: m.review_doubt_email,
  word: m.review_doubt_word,
  copy: m.review_doubt_copy,
};
