import { machine } from '#contract/kernel/machine.ts';

const keepers = ['owner', 'agent', 'dealer', 'staff', 'admin', 'superadmin'] as const;

/** People decide that a promotion is to run; its days decide when. */
export const promotionMachine = machine({
  table: 'promotion',
  states: { draft: 'draft', scheduled: 'scheduled', running: 'running', ended: 'ended', canceled: 'canceled' },
  start: 'draft',
  moves: {
    schedule: { from: ['draft'], to: 'scheduled', by: keepers },
    start: { from: ['scheduled'], to: 'running', by: ['clock'] },
    end: { from: ['scheduled', 'running'], to: 'ended', by: ['clock'] },
    cancel: { from: ['draft', 'scheduled', 'running'], to: 'canceled', by: keepers },
  },
});
