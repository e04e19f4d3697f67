import { waits } from '#contract/home/waits.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found } from './service.ts';

export const leadWaits: Waits = {
  leads: (ctx) => oldestOf(found(ctx, waits.leads.filter), 'lead.created_at'),
  replies: (ctx) => oldestOf(found(ctx, waits.replies.filter), 'thread.last_at'),
};
