import { sql } from 'kysely';
import { onReserveConnection } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';

export type Throttle = { readonly limit: number; readonly seconds: number };

/** Counts one attempt (or `by`) under a key; answers how many seconds to wait when there were too many, else 0. Holds across nodes. */
export async function countAttempt(db: Db, key: string, { limit, seconds }: Throttle, by = 1): Promise<number> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttle (key, window_ends_at, count) values (${key}, app.now() + make_interval(secs => ${seconds}), ${by})
    on conflict (key) do update set
      count = case when throttle.window_ends_at < app.now() then excluded.count else throttle.count + excluded.count end,
      window_ends_at = case when throttle.window_ends_at < app.now() then excluded.window_ends_at else throttle.window_ends_at end
    returning count, ceil(extract(epoch from window_ends_at - app.now()))::int as wait`.execute(db);
  const row = rows[0];
  return row && row.count > limit ? Math.max(1, row.wait) : 0;
}

/** The same, committed separately, so that the attempt also counts if the surrounding write is refused. */
export const takeApart = (db: Db, key: string, throttle: Throttle): Promise<number> =>
  onReserveConnection('a refused attempt must be counted', () => countAttempt(db, key, throttle));

/** What was counted turned out to be right. */
export const giveBack = (db: Db, key: string) => sql`update throttle set count = greatest(count - 1, 0) where key = ${key}`.execute(db);

export const clearAttempts = (db: Db, key: string) => db.deleteFrom('throttle').where('key', '=', key).execute();

/** Expired counters have no effect; any request may delete them. */
export const deleteOldThrottles = (db: Db) => db.deleteFrom('throttle').where(sql<boolean>`window_ends_at < app.now() - interval '1 hour'`).execute();
