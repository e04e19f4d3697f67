import { type SelectQueryBuilder, sql } from 'kysely';
import { waits } from '#contract/home/waits.ts';
import { oldestOf, type Waiting, type Waits } from '#server/kernel/waits.ts';
import { found, foundOwn } from './lists.ts';

/** How many, and when the next of them is due. */
const dueOf = async <D, T extends keyof D, O>(rows: SelectQueryBuilder<D, T, O>, due: string): Promise<Waiting> => {
  const row = await rows.select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(${sql.ref(due)})`.as('due')]).executeTakeFirstOrThrow();
  return row as unknown as Waiting;
};

export const inspectionWaits: Waits = {
  inspections: (ctx) => dueOf(found(ctx, { todo: waits.inspections.filter.todo === 'true' }), 'inspection.scheduled_at'),
  disputed: (ctx) => oldestOf(found(ctx, waits.disputed.filter), 'inspection.updated_at'),
  verdicts: (ctx) => oldestOf(found(ctx, waits.verdicts.filter), 'inspection.submitted_at'),
  inspected: (ctx) => dueOf(foundOwn(ctx, waits.inspected.filter), 'inspection.answer_by'),
};
