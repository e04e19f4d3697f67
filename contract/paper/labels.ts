import { labels } from '#contract/kernel/labels.ts';
import { paperKinds, paperStates } from './kinds.ts';

export const kindNames = labels('paper_kind', paperKinds);
export const paperStateLabels = labels('paper_standing', paperStates);
