import { sql } from 'kysely';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { countWithDue, countWithOldest, type PendingTaskCounters } from '#server/kernel/pending-tasks.ts';
import { filterInspections, filterOwnInspections } from './lists.ts';

/** The age of the task counts from the dispute, not from later changes. */
const disputedAt = sql<Date | null>`coalesce((select max(l.at) from move_log l where l.subject = 'inspection' and l.subject_id = inspection.id and l.to_state = 'disputed'), inspection.updated_at)`;

export const inspectionPendingTasks: PendingTaskCounters = {
  inspections: (ctx) =>
    countWithDue(filterInspections(ctx, { todo: pendingTaskKinds.inspections.filter.todo === 'true' }), 'inspection.scheduled_at'),
  disputed: (ctx) => countWithOldest(filterInspections(ctx, pendingTaskKinds.disputed.filter), disputedAt),
  verdicts: (ctx) => countWithOldest(filterInspections(ctx, pendingTaskKinds.verdicts.filter), 'inspection.submitted_at'),
  inspected: (ctx) => countWithDue(filterOwnInspections(ctx, pendingTaskKinds.inspected.filter), 'inspection.answer_by'),
};
