import { expect, test } from 'vitest';
import { makeWorkQueue } from './work-queue.ts';

test('work queue: limits running and pending tasks, refuses tasks over the limit, and runs tasks in order after a failure', async () => {
  const queue = makeWorkQueue({ atOnce: 2, waiting: 2 });
  const begun: number[] = [];
  const ends: { resolve: () => void; reject: (problem: Error) => void }[] = [];
  const work = (n: number) =>
    queue.run(() => {
      begun.push(n);
      return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
    });
  const all = [1, 2, 3, 4].map((n) => work(n).catch(() => undefined));
  await expect(work(5)).rejects.toMatchObject({ failure: 'away', extra: { retry_after: 5 } });
  expect([begun, queue.load()]).toEqual([[1, 2], { running: 2, waiting: 2 }]);
  ends[0]?.reject(new Error('broke'));
  await all[0];
  expect([begun, queue.load()]).toEqual([[1, 2, 3], { running: 2, waiting: 1 }]);
  ends[1]?.resolve();
  await all[1];
  for (const end of ends) end.resolve();
  await all[2];
  ends.at(-1)?.resolve();
  await Promise.all(all);
  expect(queue.load()).toEqual({ running: 0, waiting: 0 });
});
