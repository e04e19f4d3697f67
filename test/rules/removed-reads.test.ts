import { expect, test } from 'vitest';
import type { CallShape } from '#contract/kernel/call.ts';
import { callTable } from '#server/modules.ts';

const calls: CallShape[] = Object.values(callTable).flatMap((module) => Object.values(module));
const takers = calls.filter((call) => call.takes);

test('deleting calls: the reads declared as removed belong to the same module and take an id', () => {
  expect(takers.length).toBeGreaterThan(8);
  const moduleOf = (path: string) => path.split('/').slice(0, 4).join('/');
  const wrong = takers.flatMap(({ path, query, takes = [] }) => [
    ...(query?.shape.id ? [] : [`${path} is given no id`]),
    ...takes
      .filter((one) => !calls.some((read) => read.path === one && read.method === 'GET' && read.query?.shape.id) || moduleOf(one) !== moduleOf(path))
      .map((one) => `${path}: ${one} is no read by id`),
  ]);
  expect(wrong).toEqual([]);
});
