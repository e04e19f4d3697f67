import { standingLabels } from '#contract/paper/labels.ts';
import { toned } from '#web/ui/status.tsx';

export const standingNames = toned(standingLabels, { missing: 'warn', rejected: 'bad', expired: 'bad', expiring: 'warn', open: 'wait', ok: 'good' });
