import { waits } from '#contract/home/waits.ts';
import { dueOf, oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found, foundOwn } from './lists.ts';

export const inspectionWaits: Waits = {
  inspections: (ctx) => dueOf(found(ctx, { todo: waits.inspections.filter.todo === 'true' }), 'inspection.scheduled_at'),
  disputed: (ctx) => oldestOf(found(ctx, waits.disputed.filter), 'inspection.updated_at'),
  verdicts: (ctx) => oldestOf(found(ctx, waits.verdicts.filter), 'inspection.submitted_at'),
  inspected: (ctx) => dueOf(foundOwn(ctx, waits.inspected.filter), 'inspection.answer_by'),
};
