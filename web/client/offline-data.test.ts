import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearOfflineDataAfterSignOut, offlineHomesKey, offlineInspectionsKey } from './offline-data.ts';

const forgotten = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('./clear-offline-inspections.ts', () => ({ clearOfflineInspections: forgotten }));

let kept: Map<string, string>;
const dropped: string[] = [];
beforeEach(() => {
  kept = new Map([[offlineHomesKey, 'en 1,2']]);
  dropped.length = 0;
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, removeItem: (key: string) => kept.delete(key) });
  vi.stubGlobal('caches', { keys: async () => ['kept-1'], delete: async (name: string) => dropped.push(name) });
});
afterEach(() => vi.unstubAllGlobals());

test('offline saved homes: are removed from the device when the server reports that no person is signed in', async () => {
  await clearOfflineDataAfterSignOut(async () => null);
  expect([[...kept], dropped]).toEqual([[], ['kept-1']]);
});

test('offline saved homes: remain on the device without a network and while a person is signed in', async () => {
  await clearOfflineDataAfterSignOut(async () => undefined);
  await clearOfflineDataAfterSignOut(async () => ({ id: 1 }));
  expect([kept.size, dropped]).toEqual([1, []]);
});

test('offline saved homes: no request is sent from a device without saved homes', async () => {
  kept.clear();
  const ask = vi.fn();
  await clearOfflineDataAfterSignOut(ask);
  expect(ask).not.toHaveBeenCalled();
});

test('sign-out: deletes inspection forms only if an inspection was saved for offline use', async () => {
  await clearOfflineDataAfterSignOut(async () => null);
  expect(forgotten).not.toHaveBeenCalled();
  kept = new Map([[offlineInspectionsKey, 'yes']]);
  await clearOfflineDataAfterSignOut(async () => null);
  expect([[...kept], dropped, forgotten.mock.calls.length]).toEqual([[], ['kept-1', 'kept-1'], 1]);
});
