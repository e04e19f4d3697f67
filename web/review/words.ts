import { reviewStateLabels } from '#contract/review/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const reviewStateNames = addTones(reviewStateLabels, { pending: 'wait', published: 'good', hidden: 'neutral', rejected: 'bad' });
