import { machine } from '#contract/kernel/machine.ts';
import { failedTransferConfirmMove, transferAttemptMoves } from '#contract/transfer/machine.ts';

const system = ['clock'] as const;
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;

/** Two people: the requester cannot approve; `paid` is recorded with proof. */
export const refundMachine = machine({
  table: 'refund',
  states: { asked: 'asked', approved: 'approved', refused: 'refused', paid: 'paid' },
  start: 'asked',
  moves: {
    approve: { from: ['asked'], to: 'approved', by: [...managers, 'admin', 'superadmin'] },
    refuse: { from: ['asked', 'approved'], to: 'refused', by: [...managers, 'admin', 'superadmin', ...system] },
    pay: { from: ['approved'], to: 'paid', by: [...managers, 'admin', 'superadmin', ...system] },
  },
});

/** One attempt to send a refund; `twice`: it arrived in addition to another attempt. */
export const refundTransferMachine = machine({
  table: 'refund_transfer',
  states: { queued: 'queued', sent: 'sent', confirmed: 'confirmed', failed: 'failed', unknown: 'unknown', twice: 'twice' },
  start: 'queued',
  moves: { ...transferAttemptMoves, find: failedTransferConfirmMove, double: { from: ['failed'], to: 'twice', by: system } },
});
