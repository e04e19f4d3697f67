import { machine } from '#contract/kernel/machine.ts';

const heads = ['admin', 'superadmin'] as const;
const companies = ['owner', 'agent', 'dealer', 'staff'] as const;

/**
 * A booking of a featured slot: a company requests and pays, and the dates start and end the display. Where a slot is sold by request, the platform
 * approves first. Only the platform can stop a running booking. Paid days without display are credited, and the booking shows this.
 */
export const featuredMachine = machine({
  table: 'featured_booking',
  states: {
    requested: 'requested',
    awaiting_payment: 'awaiting_payment',
    scheduled: 'scheduled',
    running: 'running',
    ended: 'ended',
    canceled: 'canceled',
    refunded: 'refunded',
  },
  start: 'requested',
  moves: {
    approve: { from: ['requested'], to: 'awaiting_payment', by: [...heads, 'clock'] },
    pay: { from: ['awaiting_payment'], to: 'scheduled', by: [...heads, 'clock'] },
    start: { from: ['scheduled'], to: 'running', by: ['clock'] },
    end: { from: ['scheduled', 'running'], to: 'ended', by: ['clock'] },
    cancel: { from: ['requested', 'awaiting_payment', 'scheduled'], to: 'canceled', by: [...companies, ...heads] },
    stop: { from: ['running'], to: 'canceled', by: heads },
    /** The payment of the booking was reversed. */
    unpay: { from: ['scheduled', 'running'], to: 'canceled', by: ['clock'] },
    refund: { from: ['ended', 'canceled'], to: 'refunded', by: ['clock'] },
    lapse: { from: ['requested', 'awaiting_payment'], to: 'canceled', by: ['clock'] },
  },
});
