import { sql } from 'kysely';
import type { Topics } from '#contract/modules.ts';
import type { Db } from '#server/kernel/ctx.ts';

export type Topic = keyof Topics;
/** A topic without a handler does not compile. */
export type Handlers = { [T in Topic]: (payload: Topics[T]) => Promise<void> };

/** Handles jobs of one topic together where that is cheaper: all of them, or each again by its own handler. */
export type BatchHandlers = { [T in Topic]?: (payloads: readonly Topics[T][]) => Promise<void> };

/**
 * Enqueues a side effect in the caller's transaction; `at` delays it. A worker runs it after the commit, at least once, so handlers must be
 * idempotent. The same key has one effect for good. See docs/decisions/028-jobs-on-pg-boss.md.
 */
export async function enqueueJob<T extends Topic>(
  db: Db,
  topic: T,
  payload: Topics[T],
  key: string | null = null,
  { at = null }: { at?: Date | null } = {},
) {
  await sql`select emit_job(${topic}, ${JSON.stringify(payload)}::jsonb, ${key}, ${at}::timestamptz)`.execute(db);
}
