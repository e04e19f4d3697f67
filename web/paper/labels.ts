import { paperStateLabels } from '#contract/paper/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const documentStandingNames = addTones(paperStateLabels, {
  missing: 'warn',
  rejected: 'bad',
  expired: 'bad',
  expiring: 'warn',
  open: 'wait',
  ok: 'good',
});
