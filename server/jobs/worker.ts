import { type Job as Fetched, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { JobTopics } from '#contract/modules.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { moveToDeadLetter, settleRecoveredJobs } from './dead-letter.ts';
import type { BatchHandlers, JobHandlers, JobTopic } from './queue.ts';
import { deadLetterQueue, jobSchema, prepareQueues } from './queues.ts';
import type { ScheduledJob } from './scheduler.ts';

export type WorkerTasks = { readonly handlers: JobHandlers; readonly many?: BatchHandlers; readonly jobs: readonly ScheduledJob[] };
export type JobWorker = { stop(): Promise<void> };

/** Shorter than the shutdown timeout of the process, so that interrupted jobs return to the queue instead of being lost. */
const stopMs = 20_000;
/** Two workers per topic with two jobs each, so that a slow job does not block others and connections remain for requests. */
const promised = { batchSize: 2, burstWhenBatchFull: true, perJobResults: true, localConcurrency: 2, notifyPollingIntervalSeconds: 10 } as const;
/** Topics with a batch handler fetch a whole batch. */
const many = { ...promised, batchSize: 50 } as const;
const timed = { batchSize: 1, perJobResults: true, notifyPollingIntervalSeconds: 30 } as const;

/**
 * Missing schedules and queues are restored at every start and at this interval, by a timer, because a job for this purpose could itself be missing.
 */
const mendMs = 60 * 60_000;

/** Runs queued jobs and enqueues scheduled ones, on any number of nodes. */
export async function startJobWorker(
  services: RunningServices,
  url: string,
  { handlers, many: together = {}, jobs }: WorkerTasks,
  every = mendMs,
): Promise<JobWorker> {
  const { log } = services;
  const { db } = services.database;
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'makao-jobs',
    schema: jobSchema,
    max: 4,
    // All queues connect at once when a worker starts, which takes time on a busy machine.
    connectionTimeoutMillis: 30_000,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 3600,
  });
  boss.on('error', (problem) => log.warn({ err: problem }, 'the job queue is not reachable'));
  boss.on('warning', ({ message }) => log.info({ message }, 'queue warning'));
  await boss.start();
  const topics = Object.keys(handlers) as JobTopic[];
  await prepareQueues(boss, topics, jobs);
  const settled = (name: string, work: (one: Fetched) => Promise<unknown>) => async (fetched: Fetched[]) =>
    Promise.all(fetched.map((one) => settle(services, name, one, work)));
  const carryOut = <T extends JobTopic>(topic: T) => settled(topic, (one) => handlers[topic](one.data as JobTopics[T]));
  const allAtOnce =
    <T extends JobTopic>(topic: T) =>
    async (fetched: Fetched[]) => {
      try {
        await together[topic]?.(fetched.map((one) => one.data as JobTopics[T]));
        return fetched.map(({ id }): JobResult => ({ id, status: 'completed' }));
      } catch (problem) {
        if (fetched.length > 1)
          log.warn({ err: problem, queue: topic, jobs: fetched.length }, 'a batch of jobs failed, and each job is retried separately');
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
          await settleRecoveredJobs(db, job.name);
        }),
      ),
    ),
    // The dead-letter queue is polled, because it sends no notifications.
    boss.work(deadLetterQueue, { ...timed, includeMetadata: true, notifyPollingIntervalSeconds: 5 }, (dead: JobWithMetadata[]) =>
      Promise.all(dead.map((one) => settle(services, deadLetterQueue, one, () => moveToDeadLetter(db, one, jobs)))),
    ),
  ]);
  const mend = setInterval(() => {
    prepareQueues(boss, topics, jobs).catch((problem: unknown) => log.warn({ err: problem }, 'the job queues and schedules could not be restored'));
  }, every);
  mend.unref();
  return {
    stop: () => {
      clearInterval(mend);
      return boss.stop({ graceful: true, timeout: stopMs });
    },
  };
}

/** Completes or fails each job separately, so that a failing job does not fail the others of its batch. */
async function settle<J extends Fetched>(
  { log }: Pick<RunningServices, 'log'>,
  name: string,
  one: J,
  work: (one: J) => Promise<unknown>,
): Promise<JobResult> {
  try {
    await work(one);
    return { id: one.id, status: 'completed' };
  } catch (problem) {
    log.error({ err: problem, queue: name, job: one.id, attempt: one.retryCount + 1 }, 'a job failed');
    return { id: one.id, status: 'failed', output: { message: problem instanceof Error ? problem.message : String(problem) } };
  }
}
