import type { DeclineReason } from '#contract/booking/kinds.ts';
import { bookingStageLabels, declineReasonLabels, screeningCheckOutcomeLabels } from '#contract/booking/labels.ts';
import { addTones } from '#web/ui/status.tsx';

export const bookingStageNames = addTones(bookingStageLabels, {
  screening: 'wait',
  shortlisted: 'special',
  info_requested: 'info',
  backup: 'neutral',
  waitlist: 'neutral',
  frozen: 'bad',
});

export const screeningOutcomeNames = addTones(screeningCheckOutcomeLabels, { open: 'neutral', pass: 'good', fail: 'bad', waived: 'warn' });
export const getDeclineReasonName = (reason: string): string => declineReasonLabels[reason as DeclineReason]?.() ?? '';
