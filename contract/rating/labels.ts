import { labels } from '#contract/kernel/labels.ts';
import { ratingTargets } from './kinds.ts';

export const targetNames = labels('rating_target', ratingTargets);
