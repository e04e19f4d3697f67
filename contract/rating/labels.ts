import { labels } from '#contract/kernel/labels.ts';
import { ratingTargets } from './kinds.ts';

export const ratingTargetLabels = labels('rating_target', ratingTargets);
