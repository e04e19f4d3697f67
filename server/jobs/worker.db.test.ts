import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JobWithMetadata } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openHouse } from '#server/house.ts';
import { handlersOf } from '#server/rooms.ts';
import type { House } from '#test/db.ts';
import { freshHouse, urlOf } from '#test/db.ts';
import { bossOf, drain, told } from '#test/jobs.ts';
import { somebody } from '#test/world.ts';
import { bury } from './dead.ts';
import { emit, type Handlers } from './queue.ts';
import type { Job } from './scheduler.ts';
import { startWorker, type Worker } from './worker.ts';

let house: House;
let workers: Worker[] = [];
const db = () => house.database.db;
beforeEach(async () => {
  house = await freshHouse();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});
async function work(handlers: Partial<Handlers>, jobs: readonly Job[] = [], at: House = house, mendMs?: number): Promise<void> {
  workers.push(await startWorker(at, urlOf(house), { handlers: { ...handlersOf(at), ...handlers }, jobs }, mendMs));
}
const change = (n: number) => ({ policyId: n, slug: String(n) });
const states = async () =>
  (
    await sql<{ state: string; n: number }>`select state, count(*)::int as n from job.job where name <> 'dead' group by state order by state`.execute(
      db(),
    )
  ).rows;

describe('workers', () => {
  test('two nodes and two workers on one database: each job is done once, whoever promised it', async () => {
    const other = openHouse(house.env, urlOf(house), house.log);
    const seen: number[] = [];
    const handlers = { 'policy.changed': async ({ policyId }: { policyId: number }) => void seen.push(policyId) };
    for (let n = 0; n < 20; n++) await emit(db(), 'policy.changed', change(n));
    await work(handlers);
    await work(handlers, [], other);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => emit(n % 2 ? db() : other.database.db, 'policy.changed', change(20 + n), `both:${n >> 1}`)),
    );
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(40);
    await expect.poll(states).toEqual([{ state: 'completed', n: 40 }]);
    expect(new Set(seen).size).toBe(40);
    await other.database.close();
  });

  test('what waits together is done together; where that fails each is done by itself, and a bad one alone is tried again', async () => {
    const [together, alone]: [number[][], number[]] = [[], []];
    for (let n = 0; n < 6; n++) await emit(db(), 'policy.changed', change(n));
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
    workers.push(await startWorker(house, urlOf(house), { handlers: { ...handlersOf(house), 'policy.changed': one }, many, jobs: [] }));
    await expect.poll(states).toEqual([
      { state: 'retry', n: 1 },
      { state: 'completed', n: 5 },
    ]);
    // Two fetch at a time, so it may be two batches: those of the bad one's were done by themselves, and no others.
    expect(together.length).toBeLessThan(3);
    expect(together.flat().toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(alone.toSorted()).toEqual(together.find((batch) => batch.includes(4))?.toSorted());
  });

  test('a schedule that was lost is planted again, at the next start and while a worker runs', async () => {
    const job: Job = { name: 'a.reminder', everyMinutes: 60, run: async () => undefined };
    const planted = async () => (await sql<{ cron: string }>`select cron from job.schedule where name = ${job.name}`.execute(db())).rows.length;
    const lose = () => sql`delete from job.schedule where name = ${job.name}`.execute(db());
    await work({}, [job]);
    await lose();
    await work({}, [job], house, 200);
    expect(await planted()).toBe(1);
    await lose();
    await expect.poll(planted, { timeout: 10_000 }).toBe(1);
  });

  test('a slow job keeps nobody waiting', async () => {
    const seen: number[] = [];
    const gate = Promise.withResolvers<void>();
    await work({
      'policy.changed': async ({ policyId }) => {
        if (policyId === 0) await gate.promise;
        seen.push(policyId);
      },
    });
    for (let n = 0; n < 12; n++) await emit(db(), 'policy.changed', change(n));
    await expect.poll(() => seen.length).toBe(11);
    gate.resolve();
    await expect.poll(() => seen.length).toBe(12);
  });

  test('a job whose worker fell silent is done by another', async () => {
    await emit(db(), 'policy.changed', change(1));
    await sql`update job.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'`.execute(
      db(),
    );
    expect(await drain(house)).toEqual([]);
    await (await bossOf(house)).supervise('policy.changed');
    await sql`update job.job set start_after = now()`.execute(db());
    expect(await drain(house)).toEqual(['policy.changed']);
  });
});

describe('a job that failed for good', () => {
  test('is kept with its reason, and superadmins are told once an hour', async () => {
    const boss = await somebody(house, 'superadmin');
    await somebody(house, 'admin');
    for (const n of [1, 2]) await emit(db(), 'policy.changed', change(n));
    await sql`update job.job set retry_limit = 0`.execute(db());
    await work({ 'policy.changed': () => Promise.reject(new Error('the well is dry')) });
    const dead = () =>
      db().selectFrom('dead_job').select(['queue', 'scheduled', 'problem', 'attempts', 'payload', 'settled_at']).orderBy('id').execute();
    await expect.poll(async () => (await dead()).length).toBe(2);
    expect(await dead()).toMatchObject(
      [1, 2].map(() => ({ queue: 'policy.changed', scheduled: false, problem: 'the well is dry', settled_at: null })),
    );
    const alarms = (await told(house)).filter(({ event }) => event === 'jobs.dead');
    expect(alarms).toMatchObject([{ to: { personId: boss.id }, params: { queue: 'policy.changed', problem: 'the well is dry' } }]);
  });

  test('a scheduled one has one open entry however often it fails, and none once it runs again', async () => {
    const job: Job = { name: 'test.minute', everyMinutes: 1, run: async () => undefined };
    const died = { name: 'dead', data: null, createdOn: new Date(), sourceName: job.name, sourceOutput: { message: 'oops' }, sourceRetryCount: 2 };
    const dies = () => bury(db(), { ...died, id: randomUUID(), sourceId: randomUUID() } as unknown as JobWithMetadata, [job]);
    const entries = () => db().selectFrom('dead_job').select(['times', 'problem', 'attempts', 'settled_as']).orderBy('id').execute();
    for (let twice = 0; twice < 2; twice++) await dies();
    expect(await entries()).toEqual([{ times: 2, problem: 'oops', attempts: 3, settled_as: null }]);
    await emit(db(), job.name as 'policy.changed', change(0));
    await work({}, [job]);
    await expect.poll(entries).toMatchObject([{ settled_as: 'recovered' }]);
    await dies();
    expect(await entries()).toMatchObject([{ settled_as: 'recovered' }, { times: 1, settled_as: null }]);
  });
});

test('everything a worker knows is done by the helper of the tests too', async () => {
  await emit(db(), 'vocabulary.changed', { kind: 'location' });
  expect(await drain(house)).toEqual(['vocabulary.changed']);
});
