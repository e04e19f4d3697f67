import { machine } from '#contract/kernel/machine.ts';

const keepers = ['owner', 'agent', 'dealer', 'staff'] as const;

/** The company that holds the homes schedules a promotion; its dates start and end it. The platform can only cancel it. */
export const promotionMachine = machine({
  table: 'promotion',
  states: { draft: 'draft', scheduled: 'scheduled', running: 'running', ended: 'ended', canceled: 'canceled' },
  start: 'draft',
  moves: {
    schedule: { from: ['draft'], to: 'scheduled', by: keepers },
    start: { from: ['scheduled'], to: 'running', by: ['clock'] },
    end: { from: ['scheduled', 'running'], to: 'ended', by: ['clock'] },
    cancel: { from: ['draft', 'scheduled', 'running'], to: 'canceled', by: [...keepers, 'admin', 'superadmin'] },
  },
});
