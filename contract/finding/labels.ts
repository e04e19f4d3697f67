import { labels } from '#contract/kernel/labels.ts';
import { searchFrequencies } from './kinds.ts';

export const searchFrequencyLabels = labels('finding_often', searchFrequencies);
