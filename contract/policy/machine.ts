import { machine } from '#contract/kernel/machine.ts';

const keepers = ['admin', 'superadmin'] as const;

/** Only managers of policies see a draft; a published policy is binding; a retired one stays readable to managers and leaves every menu. */
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
