import { machine } from '#contract/kernel/machine.ts';

const senders = ['superadmin', 'admin', 'subadmin', 'owner', 'agent', 'dealer', 'staff'] as const;

/** A message to many waits for its hour, is carried out by the worker, and can be called back until it begins. */
export const broadcastMachine = machine({
  table: 'notification_broadcast',
  states: { scheduled: 'scheduled', sending: 'sending', sent: 'sent', canceled: 'canceled' },
  start: 'scheduled',
  moves: {
    start: { from: ['scheduled'], to: 'sending', by: ['clock'] },
    finish: { from: ['sending'], to: 'sent', by: ['clock'] },
    // By the clock where whoever sent it lost the right meanwhile.
    cancel: { from: ['scheduled'], to: 'canceled', by: [...senders, 'clock'] },
  },
});
