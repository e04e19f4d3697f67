import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterProperties } from './lists.ts';

export const propertyPendingTasks: PendingTaskCounters = {
  verify: (ctx) => countWithOldest(filterProperties(ctx, pendingTaskKinds.verify.filter), 'property.updated_at'),
  rejected: (ctx) => countWithOldest(filterProperties(ctx, pendingTaskKinds.rejected.filter), 'property.updated_at'),
  drafts: (ctx) => countWithOldest(filterProperties(ctx, pendingTaskKinds.drafts.filter), 'property.updated_at'),
};
