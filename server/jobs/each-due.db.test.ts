import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { promised } from '#test/jobs.ts';
import { eachDue } from './each-due.ts';
import { emit } from './queue.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});

test('one that fails takes back its own work alone; the rest is done, and the job says which it was', async () => {
  const { db } = house.database;
  const run = eachDue(db, [{ id: 1 }, { id: 2 }, { id: 3 }], async (tx, { id }) => {
    await emit(tx, 'policy.changed', { policyId: id, slug: String(id) }, `due-${id}`);
    if (id === 2) await sql`select 1 / 0`.execute(tx);
  });
  await expect(run).rejects.toThrow('1 of 3 failed: record 2: division by zero');
  expect((await promised(house, 'policy.changed')).map(({ policyId }) => policyId)).toEqual([1, 3]);
  expect(await eachDue(db, [], () => Promise.reject(new Error('asked for nothing')))).toBe(0);
});
