import { machine } from '#contract/kernel/machine.ts';
import { attemptFound, attemptMoves } from '#contract/transfer/machine.ts';

const system = ['clock'] as const;
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;

/**
 * A payment is what somebody means to pay. `pending`: the phone rings, or cash waits for the payer's code. `unknown` is neither paid nor
 * failed: it is asked about until it is one of them. A verified receipt completes whatever it was before.
 */
export const paymentMachine = machine({
  table: 'payment',
  states: {
    initiated: 'initiated',
    pending: 'pending',
    completed: 'completed',
    failed: 'failed',
    canceled: 'canceled',
    unknown: 'unknown',
    timed_out: 'timed_out',
    reversed: 'reversed',
  },
  start: 'initiated',
  moves: {
    ring: { from: ['initiated', 'unknown'], to: 'pending', by: [...managers, ...system] },
    complete: { from: ['initiated', 'pending', 'unknown', 'failed', 'canceled', 'timed_out'], to: 'completed', by: [...managers, ...system] },
    fail: { from: ['initiated', 'pending', 'unknown'], to: 'failed', by: system },
    cancel: { from: ['initiated', 'pending', 'unknown'], to: 'canceled', by: [...managers, ...system] },
    lose_sight: { from: ['initiated', 'pending'], to: 'unknown', by: system },
    time_out: { from: ['initiated', 'pending', 'unknown'], to: 'timed_out', by: system },
    reverse: { from: ['completed'], to: 'reversed', by: [...managers, 'admin', 'superadmin', ...system] },
  },
});

/** Two persons: who asks is not who approves; `paid` is written down with what proves it. */
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

/** One attempt to send a refund; `twice`: it arrived as well as another attempt. */
export const refundTransferMachine = machine({
  table: 'refund_transfer',
  states: { queued: 'queued', sent: 'sent', confirmed: 'confirmed', failed: 'failed', unknown: 'unknown', twice: 'twice' },
  start: 'queued',
  moves: { ...attemptMoves, find: attemptFound, double: { from: ['failed'], to: 'twice', by: system } },
});

/** Money between places of our own. A sweep has left and then arrives; what clears a fund is there at once; a correction waits for another person. */
export const moveMachine = machine({
  table: 'cash_move',
  states: { asked: 'asked', left: 'left', arrived: 'arrived', undone: 'undone' },
  start: 'asked',
  moves: {
    leave: { from: ['asked'], to: 'left', by: ['superadmin', ...system] },
    arrive: { from: ['asked', 'left'], to: 'arrived', by: ['superadmin', ...system] },
    undo: { from: ['asked', 'left'], to: 'undone', by: ['superadmin', ...system] },
    /** The statement that said so was taken back: under way again. */
    unarrive: { from: ['arrived'], to: 'left', by: ['superadmin', ...system] },
  },
});
