import { machine } from '#contract/kernel/machine.ts';

const keepers = ['admin', 'superadmin'] as const;

/** A review without moderation reasons is published at once; a change that adds one makes it pending again. */
export const reviewMachine = machine({
  table: 'review',
  states: { pending: 'pending', published: 'published', hidden: 'hidden', rejected: 'rejected' },
  start: 'pending',
  moves: {
    publish: { from: ['pending', 'hidden'], to: 'published', by: [...keepers, 'clock'] },
    hold: { from: ['published'], to: 'pending', by: ['clock'] },
    hide: { from: ['published'], to: 'hidden', by: keepers },
    reject: { from: ['pending'], to: 'rejected', by: keepers },
  },
});
