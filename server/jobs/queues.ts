import { sql } from 'kysely';
import { PgBoss, type Queue } from 'pg-boss';
import { timeZone } from '#contract/constants.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { Topic } from './queue.ts';
import { cronOf, type Job } from './scheduler.ts';

export const schema = 'job';
export const deadQueue = 'dead';

type Options = Omit<Queue, 'name'>;
const day = 86_400;

/** Waiting jobs are never thrown away; finished ones stay a day to be looked at. The same stands in make_queue() for queues no worker has seen yet. */
const promised: Options = {
  policy: 'standard',
  notify: true,
  retryLimit: 11,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  retentionSeconds: 365 * day,
  deleteAfterSeconds: day,
  deadLetter: deadQueue,
  // A worker that was killed is noticed by its silence.
  heartbeatSeconds: 20,
};

/** What differs by kind. A link somebody waits for is tried again sooner; a carrier's troubles are the sender's own business. */
const kinds: Partial<Record<Topic, Options>> = {
  'identity.password_forgotten': { retryDelay: 2, retryDelayMax: 300 },
  'identity.phone_code': { retryDelay: 2, retryDelayMax: 60 },
  'notification.send': { retryLimit: 5, retryDelayMax: 300 },
};
export const optionsOf = (topic: Topic): Options => ({ ...promised, ...kinds[topic] });

/** One run at a time, and no second one waiting; the next round is the best retry, so few are made in between. */
export const scheduled: Options = {
  ...promised,
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: 30,
  expireInSeconds: 3600,
  deleteAfterSeconds: 8 * day,
};

/** Makes what is missing and mends what the code says otherwise; a start that changes nothing reads two tables. */
export async function prepareQueues(boss: PgBoss, topics: readonly Topic[], jobs: readonly Job[]): Promise<void> {
  const wanted = new Map<string, Options>([
    ...topics.map((topic) => [topic, optionsOf(topic)] as const),
    ...jobs.map((job) => [job.name, scheduled] as const),
  ]);
  const [have, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  const known = new Map(have.map((queue) => [queue.name, queue]));
  await Promise.all([...wanted].map(([name, options]) => prepare(boss, name, options, known.get(name))));
  const due = new Map(jobs.map((job) => [job.name, cronOf(job)]));
  const same = (name: string) => schedules.some((one) => one.name === name && one.cron === due.get(name) && one.timezone === timeZone);
  await Promise.all([
    ...[...due].filter(([name]) => !same(name)).map(([name, cron]) => boss.schedule(name, cron, null, { tz: timeZone, missed: 'once' })),
    ...schedules.filter(({ name }) => !due.has(name)).map(({ name }) => boss.unschedule(name)),
  ]);
}

/** For whoever has no worker at hand: makes the queue of a scheduled job unless it is there. pg-boss's own would commit the caller's transaction. */
export const prepareScheduled = (db: Db, name: string) =>
  sql`select job.create_queue(${name}, ${JSON.stringify(scheduled)}::jsonb) where not exists (select from job.queue where name = ${name})`.execute(
    db,
  );

async function prepare(boss: PgBoss, name: string, options: Options, known: Queue | undefined): Promise<void> {
  if (!known) return boss.createQueue(name, options);
  const { policy: _policy, ...changeable } = options;
  const differs = Object.entries(changeable).some(([option, value]) => known[option as keyof Queue] !== value);
  if (differs) await boss.updateQueue(name, changeable);
}

/** The next time a schedule falls due. Asks nobody: the instance is never started. */
const reader = new PgBoss({ db: { executeSql: async () => ({ rows: [] }) }, schema });
export const nextRun = (cron: string, from: Date): Date | null => reader.previewSchedule(cron, { tz: timeZone, from, count: 1 })[0] ?? null;
