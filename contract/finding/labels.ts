import { labels } from '#contract/kernel/labels.ts';
import { searchFrequencies } from './kinds.ts';

export const searchFrequencyNames = labels('finding_often', searchFrequencies);
