import { stateLabels } from '#contract/review/labels.ts';
import { toned } from '#web/ui/status.tsx';

export const stateNames = toned(stateLabels, { pending: 'wait', published: 'good', hidden: 'neutral', rejected: 'bad' });
