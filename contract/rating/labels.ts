import { labels } from '#contract/kernel/labels.ts';
import { ratingTargets } from './kinds.ts';

export const ratingTargetNames = labels('rating_target', ratingTargets);
