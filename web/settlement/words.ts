import { payoutErrorStatusLabels, payoutStatusWords, transferStatusLabels } from '#contract/settlement/labels.ts';
import type { PayoutErrorHead, SettlementHead, TransferHead } from '#contract/settlement/shapes.ts';
import { addTones } from '#web/ui/status.tsx';

export type PayoutStatus = SettlementHead['status'];
export const statusNames = addTones(payoutStatusWords, {
  draft: 'wait',
  approved: 'info',
  sending: 'special',
  paid: 'good',
  part_failed: 'bad',
  canceled: 'done',
});
export type TransferStatus = TransferHead['status'];
export const transferNames = addTones(transferStatusLabels, {
  queued: 'wait',
  sent: 'info',
  confirmed: 'good',
  failed: 'bad',
  reversed: 'warn',
  unknown: 'warn',
});
export type ErrorStatus = PayoutErrorHead['status'];
export const errorStatusNames = addTones(payoutErrorStatusLabels, { open: 'bad', retrying: 'info', resolved: 'good', written_off: 'done' });
