import { labels } from '#contract/kernel/labels.ts';
import { tenancyDocumentKinds, tenancyDocumentStates } from './kinds.ts';

export const tenancyDocumentKindLabels = labels('paper_kind', tenancyDocumentKinds);
export const tenancyDocumentStateLabels = labels('paper_standing', tenancyDocumentStates);
