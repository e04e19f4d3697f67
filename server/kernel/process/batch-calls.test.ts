import { expect, test } from 'vitest';
import { batchCalls } from './batch-calls.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

test('batching: requests that arrive during a batch form the next batch, and each request gets its own result', async () => {
  const rounds: number[][] = [];
  const double = batchCalls(async (all: readonly number[]) => {
    rounds.push([...all]);
    await tick();
    return all.map((n) => n * 2);
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(rounds).toEqual([[1], [2, 3, 4], [5]]);
  expect(await double(6)).toBe(12);
});

test('batching: a failing request does not fail the other requests of its batch', async () => {
  const work = batchCalls(async (all: readonly number[]) => {
    await tick();
    if (all.includes(3)) throw new Error('three');
    return all;
  });
  const ends = await Promise.allSettled([1, 2, 3, 4].map(work));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await work(5)).toBe(5);
});

test('batching: requests are not retried one by one when the database is unreachable', async () => {
  let rounds = 0;
  const work = batchCalls(async (): Promise<number[]> => {
    rounds++;
    await tick();
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  });
  const ends = await Promise.allSettled([1, 2, 3, 4].map(work));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(rounds).toBe(2);
});
