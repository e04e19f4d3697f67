import type { DeclineReason } from '#contract/booking/kinds.ts';
import { bookingStageLabels, checkOutcomeLabels, declineReasonNames } from '#contract/booking/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const bookingStageNames = addTones(bookingStageLabels, {
  screening: 'wait',
  shortlisted: 'special',
  info_requested: 'info',
  backup: 'neutral',
  waitlist: 'neutral',
  frozen: 'bad',
});

export const screeningOutcomeNames = addTones(checkOutcomeLabels, { open: 'neutral', pass: 'good', fail: 'bad', waived: 'warn' });
export const bookingReasonText = (reason: string): string => declineReasonNames[reason as DeclineReason]?.() ?? '';
