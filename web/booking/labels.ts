import type { DeclineReason } from '#contract/booking/kinds.ts';
import { bookingStageLabels, checkOutcomeLabels, declineReasonNames } from '#contract/booking/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const stageNames = addTones(bookingStageLabels, {
  screening: 'wait',
  shortlisted: 'special',
  info_requested: 'info',
  backup: 'neutral',
  waitlist: 'neutral',
  frozen: 'bad',
});

export const outcomeNames = addTones(checkOutcomeLabels, { open: 'neutral', pass: 'good', fail: 'bad', waived: 'warn' });
export const reasonText = (reason: string): string => declineReasonNames[reason as DeclineReason]?.() ?? '';
