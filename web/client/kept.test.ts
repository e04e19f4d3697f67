import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetOver, keptKey } from './kept.ts';

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
