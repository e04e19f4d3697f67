import { payoutErrorStatusLabels, payoutStatusLabels, transferStatusLabels } from '#contract/settlement/labels.ts';
import type { PayoutErrorSummary, SettlementSummary, TransferSummary } from '#contract/settlement/shapes.ts';
import { addTones } from '#web/ui/status.tsx';

export type PayoutStatus = SettlementSummary['status'];
export const payoutStatusNames = addTones(payoutStatusLabels, {
  draft: 'wait',
  approved: 'info',
  sending: 'special',
  paid: 'good',
  part_failed: 'bad',
  failed: 'bad',
  canceled: 'done',
});
export type TransferStatus = TransferSummary['status'];
export const transferStatusNames = addTones(transferStatusLabels, {
  queued: 'wait',
  sent: 'info',
  confirmed: 'good',
  failed: 'bad',
  reversed: 'warn',
  unknown: 'warn',
});
export type PayoutErrorStatus = PayoutErrorSummary['status'];
export const payoutErrorStatusNames = addTones(payoutErrorStatusLabels, { open: 'bad', retrying: 'info', resolved: 'good', written_off: 'done' });
