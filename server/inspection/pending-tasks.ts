import { sql } from 'kysely';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { dueOf, oldestOf, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterInspections, filterOwnInspections } from './lists.ts';

/** The age of the task counts from the dispute, not from later changes. */
const disputedAt = sql<Date | null>`coalesce((select max(l.at) from move_log l where l.subject = 'inspection' and l.subject_id = inspection.id and l.to_state = 'disputed'), inspection.updated_at)`;

export const inspectionPendingTasks: PendingTaskCounters = {
  inspections: (ctx) => dueOf(filterInspections(ctx, { todo: pendingTaskKinds.inspections.filter.todo === 'true' }), 'inspection.scheduled_at'),
  disputed: (ctx) => oldestOf(filterInspections(ctx, pendingTaskKinds.disputed.filter), disputedAt),
  verdicts: (ctx) => oldestOf(filterInspections(ctx, pendingTaskKinds.verdicts.filter), 'inspection.submitted_at'),
  inspected: (ctx) => dueOf(filterOwnInspections(ctx, pendingTaskKinds.inspected.filter), 'inspection.answer_by'),
};
