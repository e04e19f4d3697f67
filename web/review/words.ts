import { stateLabels } from '#contract/review/labels.ts';
import { withTones } from '#web/ui/status.tsx';

export const stateNames = withTones(stateLabels, { pending: 'wait', published: 'good', hidden: 'neutral', rejected: 'bad' });
