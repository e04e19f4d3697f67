import { stateLabels } from '#contract/review/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const stateNames = addTones(stateLabels, { pending: 'wait', published: 'good', hidden: 'neutral', rejected: 'bad' });
