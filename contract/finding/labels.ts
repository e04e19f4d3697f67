import { labels } from '#contract/kernel/labels.ts';
import { searchRhythms } from './kinds.ts';

export const searchRhythmNames = labels('finding_often', searchRhythms);
