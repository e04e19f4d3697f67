import { sql } from 'kysely';
import { type Job as Fetched, PgBoss } from 'pg-boss';
import type { JobTopic } from '#server/jobs/queue.ts';
import { jobSchema } from '#server/jobs/queues.ts';
import { buildJobHandlers } from '#server/modules.ts';
import { type NotificationContent, type QueuedNotification, unsealNotification } from '#server/notification/service.ts';
import type { TestServices } from './db.ts';

const bosses = new WeakMap<TestServices, Promise<PgBoss>>();
/** The queue of the given services, which does nothing automatically. */
export function startTestJobQueue(services: TestServices): Promise<PgBoss> {
  const known = bosses.get(services) ?? opened(services);
  bosses.set(services, known);
  return known;
}
async function opened({ database: { pool }, log }: TestServices): Promise<PgBoss> {
  const executeSql = (text: string, values: unknown[] = []) => pool.query(text, values);
  const boss = new PgBoss({ db: { executeSql }, schema: jobSchema, migrate: false, createSchema: false, supervise: false, schedule: false });
  boss.on('error', (problem) => log.warn({ err: problem }, 'the queue could not be reached'));
  return boss.start();
}

type Doing = (topic: JobTopic, payload: unknown) => Promise<unknown>;
const usual =
  (services: TestServices): Doing =>
  (topic, payload) =>
    (buildJobHandlers(services)[topic] as (payload: unknown) => Promise<void>)(payload);

/** Runs due jobs and the jobs they add, without a worker; returns the topics in order. A failed job stays for its retry. */
export async function runQueuedJobs(services: TestServices, doing: Doing = usual(services)): Promise<JobTopic[]> {
  const boss = await startTestJobQueue(services);
  const done: JobTopic[] = [];
  for (;;) {
    const { rows } = await sql<{ name: JobTopic }>`
      select name from job.job where state < 'active' and start_after <= now() and name <> 'dead' order by created_on limit 1`.execute(
      services.database.db,
    );
    const topic = rows[0]?.name;
    if (!topic) return done;
    for (const job of await boss.fetch<object>(topic)) {
      await settle(boss, job, () => doing(topic, job.data));
      done.push(topic);
    }
  }
}

async function settle(boss: PgBoss, job: Fetched, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    await boss.complete(job.name, job);
  } catch (problem) {
    await boss.fail(job.name, job, { message: String(problem) });
  }
}

/** The payloads of a topic in order, whether done or not. */
export async function listJobPayloads<T = Record<string, unknown>>({ database }: Pick<TestServices, 'database'>, topic: JobTopic): Promise<T[]> {
  const { rows } = await sql<{ data: T }>`select data from job.job where name = ${topic} order by created_on`.execute(database.db);
  return rows.map((row) => row.data);
}

export type SentNotification = Omit<NotificationContent, 'event' | 'to' | 'params'> & {
  readonly event: string;
  readonly to: { readonly personId: number; readonly email?: string };
  readonly params: Record<string, string>;
};

/** The promised notifications in order; only those of one event, if it is named. */
export const listSentNotifications = async (services: Pick<TestServices, 'database'>, event: string | null = null): Promise<SentNotification[]> =>
  (await listJobPayloads<QueuedNotification>(services, 'notification.deliver'))
    .map((one) => unsealNotification(one) as unknown as SentNotification)
    .filter((one) => event === null || one.event === event);
