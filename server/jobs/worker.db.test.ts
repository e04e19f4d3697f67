import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JobWithMetadata } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildJobHandlers } from '#server/modules.ts';
import { openServices } from '#server/services.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices, getDatabaseUrl } from '#test/db.ts';
import { listSentNotifications, runQueuedJobs, startTestJobQueue } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';
import { moveToDeadLetter } from './dead-letter.ts';
import { enqueueJob, type JobHandlers, type JobTopic } from './queue.ts';
import type { ScheduledJob } from './scheduler.ts';
import { type JobWorker, startJobWorker } from './worker.ts';

let services: TestServices;
let workers: JobWorker[] = [];
const db = () => services.database.db;
beforeEach(async () => {
  services = await createTestServices();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});
async function work(handlers: Partial<JobHandlers>, jobs: readonly ScheduledJob[] = [], at: TestServices = services, mendMs?: number): Promise<void> {
  workers.push(await startJobWorker(at, getDatabaseUrl(services), { handlers: { ...buildJobHandlers(at), ...handlers }, jobs }, mendMs));
}
const change = (n: number) => ({ policyId: n, slug: String(n) });
const states = async () =>
  (
    await sql<{ state: string; n: number }>`select state, count(*)::int as n from job.job where name <> 'dead' group by state order by state`.execute(
      db(),
    )
  ).rows;

describe('job workers', () => {
  test('each job runs once on two nodes that share one database', async () => {
    const other = openServices(services.env, getDatabaseUrl(services), services.log);
    const seen: number[] = [];
    const handlers = { 'policy.changed': async ({ policyId }: { policyId: number }) => void seen.push(policyId) };
    for (let n = 0; n < 20; n++) await enqueueJob(db(), 'policy.changed', change(n));
    await work(handlers);
    await work(handlers, [], other);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => enqueueJob(n % 2 ? db() : other.database.db, 'policy.changed', change(20 + n), `both:${n >> 1}`)),
    );
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(40);
    await expect.poll(states).toEqual([{ state: 'completed', n: 40 }]);
    expect(new Set(seen).size).toBe(40);
    await other.database.close();
  });

  test('pending jobs run in a batch, and individually after a failure, so that only the failed job is retried', async () => {
    const [together, alone]: [number[][], number[]] = [[], []];
    for (let n = 0; n < 6; n++) await enqueueJob(db(), 'policy.changed', change(n));
    const one = async ({ policyId }: { policyId: number }) => {
      alone.push(policyId);
      if (policyId === 4) throw new Error('four');
    };
    const many = {
      'policy.changed': async (all: readonly { policyId: number }[]) => {
        together.push(all.map(({ policyId }) => policyId));
        if (all.some(({ policyId }) => policyId === 4)) throw new Error('four');
      },
    };
    workers.push(
      await startJobWorker(services, getDatabaseUrl(services), {
        handlers: { ...buildJobHandlers(services), 'policy.changed': one },
        many,
        jobs: [],
      }),
    );
    await expect.poll(states).toEqual([
      { state: 'retry', n: 1 },
      { state: 'completed', n: 5 },
    ]);
    // Two batches may be fetched at a time: only the batch with the bad job was run one by one.
    expect(together.length).toBeLessThan(3);
    expect(together.flat().toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(alone.toSorted()).toEqual(together.find((batch) => batch.includes(4))?.toSorted());
  });

  test('a deleted schedule is restored at the next start and while the workers run', async () => {
    const job: ScheduledJob = { name: 'a.reminder', everyMinutes: 60, run: async () => undefined };
    const seeded = async () => (await sql<{ cron: string }>`select cron from job.schedule where name = ${job.name}`.execute(db())).rows.length;
    const lose = () => sql`delete from job.schedule where name = ${job.name}`.execute(db());
    await work({}, [job]);
    await lose();
    await work({}, [job], services, 200);
    expect(await seeded()).toBe(1);
    await lose();
    await expect.poll(seeded, { timeout: 10_000 }).toBe(1);
  });

  test('a slow job does not block other jobs', async () => {
    const seen: number[] = [];
    const gate = Promise.withResolvers<void>();
    await work({
      'policy.changed': async ({ policyId }) => {
        if (policyId === 0) await gate.promise;
        seen.push(policyId);
      },
    });
    for (let n = 0; n < 12; n++) await enqueueJob(db(), 'policy.changed', change(n));
    await expect.poll(() => seen.length).toBe(11);
    gate.resolve();
    await expect.poll(() => seen.length).toBe(12);
  });

  test('the job of a worker that sends no heartbeat is reassigned to another worker', async () => {
    await enqueueJob(db(), 'policy.changed', change(1));
    await sql`update job.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'`.execute(
      db(),
    );
    expect(await runQueuedJobs(services)).toEqual([]);
    await (await startTestJobQueue(services)).supervise('policy.changed');
    await sql`update job.job set start_after = now()`.execute(db());
    expect(await runQueuedJobs(services)).toEqual(['policy.changed']);
  });
});

