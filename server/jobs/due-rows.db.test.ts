import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { queuedJobs } from '#test/jobs.ts';
import { runEachDue } from './due-rows.ts';
import { enqueueJob } from './queue.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

test('due rows: a failing row is rolled back alone, the others are processed, and the error names the row', async () => {
  const { db } = services.database;
  const run = runEachDue(db, [{ id: 1 }, { id: 2 }, { id: 3 }], async (tx, { id }) => {
    await enqueueJob(tx, 'policy.changed', { policyId: id, slug: String(id) }, `due-${id}`);
    if (id === 2) await sql`select 1 / 0`.execute(tx);
  });
  await expect(run).rejects.toThrow('1 of 3 failed: record 2: division by zero');
  expect((await queuedJobs(services, 'policy.changed')).map(({ policyId }) => policyId)).toEqual([1, 3]);
  expect(await runEachDue(db, [], () => Promise.reject(new Error('asked for nothing')))).toBe(0);
});
