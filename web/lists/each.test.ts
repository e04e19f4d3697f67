import { expect, test } from 'vitest';
import { eachOf } from './each.ts';

const rows = [1, 2, 3].map((id) => ({ id, name: `row ${id}` }));
class Stop extends Error {}
const ways = (act: (row: { id: number }) => Promise<unknown>) => ({
  act,
  nameOf: (row: { name: string }) => row.name,
  says: (problem: unknown) => (problem as Error).message,
  stops: (problem: unknown) => problem instanceof Stop,
});

test('what keeps one row back is said of it, and the others are done', async () => {
  const done: number[] = [];
  const act = async ({ id }: { id: number }) => {
    if (id === 2) throw new Error('it is closed');
    done.push(id);
  };
  expect(await eachOf(rows, ways(act))).toEqual([
    { id: 1, name: 'row 1', problem: null },
    { id: 2, name: 'row 2', problem: 'it is closed' },
    { id: 3, name: 'row 3', problem: null },
  ]);
  expect(done).toEqual([1, 3]);
});

test('one at a time, and nothing after whoever acts stopped', async () => {
  let at = 0;
  let most = 0;
  const act = async ({ id }: { id: number }) => {
    at += 1;
    most = Math.max(most, at);
    await Promise.resolve();
    at -= 1;
    if (id === 2) throw new Stop();
  };
  expect((await eachOf(rows, ways(act))).map(({ id }) => id)).toEqual([1]);
  expect(most).toBe(1);
});
