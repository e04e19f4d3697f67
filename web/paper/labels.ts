import { paperStateLabels } from '#contract/paper/labels.ts';
import { withTones } from '#web/ui/status.tsx';

export const standingNames = withTones(paperStateLabels, {
  missing: 'warn',
  rejected: 'bad',
  expired: 'bad',
  expiring: 'warn',
  open: 'wait',
  ok: 'good',
});
