import type { DeclineReason } from '#contract/booking/kinds.ts';
import { outcomeLabels, reasonNames, stageLabels } from '#contract/booking/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const stageNames = addTones(stageLabels, {
  screening: 'wait',
  shortlisted: 'special',
  info_requested: 'info',
  backup: 'neutral',
  waitlist: 'neutral',
  frozen: 'bad',
});

export const outcomeNames = addTones(outcomeLabels, { open: 'neutral', pass: 'good', fail: 'bad', waived: 'warn' });
export const reasonText = (reason: string): string => reasonNames[reason as DeclineReason]?.() ?? '';