describe('job that failed permanently', () => {
  test('is recorded as a dead letter with its reason, and super admins are notified at most once an hour', async () => {
    const boss = await createPerson(services, 'superadmin');
    await createPerson(services, 'admin');
    for (const n of [1, 2]) await enqueueJob(db(), 'policy.changed', change(n));
    await sql`update job.job set retry_limit = 0`.execute(db());
    await work({ 'policy.changed': () => Promise.reject(new Error('the well is dry')) });
    const dead = () =>
      db().selectFrom('dead_job').select(['queue', 'scheduled', 'problem', 'attempts', 'payload', 'settled_at']).orderBy('id').execute();
    await expect.poll(async () => (await dead()).length).toBe(2);
    expect(await dead()).toMatchObject(
      [1, 2].map(() => ({ queue: 'policy.changed', scheduled: false, problem: 'the well is dry', settled_at: null })),
    );
    const alarms = (await listSentNotifications(services)).filter(({ event }) => event === 'jobs.dead');
    expect(alarms).toMatchObject([{ to: { personId: boss.id }, params: { queue: 'policy.changed', problem: 'the well is dry' } }]);
  });

  test('a scheduled job has at most one open dead letter, which is settled when the job succeeds', async () => {
    const job: ScheduledJob = { name: 'test.minute', everyMinutes: 1, run: async () => undefined };
    const died = { name: 'dead', data: null, createdOn: new Date(), sourceName: job.name, sourceOutput: { message: 'oops' }, sourceRetryCount: 2 };
    const dies = () => moveToDeadLetter(db(), { ...died, id: randomUUID(), sourceId: randomUUID() } as unknown as JobWithMetadata, [job]);
    const entries = () => db().selectFrom('dead_job').select(['times', 'problem', 'attempts', 'settled_as']).orderBy('id').execute();
    for (let twice = 0; twice < 2; twice++) await dies();
    expect(await entries()).toEqual([{ times: 2, problem: 'oops', attempts: 3, settled_as: null }]);
    await enqueueJob(db(), job.name as 'policy.changed', change(0));
    await work({}, [job]);
    await expect.poll(entries).toMatchObject([{ settled_as: 'recovered' }]);
    await dies();
    expect(await entries()).toMatchObject([{ settled_as: 'recovered' }, { times: 1, settled_as: null }]);
  });
});

describe('runQueuedJobs (test helper)', () => {
  test('runs a queued job and returns its topic', async () => {
    await enqueueJob(db(), 'vocabulary.changed', { kind: 'location' });
    expect(await runQueuedJobs(services)).toEqual(['vocabulary.changed']);
  });

  test('runs jobs of every topic that a worker handles', async () => {
    const topics = (Object.keys(buildJobHandlers(services)) as JobTopic[]).toSorted();
    expect(topics.length).toBeGreaterThan(10);
    for (const topic of topics) await enqueueJob(db(), topic, { about: topic } as never);
    const seen: unknown[] = [];
    const done = await runQueuedJobs(services, async (topic, payload) => void seen.push([topic, payload]));
    expect(done.toSorted()).toEqual(topics);
    expect(seen).toHaveLength(topics.length);
    expect(seen).toEqual(expect.arrayContaining(topics.map((topic) => [topic, { about: topic }])));
    expect(await states()).toEqual([{ state: 'completed', n: topics.length }]);
  });
});
