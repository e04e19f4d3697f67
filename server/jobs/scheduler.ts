import { sql } from 'kysely';
import type { Logger } from 'pino';
import { asIfHoldingNone } from '#server/db/one-connection.ts';
import type { Db } from '#server/kernel/ctx.ts';

/** Work that time alone brings about. It must bear being run again: a crash in the middle repeats it. */
export type Job = { readonly name: string; readonly everyMinutes: number; readonly run: (db: Db) => Promise<unknown> };

/** Runs one job if it is due and nobody else is at it; answers whether it ran. */
export async function runIfDue(db: Db, job: Job, log: Logger): Promise<boolean> {
  await db
    .insertInto('job_run')
    .values({ name: job.name })
    .onConflict((oc) => oc.column('name').doNothing())
    .execute();
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('job_run')
      .select('name')
      .where('name', '=', job.name)
      .where(sql<boolean>`coalesce(last_started_at <= app.now() - make_interval(mins => ${job.everyMinutes}), true)`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return false;
    let problem: string | null = null;
    try {
      await asIfHoldingNone('a job has transactions of its own', () => job.run(db));
    } catch (error) {
      problem = String(error);
      log.error({ err: error, job: job.name }, 'a job of the clock failed');
    }
    await tx
      .updateTable('job_run')
      .set((eb) => ({
        last_started_at: sql<Date>`app.now()`,
        last_ended_at: sql<Date>`clock_timestamp()`,
        last_problem: problem,
        runs: eb('runs', '+', 1),
      }))
      .where('name', '=', job.name)
      .execute();
    return true;
  });
}

/** Looks once a minute; `stop` waits for the job in hand. */
export function startClock(db: Db, jobs: readonly Job[], log: Logger, tickMs = 60_000): { stop: () => Promise<void> } {
  let stopped = false;
  let wake: (() => void) | null = null;
  const loop = (async () => {
    while (!stopped) {
      for (const job of jobs) {
        if (stopped) break;
        await runIfDue(db, job, log).catch((problem: unknown) => log.warn({ err: problem, job: job.name }, 'a job could not be looked at'));
      }
      if (stopped) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, tickMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      wake?.();
      await loop;
    },
  };
}
