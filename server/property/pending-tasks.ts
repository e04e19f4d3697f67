import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { oldestOf, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterProperties } from './lists.ts';

export const propertyPendingTasks: PendingTaskCounters = {
  verify: (ctx) => oldestOf(filterProperties(ctx, pendingTaskKinds.verify.filter), 'property.updated_at'),
  rejected: (ctx) => oldestOf(filterProperties(ctx, pendingTaskKinds.rejected.filter), 'property.updated_at'),
  drafts: (ctx) => oldestOf(filterProperties(ctx, pendingTaskKinds.drafts.filter), 'property.updated_at'),
};
