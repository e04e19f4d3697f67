import { machine } from '#contract/kernel/machine.ts';

const company = ['owner', 'agent', 'dealer', 'staff'] as const;
const platform = ['admin', 'superadmin'] as const;
const watch = ['admin', 'subadmin', 'superadmin'] as const;

/**
 * A listing of a home. `force` is the platform's pause, which only the platform lifts (`paused_by` keeps it through every later state). `hold` and
 * `wake` are applied by the system when the unit's status changes or a listing is not confirmed. A closed listing is reopened (`wake`), or paused
 * again (`unclose`), only if a reported move-in did not happen.
 */
export const listingMachine = machine({
  table: 'listing',
  states: { draft: 'draft', review: 'review', live: 'live', paused: 'paused', closed: 'closed', archived: 'archived' },
  start: 'draft',
  moves: {
    publish: { from: ['draft'], to: 'live', by: [...company, ...platform, 'clock'] },
    submit: { from: ['draft'], to: 'review', by: [...company, ...platform, 'clock'] },
    approve: { from: ['review'], to: 'live', by: watch },
    decline: { from: ['review'], to: 'draft', by: [...company, ...watch] },
    pause: { from: ['live'], to: 'paused', by: [...company, ...platform] },
    force: { from: ['live', 'paused'], to: 'paused', by: watch },
    resume: { from: ['paused'], to: 'live', by: [...company, ...watch] },
    hold: { from: ['live'], to: 'paused', by: ['clock'] },
    wake: { from: ['paused', 'closed'], to: 'live', by: ['clock'] },
    unclose: { from: ['closed'], to: 'paused', by: ['clock'] },
    close: { from: ['live', 'paused'], to: 'closed', by: [...company, ...platform, 'clock'] },
    archive: { from: ['draft', 'closed'], to: 'archived', by: [...company, ...platform] },
    reopen: { from: ['closed', 'archived'], to: 'draft', by: [...company, ...platform] },
  },
});
