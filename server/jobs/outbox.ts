import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Topics } from '#contract/rooms.ts';
import { clock } from '#contract/time/clock.ts';
import { asIfHoldingNone } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { goRound, type Rounds } from './loop.ts';

export type Handlers = { [T in keyof Topics]: (payload: Topics[T]) => Promise<void> };

/** Promises a side effect, in the caller's transaction. The same key twice is one effect. */
export const emit = <T extends keyof Topics>(db: Db, topic: T, payload: Topics[T], key: string | null = null) =>
  db
    .insertInto('outbox')
    .values({ topic, payload: JSON.stringify(payload), key })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();

const batch = 20;
const maxAttempts = 12;

/**
 * Carries out what waits, oldest first, at least once: a row is locked while its handler runs and marked done in the
 * same transaction, so a crash in between repeats it. Handlers must bear a repeat.
 */
export async function drain(db: Db, handlers: Handlers, log: Logger): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('outbox')
      .select(['id', 'topic', 'payload', 'attempts'])
      .where('done_at', 'is', null)
      .where(sql<boolean>`due_at <= app.now()`)
      .where('attempts', '<', maxAttempts)
      .orderBy('due_at')
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of rows) {
      try {
        const handle = handlers[row.topic as keyof Topics] as ((payload: unknown) => Promise<void>) | undefined;
        if (!handle) throw new Error(`nobody handles ${row.topic}`);
        await asIfHoldingNone('a handler has transactions of its own', () => handle(row.payload));
        await tx.updateTable('outbox').set({ done_at: clock.now() }).where('id', '=', row.id).execute();
      } catch (problem) {
        log.error({ err: problem, outbox: row.id, topic: row.topic }, 'an outbox message failed');
        const waitSeconds = Math.min(3600, 2 ** row.attempts * 5);
        await tx
          .updateTable('outbox')
          .set({ attempts: row.attempts + 1, error: String(problem), due_at: sql`app.now() + make_interval(secs => ${waitSeconds})` })
          .where('id', '=', row.id)
          .execute();
      }
    }
    return rows.length;
  });
}

export function startOutbox(db: Db, handlers: Handlers, log: Logger, everyMs = 5000): Rounds {
  return goRound(async () => {
    try {
      return (await drain(db, handlers, log)) === batch;
    } catch (problem) {
      log.warn({ err: problem }, 'the outbox could not be read');
      return false;
    }
  }, everyMs);
}
