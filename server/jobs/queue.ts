import { sql } from 'kysely';
import type { Topics } from '#contract/rooms.ts';
import type { Db } from '#server/kernel/ctx.ts';

export type Topic = keyof Topics;
/** A topic without a handler does not compile. */
export type Handlers = { [T in Topic]: (payload: Topics[T]) => Promise<void> };

/** What waits together is done together, where that is less work than one after the other: all of it, or each again by its own handler. */
export type HandlersMany = { [T in Topic]?: (payloads: readonly Topics[T][]) => Promise<void> };

/**
 * Promises a side effect, in the caller's transaction; `at` puts it off. A worker carries it out after the commit, at least once, so
 * handlers must bear a repeat. The same key twice is one effect, for good. docs/decisions/028-jobs.md says how.
 */
export async function emit<T extends Topic>(
  db: Db,
  topic: T,
  payload: Topics[T],
  key: string | null = null,
  { at = null }: { at?: Date | null } = {},
) {
  await sql`select emit_job(${topic}, ${JSON.stringify(payload)}::jsonb, ${key}, ${at}::timestamptz)`.execute(db);
}
