import { labels } from '#contract/kernel/labels.ts';
import { moderationReasons, reviewBases, reviewTargets } from './kinds.ts';
import { reviewMachine } from './machine.ts';

export const reviewBasisLabels = labels('review_basis', reviewBases);
export const reviewStateLabels = labels('review_state', reviewMachine.states);
export const reviewTargetLabels = labels('review_target', reviewTargets);
export const moderationReasonLabels = labels('review_doubt', moderationReasons);
