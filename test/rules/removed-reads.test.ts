import { expect, test } from 'vitest';
import type { CallShape } from '#contract/kernel/call.ts';
import { callTable } from '#server/modules.ts';

const calls: CallShape[] = Object.values(callTable).flatMap((module) => Object.values(module));
const takers = calls.filter((call) => call.takes);

test('deletions: every read that a deletion declares as removed belongs to the module of the deletion and takes an id', () => {
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
