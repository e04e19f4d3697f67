import { machine } from '#contract/kernel/machine.ts';

const system = ['clock'] as const;
const managers = ['owner', 'agent', 'dealer', 'staff'] as const;

/**
 * A payment that a person intends to make. `pending`: the M-Pesa prompt is on the phone, or cash needs the payer's code. `unknown` is neither paid
 * nor failed, and is queried until the outcome is known. A verified receipt completes the payment from any status.
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
