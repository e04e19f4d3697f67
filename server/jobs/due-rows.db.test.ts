import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { listJobPayloads } from '#test/jobs.ts';
import { processDueRows } from './due-rows.ts';
import { enqueueJob } from './queue.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

test('due rows: a failing row is rolled back without affecting the other rows, and the error names the failing row', async () => {
  const { db } = services.database;
  const run = processDueRows(db, [{ id: 1 }, { id: 2 }, { id: 3 }], async (tx, { id }) => {
    await enqueueJob(tx, 'policy.changed', { policyId: id, slug: String(id) }, `due-${id}`);
    if (id === 2) await sql`select 1 / 0`.execute(tx);
  });
  await expect(run).rejects.toThrow('1 of 3 failed: record 2: division by zero');
  expect((await listJobPayloads(services, 'policy.changed')).map(({ policyId }) => policyId)).toEqual([1, 3]);
  expect(await processDueRows(db, [], () => Promise.reject(new Error('asked for nothing')))).toBe(0);
});
