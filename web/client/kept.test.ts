import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetOver, keptKey, takenKey } from './kept.ts';

const forgotten = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('./forget-taken.ts', () => ({ forgetTaken: forgotten }));

let kept: Map<string, string>;
const dropped: string[] = [];
beforeEach(() => {
  kept = new Map([[keptKey, 'en 1,2']]);
  dropped.length = 0;
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, removeItem: (key: string) => kept.delete(key) });
  vi.stubGlobal('caches', { keys: async () => ['kept-1'], delete: async (name: string) => dropped.push(name) });
});
afterEach(() => vi.unstubAllGlobals());

test('homes kept for somebody go once the server says that nobody is signed in any more', async () => {
  await forgetOver(async () => null);
  expect([[...kept], dropped]).toEqual([[], ['kept-1']]);
});

test('without a network, or while somebody is in, they stay', async () => {
  await forgetOver(async () => undefined);
  await forgetOver(async () => ({ id: 1 }));
  expect([kept.size, dropped]).toEqual([1, []]);
});

test('a device that keeps nothing asks nobody', async () => {
  kept.clear();
  const ask = vi.fn();
  await forgetOver(ask);
  expect(ask).not.toHaveBeenCalled();
});

test('an inspection that was taken along goes too, and only then its forms are looked for', async () => {
  await forgetOver(async () => null);
  expect(forgotten).not.toHaveBeenCalled();
  kept = new Map([[takenKey, 'yes']]);
  await forgetOver(async () => null);
  expect([[...kept], dropped, forgotten.mock.calls.length]).toEqual([[], ['kept-1', 'kept-1'], 1]);
});
