import { machine } from '#contract/kernel/machine.ts';

const senders = ['superadmin', 'admin', 'subadmin', 'owner', 'agent', 'dealer', 'staff'] as const;

/** A broadcast is scheduled, carried out by the worker, and can be cancelled until it starts. */
export const broadcastMachine = machine({
  table: 'notification_broadcast',
  states: { scheduled: 'scheduled', sending: 'sending', sent: 'sent', canceled: 'canceled' },
  start: 'scheduled',
  moves: {
    start: { from: ['scheduled'], to: 'sending', by: ['clock'] },
    finish: { from: ['sending'], to: 'sent', by: ['clock'] },
    // The clock cancels it if the sender has lost the permission since.
    cancel: { from: ['scheduled'], to: 'canceled', by: [...senders, 'clock'] },
  },
});
