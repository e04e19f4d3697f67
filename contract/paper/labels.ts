import { labels } from '#contract/kernel/labels.ts';
import { paperKinds, paperStates } from './kinds.ts';

export const tenancyDocumentKindNames = labels('paper_kind', paperKinds);
export const paperStateLabels = labels('paper_standing', paperStates);
