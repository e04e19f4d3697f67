import { sql } from 'kysely';
import { stopClock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';

type At = (moment: Date) => Promise<void>;

/**
 * The services tell of the past as if it were today: both clocks stand where `at` puts them. One transaction: the database's clock is another function
 * within it alone and is put back before it ends, so that whatever goes wrong nobody ever sees it changed. What the services promised to send is forgotten: nobody is written to.
 */
export async function inThePast(db: Db, work: (tx: Db, at: At) => Promise<void>): Promise<void> {
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

/** What asks for a transaction of its own has this one: nothing of the past stands before all of it does. */
const within = (tx: Db): Db =>
  new Proxy(tx, {
    get(target, name, self) {
      if (name === 'transaction') return () => ({ execute: (work: (inner: Db) => Promise<unknown>) => work(self as Db) });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
