import { machine } from '#contract/kernel/machine.ts';

const keepers = ['admin', 'superadmin'] as const;

/** A draft is seen by its keepers only; published is law; retired stays readable by its keepers and leaves every menu. */
export const policyMachine = machine({
  table: 'policy',
  states: { draft: 1, published: 2, retired: 3 },
  start: 'draft',
  moves: {
    publish: { from: ['draft'], to: 'published', by: keepers },
    retire: { from: ['published'], to: 'retired', by: keepers },
    reopen: { from: ['retired'], to: 'draft', by: keepers },
  },
});
