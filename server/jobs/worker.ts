import { type Job as Fetched, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Topics } from '#contract/rooms.ts';
import type { House } from '#server/kernel/house.ts';
import { bury, recovered } from './dead.ts';
import type { Handlers, HandlersMany, Topic } from './queue.ts';
import { deadQueue, prepareQueues, schema } from './queues.ts';
import type { Job } from './scheduler.ts';

export type Work = { readonly handlers: Handlers; readonly many?: HandlersMany; readonly jobs: readonly Job[] };
export type Worker = { stop(): Promise<void> };

/** Shorter than the watchdog of a stopping process, so that what is cut short is handed back rather than lost track of. */
const stopMs = 20_000;
/** Two workers a topic, two jobs each at a time: a slow one keeps nobody waiting, and a thousand leave connections for those who ask. */
const promised = { batchSize: 2, burstWhenBatchFull: true, perJobResults: true, localConcurrency: 2, notifyPollingIntervalSeconds: 10 } as const;
/** What is done together is fetched together: the more waits, the more at once. */
const many = { ...promised, batchSize: 50 } as const;
const timed = { batchSize: 1, perJobResults: true, notifyPollingIntervalSeconds: 30 } as const;

/** A schedule or a queue somebody or something took away is planted again at every start, and this often: by a timer, since a job may be what is lost. */
const mendMs = 60 * 60_000;

/** Takes jobs off the queue and makes the scheduled ones due, on as many nodes as there are. */
export async function startWorker(house: House, url: string, { handlers, many: together = {}, jobs }: Work, every = mendMs): Promise<Worker> {
  const { log } = house;
  const { db } = house.database;
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'makao-jobs',
    schema,
    max: 4,
    // All queues ask at once when a worker starts; on a busy machine that takes its time, and nothing is wrong.
    connectionTimeoutMillis: 30_000,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 3600,
  });
  boss.on('error', (problem) => log.warn({ err: problem }, 'the queue could not be reached'));
  boss.on('warning', ({ message }) => log.info({ message }, 'the queue says'));
  await boss.start();
  const topics = Object.keys(handlers) as Topic[];
  await prepareQueues(boss, topics, jobs);
  const settled = (name: string, work: (one: Fetched) => Promise<unknown>) => async (fetched: Fetched[]) =>
    Promise.all(fetched.map((one) => settle(house, name, one, work)));
  const carryOut = <T extends Topic>(topic: T) => settled(topic, (one) => handlers[topic](one.data as Topics[T]));
  const allAtOnce =
    <T extends Topic>(topic: T) =>
    async (fetched: Fetched[]) => {
      try {
        await together[topic]?.(fetched.map((one) => one.data as Topics[T]));
        return fetched.map(({ id }): JobResult => ({ id, status: 'completed' }));
      } catch (problem) {
        if (fetched.length > 1) log.warn({ err: problem, queue: topic, jobs: fetched.length }, 'jobs failed together: each is tried by itself');
        return carryOut(topic)(fetched);
      }
    };
  await Promise.all([
    ...topics.map((topic) => (together[topic] ? boss.work(topic, many, allAtOnce(topic)) : boss.work(topic, promised, carryOut(topic)))),
    ...jobs.map((job) =>
      boss.work(
        job.name,
        timed,
        settled(job.name, async () => {
          await job.run(db);
          await recovered(db, job.name);
        }),
      ),
    ),
    // Nobody is woken for what dies: it is looked for.
    boss.work(deadQueue, { ...timed, includeMetadata: true, notifyPollingIntervalSeconds: 5 }, (dead: JobWithMetadata[]) =>
      Promise.all(dead.map((one) => settle(house, deadQueue, one, () => bury(db, one, jobs)))),
    ),
  ]);
  const mend = setInterval(() => {
    prepareQueues(boss, topics, jobs).catch((problem: unknown) => log.warn({ err: problem }, 'the schedules could not be looked after'));
  }, every);
  mend.unref();
  return {
    stop: () => {
      clearInterval(mend);
      return boss.stop({ graceful: true, timeout: stopMs });
    },
  };
}

/** Each job ends by itself: a bad one does not take the others of its batch with it. */
async function settle<J extends Fetched>({ log }: Pick<House, 'log'>, name: string, one: J, work: (one: J) => Promise<unknown>): Promise<JobResult> {
  try {
    await work(one);
    return { id: one.id, status: 'completed' };
  } catch (problem) {
    log.error({ err: problem, queue: name, job: one.id, attempt: one.retryCount + 1 }, 'a job failed');
    return { id: one.id, status: 'failed', output: { message: problem instanceof Error ? problem.message : String(problem) } };
  }
}
