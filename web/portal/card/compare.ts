import { useSyncExternalStore } from 'react';
import { maxComparedListings } from '#contract/search/limits.ts';

/** Listings set aside for comparison, stored in this browser for visitors and signed-in people alike. */
const key = 'makao.compare';
const none: readonly number[] = [];
const listeners = new Set<() => void>();
let shown: readonly number[] = none;
let raw: string | null = null;

const kept = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage the choice lasts as long as the tab.
    return raw;
  }
};

export const parseComparedIds = (text: string | null): readonly number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, maxComparedListings);

function read(): readonly number[] {
  const now = kept();
  if (now !== raw) {
    raw = now;
    shown = parseComparedIds(now);
  }
  return shown;
}

function write(ids: readonly number[]): void {
  raw = ids.join(',');
  shown = ids;
  try {
    localStorage.setItem(key, raw);
  } catch {
    // Storage is blocked, so the list lasts as long as the page.
  }
  for (const tell of listeners) tell();
}

const listen = (tell: () => void) => {
  listeners.add(tell);
  // Another tab may change the list too.
  window.addEventListener('storage', tell);
  return () => {
    listeners.delete(tell);
    window.removeEventListener('storage', tell);
  };
};

export const useComparedIds = (): readonly number[] => useSyncExternalStore(listen, read, () => none);
export const clearComparedListings = () => write(none);
/** Adds or removes a listing; false if the list is full. */
export function toggleComparedListing(id: number): boolean {
  const now = read();
  if (now.includes(id)) write(now.filter((one) => one !== id));
  else if (now.length >= maxComparedListings) return false;
  else write([...now, id]);
  return true;
}
export const buildCompareAddress = (ids: readonly number[]): string =>
  ids.length > 0 ? `/property/compare?ids=${ids.join(',')}` : '/property/compare';
