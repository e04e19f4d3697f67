import { labels } from '#contract/kernel/labels.ts';
import { searchRhythms } from './kinds.ts';

export const rhythmNames = labels('finding_often', searchRhythms);
