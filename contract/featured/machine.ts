import { machine } from '#contract/kernel/machine.ts';

const heads = ['admin', 'superadmin'] as const;
const companies = ['owner', 'agent', 'dealer', 'staff'] as const;

/** A company asks, the platform approves and notes the payment, the days do the rest. What began is stopped by the platform alone. */
export const featuredMachine = machine({
  table: 'featured_booking',
  states: {
    requested: 'requested',
    awaiting_payment: 'awaiting_payment',
    scheduled: 'scheduled',
    running: 'running',
    ended: 'ended',
    canceled: 'canceled',
  },
  start: 'requested',
  moves: {
    approve: { from: ['requested'], to: 'awaiting_payment', by: heads },
    pay: { from: ['awaiting_payment'], to: 'scheduled', by: heads },
    start: { from: ['scheduled'], to: 'running', by: ['clock'] },
    end: { from: ['scheduled', 'running'], to: 'ended', by: ['clock'] },
    cancel: { from: ['requested', 'awaiting_payment', 'scheduled'], to: 'canceled', by: [...companies, ...heads] },
    stop: { from: ['running'], to: 'canceled', by: heads },
    lapse: { from: ['requested', 'awaiting_payment'], to: 'canceled', by: ['clock'] },
  },
});
