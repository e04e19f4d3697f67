import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { beforeAll, describe, expect, test } from 'vitest';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { drain, promised } from '#test/jobs.ts';
import { emit } from './queue.ts';
import { optionsOf, schema } from './queues.ts';

let house: House;
const db = () => house.database.db;
beforeAll(async () => {
  house = await freshHouse();
});
const forget = () => sql`delete from job.job`.execute(db());
const change = (n: number) => ({ policyId: n, slug: String(n) });

describe('promising', () => {
  test('what is promised in a transaction that fails is not promised', async () => {
    const failing = db()
      .transaction()
      .execute(async (tx) => {
        await emit(tx, 'policy.changed', change(1), 'gone');
        throw new Error('no');
      });
    await expect(failing).rejects.toThrow('no');
    expect(await promised(house, 'policy.changed')).toEqual([]);
    await emit(db(), 'policy.changed', change(1), 'gone');
    expect(await promised(house, 'policy.changed')).toEqual([change(1)]);
  });

  test('one key is one effect for good, also when the job is long swept; of fifteen at once one wins', async () => {
    await forget();
    await Promise.all(Array.from({ length: 15 }, () => emit(db(), 'policy.changed', change(2), 'the-key')));
    expect(await promised(house, 'policy.changed')).toEqual([change(2)]);
    await forget();
    await emit(db(), 'policy.changed', change(2), 'the-key');
    expect(await promised(house, 'policy.changed')).toEqual([]);
    await emit(db(), 'vocabulary.changed', { kind: 'x' }, 'the-key');
    expect(await promised(house, 'vocabulary.changed')).toHaveLength(1);
  });

  test('keeps its order within a transaction, and waits for its time', async () => {
    await forget();
    await db()
      .transaction()
      .execute(async (tx) => {
        for (let n = 0; n < 20; n++) await emit(tx, 'policy.changed', change(n));
        await emit(tx, 'policy.changed', change(99), null, { at: new Date(Date.now() + 3_600_000) });
      });
    const seen: unknown[] = [];
    await drain(house, async (_topic, payload) => seen.push(payload));
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => change(n)));
  });

  test('is what pg-boss itself would have written, column for column', async () => {
    await forget();
    const executeSql = (text: string, values: unknown[] = []) => house.database.pool.query(text, values);
    const boss = new PgBoss({ db: { executeSql }, schema, migrate: false, createSchema: false, supervise: false, schedule: false });
    await boss.start();
    await emit(db(), 'listing.closed', { listingId: 1, as: 'let' });
    const at = new Date(Date.now() + 60_000);
    await emit(db(), 'listing.closed', { listingId: 1, as: 'let' }, null, { at });
    await boss.send('listing.closed', { listingId: 1, as: 'let' });
    await boss.send('listing.closed', { listingId: 1, as: 'let' }, { startAfter: at });
    const made = await boss.getQueue('listing.closed');
    expect(made).toMatchObject(optionsOf('listing.closed'));
    const { rows } = await sql<{ job: object }>`
      select to_jsonb(j) - 'id' - 'created_on' - 'start_after' - 'keep_until' || jsonb_build_object('waits', start_after > now(), 'kept', keep_until - start_after) as job
      from job.job j where name = 'listing.closed' order by start_after > now(), created_on`.execute(db());
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual(rows[1]);
    expect(rows[2]).toEqual(rows[3]);
    await boss.stop();
  });
});

test('a job that fails is tried again later, and keeps nobody else from being done', async () => {
  await forget();
  await emit(db(), 'policy.changed', change(1));
  await emit(db(), 'policy.changed', change(2));
  const seen: unknown[] = [];
  let broken = true;
  const doing = async (_topic: string, payload: unknown) => {
    if (broken && (payload as { policyId: number }).policyId === 1) throw new Error('not now');
    seen.push(payload);
  };
  await drain(house, doing);
  expect(seen).toEqual([change(2)]);
  broken = false;
  expect(await drain(house, doing)).toEqual([]);
  await sql`update job.job set start_after = now()`.execute(db());
  await drain(house, doing);
  expect(seen).toEqual([change(2), change(1)]);
});
