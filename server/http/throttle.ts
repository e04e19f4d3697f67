import { sql } from 'kysely';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';

export type ThrottleLimit = { readonly limit: number; readonly seconds: number };

/** Rate limit: counts one attempt (or `by`) under a key, for all nodes. Returns the seconds to wait if there were too many attempts, otherwise 0. */
export async function countAttempt(db: Db, key: string, { limit, seconds }: ThrottleLimit, by = 1): Promise<number> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttle (key, window_ends_at, count) values (${key}, app.now() + make_interval(secs => ${seconds}), ${by})
    on conflict (key) do update set
      count = case when throttle.window_ends_at < app.now() then excluded.count else throttle.count + excluded.count end,
      window_ends_at = case when throttle.window_ends_at < app.now() then excluded.window_ends_at else throttle.window_ends_at end
    returning count, ceil(extract(epoch from window_ends_at - app.now()))::int as wait`.execute(db);
  const row = rows[0];
  return row && row.count > limit ? Math.max(1, row.wait) : 0;
}

/** Counts an attempt in its own transaction, so that it also counts if the surrounding write is rejected. */
export const countAttemptSeparately = (db: Db, key: string, throttle: ThrottleLimit): Promise<number> =>
  runOnReserveConnection('a refused attempt must be counted', () => countAttempt(db, key, throttle));

/** Subtracts one attempt that proved legitimate. */
export const refundAttempt = (db: Db, key: string) => sql`update throttle set count = greatest(count - 1, 0) where key = ${key}`.execute(db);

export const clearAttempts = (db: Db, key: string) => db.deleteFrom('throttle').where('key', '=', key).execute();

/** Expired counters have no effect; any request may delete them. */
export const deleteOldThrottles = (db: Db) => db.deleteFrom('throttle').where(sql<boolean>`window_ends_at < app.now() - interval '1 hour'`).execute();
