import { sql } from 'kysely';
import type { JobTopics } from '#contract/modules.ts';
import type { Db } from '#server/kernel/ctx.ts';

export type JobTopic = keyof JobTopics;
/** A topic without a handler does not compile. */
export type JobHandlers = { [T in JobTopic]: (payload: JobTopics[T]) => Promise<void> };

/** Handles jobs of one topic together where that is cheaper: all of them, or each again by its own handler. */
export type BatchHandlers = { [T in JobTopic]?: (payloads: readonly JobTopics[T][]) => Promise<void> };

/**
 * Enqueues a side effect in the caller's transaction; `at` delays it. A worker runs it after the commit, at least once, so handlers must be
 * idempotent. The same key has one effect for good. See docs/decisions/028-jobs-on-pg-boss.md.
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
