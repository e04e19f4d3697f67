import type { FastifyInstance } from 'fastify';
import { type PluginTransformQueryArgs, type PluginTransformResultArgs, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { makeApp } from '#server/app.ts';
import { registry } from '#server/http/metrics.ts';
import { watchQueue } from '#server/http/queue-state.ts';
import { send, tokenFor } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { jobsExamples } from '#test/examples/examples-jobs.ts';
import { promised } from '#test/jobs.ts';
import { somebody } from '#test/world.ts';
import { emit } from './queue.ts';
import { deadQueue, prepareScheduled, scheduled } from './queues.ts';

let house: House;
let app: FastifyInstance;
let token: string;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
  token = await tokenFor(app, await somebody(house, 'superadmin'));
});
afterAll(() => app.close());
const post = (url: string, body: object) => send(app, url, { method: 'POST', body, token });
const dead = async () => (await jobsExamples['jobs.runAgain']?.(house))?.id as number;

test('a superadmin sees every queue: how much waits, what failed, when it runs next', async () => {
  await emit(house.database.db, 'policy.changed', { policyId: 1, slug: 'x' });
  await dead();
  const { json, text } = await send(app, '/api/v2/jobs/queues/?page=1&page_size=50', { token });
  expect(text).toContain('results');
  const found = (name: string) => json.results.find((one: { name: string }) => one.name === name);
  expect(found('policy.changed')).toMatchObject({ cron: null, waiting: 1, dead: 1, next_run: null });
  expect(found('audit.chain')).toMatchObject({ cron: '* * * * *', waiting: 0, last_run: null, next_run: expect.any(String), dry_run: false });
  expect(found('notification.send_due')).toMatchObject({ dry_run: true });
  expect((await send(app, '/api/v2/jobs/dry_run/?name=notification.send_due', { token })).json).toEqual({
    name: 'notification.send_due',
    records: 0,
  });
});

test('what failed for good runs again once, with what it carried; or is put away; both are logged', async () => {
  const before = (await promised(house, 'policy.changed')).length;
  const [again, away] = [await dead(), await dead()];
  const [first, second] = await Promise.all([post('/api/v2/jobs/run_again/', { id: again }), post('/api/v2/jobs/run_again/', { id: again })]);
  expect([first.status, second.status].sort()).toEqual([200, 404]);
  expect((await post('/api/v2/jobs/dismiss/', { id: away })).status).toBe(200);
  expect((await promised(house, 'policy.changed')).slice(before)).toEqual([{ policyId: 1, slug: 'x' }]);
  const { json } = await send(app, '/api/v2/jobs/dead/?page=1&page_size=50', { token });
  expect(json.results.map((one: { id: number }) => one.id)).not.toContain(again);
  expect(json.results.map((one: { id: number }) => one.id)).not.toContain(away);
});

test('run now queues a scheduled job, once until it has run, also before any worker has seen its queue', async () => {
  const run = async () => (await post('/api/v2/jobs/run/', { name: 'throttle.sweep' })).json;
  expect([await run(), await run()]).toEqual([
    { name: 'throttle.sweep', queued: true },
    { name: 'throttle.sweep', queued: false },
  ]);
  const { rows } = await sql`select policy, retry_limit, dead_letter from job.queue where name = 'throttle.sweep'`.execute(house.database.db);
  expect(rows).toEqual([{ policy: scheduled.policy, retry_limit: scheduled.retryLimit, dead_letter: deadQueue }]);
  expect((await post('/api/v2/jobs/run/', { name: 'policy.changed' })).status).toBe(404);
});

test('the queue of a job no worker has seen is made in the transaction of whoever asks, and goes with it', async () => {
  const { db } = house.database;
  const made = db.transaction().execute(async (tx) => {
    await prepareScheduled(tx, 'test.never_seen');
    throw new Error('refused');
  });
  await expect(made).rejects.toThrow('refused');
  expect((await sql`select 1 from job.queue where name = 'test.never_seen'`.execute(db)).rows).toEqual([]);
});

test('nobody else has a hand on it', async () => {
  const admin = await tokenFor(app, await somebody(house, 'admin'));
  for (const url of ['queues', 'dead']) expect((await send(app, `/api/v2/jobs/${url}/`, { token: admin })).status).toBe(403);
});

test('a queue that stands still shows in /readyz and /metrics, and the node serves on', async () => {
  const ready = async () => (await send(app, '/readyz')).json;
  await sql`delete from job.job`.execute(house.database.db);
  expect(await ready()).toEqual({ ok: true });
  await emit(house.database.db, 'policy.changed', { policyId: 1, slug: 'x' });
  await sql`update job.job set start_after = start_after - interval '11 minutes'`.execute(house.database.db);
  expect(await ready()).toEqual({ ok: true, jobs: 'The queue stands still' });
  // What is put off until later neither waits nor is late.
  await emit(house.database.db, 'policy.changed', { policyId: 2, slug: 'y' }, null, { at: new Date(clock.ms() + dayMs) });
  const { text } = await send(app, '/metrics');
  expect(text).toMatch(/makao_jobs_late_seconds 6\d\d/);
  expect(text).toMatch(/makao_jobs_waiting 1/);
  await sql`delete from job.job where start_after < job.job_now()`.execute(house.database.db);
  expect(await ready()).toEqual({ ok: true });
});

test('/metrics asks the queue once for all it says of it', async () => {
  let asked = 0;
  const counting = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => (asked++, node),
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  };
  watchQueue(house.database.db.withPlugin(counting));
  expect(await registry.metrics()).toMatch(/makao_jobs_waiting 0/);
  expect(asked).toBe(1);
});
