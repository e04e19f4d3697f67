import { tenancyDocumentStateLabels } from '#contract/paper/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const documentStateNames = addTones(tenancyDocumentStateLabels, {
  missing: 'warn',
  rejected: 'bad',
  expired: 'bad',
  expiring: 'warn',
  open: 'wait',
  ok: 'good',
});
