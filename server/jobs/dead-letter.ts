import { sql } from 'kysely';
import type { JobWithMetadata } from 'pg-boss';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import type { ScheduledJob } from './scheduler.ts';

/** Records a job that failed permanently (dead letter) and notifies all superadmins, at most once per queue and hour. */
export async function moveToDeadLetter(db: Db, dead: JobWithMetadata, jobs: readonly ScheduledJob[]): Promise<void> {
  const queue = dead.sourceName ?? dead.name;
  const scheduled = jobs.some((job) => job.name === queue);
  const problem = problemOf(dead.sourceOutput);
  const again = scheduled
    ? sql`on conflict (queue) where scheduled and settled_at is null do update
        set times = dead_job.times + 1, died_at = app.now(), problem = excluded.problem, attempts = excluded.attempts`
    : sql`on conflict (job_id) where not scheduled do nothing`;
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into dead_job (queue, job_id, scheduled, payload, problem, attempts, promised_at)
      values (${queue}, ${dead.sourceId ?? dead.id}, ${scheduled}, ${JSON.stringify(dead.data)}::jsonb, ${problem}, ${(dead.sourceRetryCount ?? 0) + 1},
        ${dead.sourceCreatedOn ?? dead.createdOn}) ${again}`.execute(tx);
    const hour = clock.now().toISOString().slice(0, 13);
    const page = `${linkTo('jobs.list', 'superadmin')}?tab=failed`;
    await notifyAudience({ db: tx }, 'jobs.dead', { queue, problem }, createNotificationAudience().superadmins(), { key: `${queue}:${hour}`, page });
  });
}

const problemOf = (output: object | null): string => {
  const said = output && 'message' in output ? output.message : output && 'value' in output ? output.value : output;
  return (typeof said === 'string' ? said : JSON.stringify(said ?? '')).slice(0, 500) || '?';
};

/** Settles the dead letter of a scheduled job that succeeded again. */
export const settleRecoveredJobs = (db: Db, queue: string) =>
  db
    .updateTable('dead_job')
    .set({ settled_at: clock.now(), settled_as: 'recovered' })
    .where('queue', '=', queue)
    .where('scheduled', '=', true)
    .where('settled_at', 'is', null)
    .execute();
