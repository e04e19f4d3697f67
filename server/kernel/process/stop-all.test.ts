import { expect, test } from 'vitest';
import { stopAll } from './stop-all.ts';

test('shutdown: a component that hangs or fails does not prevent the other components from stopping', async () => {
  const stopped: string[] = [];
  const said: string[] = [];
  const parts = [
    async () => stopped.push('first'),
    () => new Promise(() => undefined),
    () => Promise.reject(new Error('broken')),
    async () => stopped.push('PostgreSQL'),
  ];
  expect(await stopAll(parts, (line) => said.push(line), { all: 1, each: 1 })).toBe(false);
  expect(stopped).toEqual(['first', 'PostgreSQL']);
  expect(said).toEqual(['Error during shutdown: a part did not stop in time.', 'Error during shutdown: Error: broken']);
});
