import { sql } from 'kysely';
import { stopClock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';

type At = (moment: Date) => Promise<void>;

/**
 * Runs services in the past: both clocks are set to the time that `at` gives. All of it is one transaction. The database's clock function is replaced
 * within it only and restored before it ends, so that no other connection ever sees it. Notifications that the services enqueue are deleted.
 */
export async function runInThePast(db: Db, work: (tx: Db, at: At) => Promise<void>): Promise<void> {
  const before = stopClock(null);
  try {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ made: string }>`select pg_get_functiondef('app.now'::regproc) as made`.execute(tx);
      await sql`create or replace function app.now() returns timestamptz language sql stable parallel safe
        return coalesce(nullif(current_setting('makao.then', true), '')::timestamptz, transaction_timestamp())`.execute(tx);
      await sql`create temporary table demo_promised on commit drop as select id from job.job_common`.execute(tx);
      await work(within(tx), async (moment) => {
        stopClock(moment);
        await sql`select set_config('makao.then', ${moment.toISOString()}, true)`.execute(tx);
      });
      await sql`delete from job.job_common where id not in (select id from demo_promised)`.execute(tx);
      await sql.raw(rows[0]?.made ?? '').execute(tx);
    });
  } finally {
    stopClock(before);
  }
}

/** Code that opens its own transaction gets this one, so that the demo’s past is committed all at once. */
const within = (tx: Db): Db =>
  new Proxy(tx, {
    get(target, name, self) {
      if (name === 'transaction') return () => ({ execute: (work: (inner: Db) => Promise<unknown>) => work(self as Db) });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
