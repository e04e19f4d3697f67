import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { listJobPayloads, runQueuedJobs } from '#test/jobs.ts';
import { enqueueJob } from './queue.ts';
import { getQueueOptions, jobSchema } from './queues.ts';

let services: TestServices;
const db = () => services.database.db;
beforeAll(async () => {
  services = await createTestServices();
});
const forget = () => sql`delete from job.job`.execute(db());
const change = (n: number) => ({ policyId: n, slug: String(n) });

describe('job queue: enqueueing', () => {
  test('a rolled-back transaction enqueues nothing', async () => {
    const failing = db()
      .transaction()
      .execute(async (tx) => {
        await enqueueJob(tx, 'policy.changed', change(1), 'gone');
        throw new Error('no');
      });
    await expect(failing).rejects.toThrow('no');
    expect(await listJobPayloads(services, 'policy.changed')).toEqual([]);
    await enqueueJob(db(), 'policy.changed', change(1), 'gone');
    expect(await listJobPayloads(services, 'policy.changed')).toEqual([change(1)]);
  });

  test('an idempotency key enqueues one job per topic, even if used concurrently or after the job was deleted', async () => {
    await forget();
    await Promise.all(Array.from({ length: 15 }, () => enqueueJob(db(), 'policy.changed', change(2), 'the-key')));
    expect(await listJobPayloads(services, 'policy.changed')).toEqual([change(2)]);
    await forget();
    await enqueueJob(db(), 'policy.changed', change(2), 'the-key');
    expect(await listJobPayloads(services, 'policy.changed')).toEqual([]);
    await enqueueJob(db(), 'vocabulary.changed', { kind: 'x' }, 'the-key');
    expect(await listJobPayloads(services, 'vocabulary.changed')).toHaveLength(1);
  });

  test('jobs of one transaction run in order, and a delayed job does not run early', async () => {
    await forget();
    await db()
      .transaction()
      .execute(async (tx) => {
        for (let n = 0; n < 20; n++) await enqueueJob(tx, 'policy.changed', change(n));
        await enqueueJob(tx, 'policy.changed', change(99), null, { at: new Date(Date.now() + 3_600_000) });
      });
    const seen: unknown[] = [];
    await runQueuedJobs(services, async (_topic, payload) => seen.push(payload));
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => change(n)));
  });

  test('enqueued jobs have the same columns as jobs that pg-boss enqueues', async () => {
    await forget();
    const executeSql = (text: string, values: unknown[] = []) => services.database.pool.query(text, values);
    const boss = new PgBoss({ db: { executeSql }, schema: jobSchema, migrate: false, createSchema: false, supervise: false, schedule: false });
    await boss.start();
    await enqueueJob(db(), 'listing.closed', { listingId: 1, as: 'let' });
    const at = new Date(Date.now() + 60_000);
    await enqueueJob(db(), 'listing.closed', { listingId: 1, as: 'let' }, null, { at });
    await boss.send('listing.closed', { listingId: 1, as: 'let' });
    await boss.send('listing.closed', { listingId: 1, as: 'let' }, { startAfter: at });
    const made = await boss.getQueue('listing.closed');
    expect(made).toMatchObject(getQueueOptions('listing.closed'));
    const { rows } = await sql<{ job: object }>`
      select to_jsonb(j) - 'id' - 'created_on' - 'start_after' - 'keep_until' || jsonb_build_object('waits', start_after > now(), 'kept', keep_until - start_after) as job
      from job.job j where name = 'listing.closed' order by start_after > now(), created_on`.execute(db());
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual(rows[1]);
    expect(rows[2]).toEqual(rows[3]);
    await boss.stop();
  });
});

test('job queue: a failing job is retried later and does not delay other jobs', async () => {
  await forget();
  await enqueueJob(db(), 'policy.changed', change(1));
  await enqueueJob(db(), 'policy.changed', change(2));
  const seen: unknown[] = [];
  let broken = true;
  const doing = async (_topic: string, payload: unknown) => {
    if (broken && (payload as { policyId: number }).policyId === 1) throw new Error('not now');
    seen.push(payload);
  };
  await runQueuedJobs(services, doing);
  expect(seen).toEqual([change(2)]);
  broken = false;
  expect(await runQueuedJobs(services, doing)).toEqual([]);
  await sql`update job.job set start_after = now()`.execute(db());
  await runQueuedJobs(services, doing);
  expect(seen).toEqual([change(2), change(1)]);
});
