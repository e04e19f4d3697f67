import { sql } from 'kysely';
import { type Job as Fetched, PgBoss } from 'pg-boss';
import type { Topic } from '#server/jobs/queue.ts';
import { schema } from '#server/jobs/queues.ts';
import { type Told, unsealed, type Waiting } from '#server/notification/service.ts';
import { handlersOf } from '#server/rooms.ts';
import type { House } from './db.ts';

const bosses = new WeakMap<House, Promise<PgBoss>>();
/** The queue of a house, which does nothing by itself. */
export function bossOf(house: House): Promise<PgBoss> {
  const known = bosses.get(house) ?? opened(house);
  bosses.set(house, known);
  return known;
}
async function opened({ database: { pool }, log }: House): Promise<PgBoss> {
  const executeSql = (text: string, values: unknown[] = []) => pool.query(text, values);
  const boss = new PgBoss({ db: { executeSql }, schema, migrate: false, createSchema: false, supervise: false, schedule: false });
  boss.on('error', (problem) => log.warn({ err: problem }, 'the queue could not be reached'));
  return boss.start();
}

type Doing = (topic: Topic, payload: unknown) => Promise<unknown>;
const usual =
  (house: House): Doing =>
  (topic, payload) =>
    (handlersOf(house)[topic] as (payload: unknown) => Promise<void>)(payload);

/** Carries out what is due, and what comes of it, without a worker; answers the topics in the order they were done. A failure waits for its retry. */
export async function drain(house: House, doing: Doing = usual(house)): Promise<Topic[]> {
  const boss = await bossOf(house);
  const done: Topic[] = [];
  for (;;) {
    const { rows } = await sql<{ name: Topic }>`
      select name from job.job where state < 'active' and start_after <= now() and name <> 'dead' order by created_on limit 1`.execute(
      house.database.db,
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

/** What a topic was given, in order, done or not. */
export async function promised<T = Record<string, unknown>>({ database }: Pick<House, 'database'>, topic: Topic): Promise<T[]> {
  const { rows } = await sql<{ data: T }>`select data from job.job where name = ${topic} order by created_on`.execute(database.db);
  return rows.map((row) => row.data);
}

export type Telling = Omit<Told, 'event' | 'to' | 'params'> & {
  readonly event: string;
  readonly to: { readonly personId: number; readonly email?: string };
  readonly params: Record<string, string>;
};

/** What people were promised to be told, in order; of one event, if it is named. */
export const told = async (house: Pick<House, 'database'>, event: string | null = null): Promise<Telling[]> =>
  (await promised<Waiting>(house, 'notification.deliver'))
    .map((one) => unsealed(one) as unknown as Telling)
    .filter((one) => event === null || one.event === event);
