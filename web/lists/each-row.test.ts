import { expect, test } from 'vitest';
import { countSucceededRows, getUnprocessedRowIds, runActionForRows } from './each-row.ts';

const rows = [1, 2, 3].map((id) => ({ id, name: `row ${id}` }));
class Stop extends Error {}
const ways = (act: (row: { id: number }) => Promise<unknown>) => ({
  act,
  nameOf: (row: { name: string }) => row.name,
  says: (problem: unknown) => (problem as Error).message,
  stops: (problem: unknown) => problem instanceof Stop,
});

test('bulk action: reports a row that cannot be changed with the reason, and changes the other rows', async () => {
  const done: number[] = [];
  const act = async ({ id }: { id: number }) => {
    if (id === 2) throw new Error('it is closed');
    done.push(id);
  };
  expect(await runActionForRows(rows, ways(act))).toEqual([
    { id: 1, name: 'row 1', problem: null, tried: true },
    { id: 2, name: 'row 2', problem: 'it is closed', tried: true },
    { id: 3, name: 'row 3', problem: null, tried: true },
  ]);
  expect(done).toEqual([1, 3]);
});

test('bulk action: runs one row at a time and processes no further row after a stop', async () => {
  let at = 0;
  let most = 0;
  const tried: number[] = [];
  const act = async ({ id }: { id: number }) => {
    tried.push(id);
    at += 1;
    most = Math.max(most, at);
    await Promise.resolve();
    at -= 1;
    if (id === 2) throw new Stop();
  };
  await runActionForRows(rows, ways(act));
  expect(tried).toEqual([1, 2]);
  expect(most).toBe(1);
});

test('bulk action: reports the rows after a stop as not processed, and these rows stay selected', async () => {
  const twenty = Array.from({ length: 20 }, (_, n) => ({ id: n + 1, name: `row ${n + 1}` }));
  const act = async ({ id }: { id: number }) => {
    if (id === 3) throw new Error('it is closed');
    if (id === 6) throw new Stop();
  };
  const all = await runActionForRows(twenty, ways(act));
  expect(all.map(({ id }) => id)).toEqual(twenty.map(({ id }) => id));
  expect(countSucceededRows(all)).toBe(4);
  expect([...getUnprocessedRowIds(all)]).toEqual(twenty.slice(5).map(({ id }) => String(id)));
  expect(all[2]).toEqual({ id: 3, name: 'row 3', problem: 'it is closed', tried: true });
  expect(all[5]).toEqual({ id: 6, name: 'row 6', problem: null, tried: false });
});

test('bulk action: a skipped row shows the reason, and no request is sent for a skipped row', async () => {
  const sent: number[] = [];
  const act = async ({ id }: { id: number }) => sent.push(id);
  const all = await runActionForRows(rows, { ...ways(act), keeps: ({ id }) => (id === 2 ? 'one by one' : null) });
  expect(sent).toEqual([1, 3]);
  expect(all.map(({ problem }) => problem)).toEqual([null, 'one by one', null]);
  expect(countSucceededRows(all)).toBe(2);
});
