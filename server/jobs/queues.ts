import { sql } from 'kysely';
import { PgBoss, type Queue } from 'pg-boss';
import { timeZone } from '#contract/constants.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { JobTopic } from './queue.ts';
import { getCronExpression, type ScheduledJob } from './scheduler.ts';

export const jobSchema = 'job';
export const deadLetterQueue = 'dead';

type Options = Omit<Queue, 'name'>;
const day = 86_400;

/**
 * Pending jobs are never dropped, and finished ones are kept for a day. make_queue() has the same settings for queues that no worker has created yet.
 */
const promised: Options = {
  policy: 'standard',
  notify: true,
  retryLimit: 11,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  retentionSeconds: 365 * day,
  deleteAfterSeconds: day,
  deadLetter: deadLetterQueue,
  // A job whose worker was killed is detected by the missing heartbeat.
  heartbeatSeconds: 20,
};

/** Options that differ by topic. A link that a person is waiting for is retried sooner; failures of a message carrier are handled by the sender. */
const kinds: Partial<Record<JobTopic, Options>> = {
  'identity.password_forgotten': { retryDelay: 2, retryDelayMax: 300 },
  'identity.phone_code': { retryDelay: 2, retryDelayMax: 60 },
  'notification.send': { retryLimit: 5, retryDelayMax: 300 },
};
export const getQueueOptions = (topic: JobTopic): Options => ({ ...promised, ...kinds[topic] });

/** A scheduled job runs once at a time and is never queued behind itself. The next run serves as the retry, so there are few others. */
export const scheduledQueueOptions: Options = {
  ...promised,
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: 30,
  expireInSeconds: 3600,
  deleteAfterSeconds: 8 * day,
};

/** Creates missing queues and updates changed options. If nothing changed, only two tables are read. */
export async function prepareQueues(boss: PgBoss, topics: readonly JobTopic[], jobs: readonly ScheduledJob[]): Promise<void> {
  const wanted = new Map<string, Options>([
    ...topics.map((topic) => [topic, getQueueOptions(topic)] as const),
    ...jobs.map((job) => [job.name, scheduledQueueOptions] as const),
  ]);
  const [have, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  const known = new Map(have.map((queue) => [queue.name, queue]));
  await Promise.all([...wanted].map(([name, options]) => prepare(boss, name, options, known.get(name))));
  const due = new Map(jobs.map((job) => [job.name, getCronExpression(job)]));
  const same = (name: string) => schedules.some((one) => one.name === name && one.cron === due.get(name) && one.timezone === timeZone);
  await Promise.all([
    ...[...due].filter(([name]) => !same(name)).map(([name, cron]) => boss.schedule(name, cron, null, { tz: timeZone, missed: 'once' })),
    ...schedules.filter(({ name }) => !due.has(name)).map(({ name }) => boss.unschedule(name)),
  ]);
}

/** Creates the queue of a scheduled job if no worker has done so. The function of pg-boss would commit the caller's transaction. */
export const createScheduledQueue = (db: Db, name: string) =>
  sql`select job.create_queue(${name}, ${JSON.stringify(scheduledQueueOptions)}::jsonb) where not exists (select from job.queue where name = ${name})`.execute(
    db,
  );

async function prepare(boss: PgBoss, name: string, options: Options, known: Queue | undefined): Promise<void> {
  if (!known) return boss.createQueue(name, options);
  const { policy: _policy, ...changeable } = options;
  const differs = Object.entries(changeable).some(([option, value]) => known[option as keyof Queue] !== value);
  if (differs) await boss.updateQueue(name, changeable);
}

/** Computes the next run of a schedule. This instance of pg-boss is never started and makes no connection. */
const reader = new PgBoss({ db: { executeSql: async () => ({ rows: [] }) }, schema: jobSchema });
export const computeNextScheduledRun = (cron: string, from: Date): Date | null =>
  reader.previewSchedule(cron, { tz: timeZone, from, count: 1 })[0] ?? null;
