import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterLeads } from './service.ts';

export const leadPendingTasks: PendingTaskCounters = {
  leads: (ctx) => countWithOldest(filterLeads(ctx, pendingTaskKinds.leads.filter), 'lead.created_at'),
  replies: (ctx) => countWithOldest(filterLeads(ctx, pendingTaskKinds.replies.filter), 'thread.last_at'),
};
