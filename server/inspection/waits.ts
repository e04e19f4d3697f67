import { sql } from 'kysely';
import { waits } from '#contract/home/waits.ts';
import { dueOf, oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found, foundOwn } from './lists.ts';

/** Since when the other side says that it was not so; whatever was written on it later does not make that newer. */
const disputedAt = sql<Date | null>`coalesce((select max(l.at) from move_log l where l.subject = 'inspection' and l.subject_id = inspection.id and l.to_state = 'disputed'), inspection.updated_at)`;

export const inspectionWaits: Waits = {
  inspections: (ctx) => dueOf(found(ctx, { todo: waits.inspections.filter.todo === 'true' }), 'inspection.scheduled_at'),
  disputed: (ctx) => oldestOf(found(ctx, waits.disputed.filter), disputedAt),
  verdicts: (ctx) => oldestOf(found(ctx, waits.verdicts.filter), 'inspection.submitted_at'),
  inspected: (ctx) => dueOf(foundOwn(ctx, waits.inspected.filter), 'inspection.answer_by'),
};
