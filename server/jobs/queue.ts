import { sql } from 'kysely';
import type { JobTopics } from '#contract/modules.ts';
import type { Db } from '#server/kernel/ctx.ts';

export type JobTopic = keyof JobTopics;
/** The handler of each topic. A topic without a handler does not compile. */
export type JobHandlers = { [T in JobTopic]: (payload: JobTopics[T]) => Promise<void> };

/** Handlers that process several jobs of one topic together, where this is cheaper. After a failure, each job is processed by its own handler. */
export type BatchHandlers = { [T in JobTopic]?: (payloads: readonly JobTopics[T][]) => Promise<void> };

/**
 * Enqueues a side effect in the caller's transaction; `at` delays it. A worker runs the job after the commit, at least once, so handlers must be
 * idempotent. The same idempotency key enqueues only one job, permanently. See docs/decisions/028-jobs-on-pg-boss.md.
 */
export async function enqueueJob<T extends JobTopic>(
  db: Db,
  topic: T,
  payload: JobTopics[T],
  key: string | null = null,
  { at = null }: { at?: Date | null } = {},
) {
  await sql`select emit_job(${topic}, ${JSON.stringify(payload)}::jsonb, ${key}, ${at}::timestamptz)`.execute(db);
}
