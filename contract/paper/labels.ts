import { labels } from '#contract/kernel/labels.ts';
import { paperKinds, standings } from './kinds.ts';

export const kindNames = labels('paper_kind', paperKinds);
export const standingLabels = labels('paper_standing', standings);
