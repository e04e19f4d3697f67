import type { FastifyInstance } from 'fastify';
import { type PluginTransformQueryArgs, type PluginTransformResultArgs, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { makeApp } from '#server/app.ts';
import { metricsRegistry } from '#server/http/metrics.ts';
import { registerQueueMetrics } from '#server/http/queue-state.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { jobsExamples } from '#test/examples/examples-jobs.ts';
import { listJobPayloads } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';
import { enqueueJob } from './queue.ts';
import { createScheduledQueue, deadLetterQueue, scheduledQueueOptions } from './queues.ts';

let services: TestServices;
let app: FastifyInstance;
let token: string;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  token = await signInForApiToken(app, await createPerson(services, 'superadmin'));
});
afterAll(() => app.close());
const post = (url: string, body: object) => sendRequest(app, url, { method: 'POST', body, token });
const dead = async () => (await jobsExamples['jobs.runAgain']?.(services))?.id as number;

test('job queues: a super admin sees the pending jobs, failures and next run of each queue', async () => {
  await enqueueJob(services.database.db, 'policy.changed', { policyId: 1, slug: 'x' });
  await dead();
  const { json, text } = await sendRequest(app, '/api/v2/jobs/queues/?page=1&page_size=50', { token });
  expect(text).toContain('results');
  const found = (name: string) => json.results.find((one: { name: string }) => one.name === name);
  expect(found('policy.changed')).toMatchObject({ cron: null, waiting: 1, dead: 1, next_run: null });
  expect(found('audit.chain')).toMatchObject({ cron: '* * * * *', waiting: 0, last_run: null, next_run: expect.any(String), dry_run: false });
  expect(found('notification.send_due')).toMatchObject({ dry_run: true });
  expect((await sendRequest(app, '/api/v2/jobs/dry_run/?name=notification.send_due', { token })).json).toEqual({
    name: 'notification.send_due',
    records: 0,
  });
});

test('failed job: can be queued once more with its payload, or dismissed, and both actions are logged', async () => {
  const before = (await listJobPayloads(services, 'policy.changed')).length;
  const [again, away] = [await dead(), await dead()];
  const [first, second] = await Promise.all([post('/api/v2/jobs/run_again/', { id: again }), post('/api/v2/jobs/run_again/', { id: again })]);
  expect([first.status, second.status].sort()).toEqual([200, 404]);
  expect((await post('/api/v2/jobs/dismiss/', { id: away })).status).toBe(200);
  expect((await listJobPayloads(services, 'policy.changed')).slice(before)).toEqual([{ policyId: 1, slug: 'x' }]);
  const { json } = await sendRequest(app, '/api/v2/jobs/dead/?page=1&page_size=50', { token });
  expect(json.results.map((one: { id: number }) => one.id)).not.toContain(again);
  expect(json.results.map((one: { id: number }) => one.id)).not.toContain(away);
});

test("run now: queues a scheduled job only once until it has run, even if the job's queue does not exist yet", async () => {
  const run = async () => (await post('/api/v2/jobs/run/', { name: 'throttle.sweep' })).json;
  expect([await run(), await run()]).toEqual([
    { name: 'throttle.sweep', queued: true },
    { name: 'throttle.sweep', queued: false },
  ]);
  const { rows } = await sql`select policy, retry_limit, dead_letter from job.queue where name = 'throttle.sweep'`.execute(services.database.db);
  expect(rows).toEqual([{ policy: scheduledQueueOptions.policy, retry_limit: scheduledQueueOptions.retryLimit, dead_letter: deadLetterQueue }]);
  expect((await post('/api/v2/jobs/run/', { name: 'policy.changed' })).status).toBe(404);
});

test('run now: a rollback removes the queue that was created for the job', async () => {
  const { db } = services.database;
  const made = db.transaction().execute(async (tx) => {
    await createScheduledQueue(tx, 'test.never_seen');
    throw new Error('refused');
  });
  await expect(made).rejects.toThrow('refused');
  expect((await sql`select 1 from job.queue where name = 'test.never_seen'`.execute(db)).rows).toEqual([]);
});

test('job queues: only super admins have access', async () => {
  const admin = await signInForApiToken(app, await createPerson(services, 'admin'));
  for (const url of ['queues', 'dead']) expect((await sendRequest(app, `/api/v2/jobs/${url}/`, { token: admin })).status).toBe(403);
});

test('health: /readyz and /metrics report a blocked queue while the process continues to answer requests', async () => {
  const ready = async () => (await sendRequest(app, '/readyz')).json;
  await sql`delete from job.job`.execute(services.database.db);
  expect(await ready()).toEqual({ ok: true });
  await enqueueJob(services.database.db, 'policy.changed', { policyId: 1, slug: 'x' });
  await sql`update job.job set start_after = start_after - interval '11 minutes'`.execute(services.database.db);
  expect(await ready()).toEqual({ ok: true, jobs: 'The job queue is stalled' });
  // A delayed job is neither pending nor late.
  await enqueueJob(services.database.db, 'policy.changed', { policyId: 2, slug: 'y' }, null, { at: new Date(clock.ms() + dayMs) });
  const { text } = await sendRequest(app, '/metrics');
  expect(text).toMatch(/makao_jobs_late_seconds 6\d\d/);
  expect(text).toMatch(/makao_jobs_waiting 1/);
  await sql`delete from job.job where start_after < job.job_now()`.execute(services.database.db);
  expect(await ready()).toEqual({ ok: true });
});

test('metrics: reads the queue with a single query', async () => {
  let asked = 0;
  const counting = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => {
      asked++;
      return node;
    },
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
  registerQueueMetrics(services.database.db.withPlugin(counting));
  expect(await metricsRegistry.metrics()).toMatch(/makao_jobs_waiting 0/);
  expect(asked).toBe(1);
});
