import { useEffect, useSyncExternalStore } from 'react';
import { sendBare } from '#web/client/bare.ts';
import { forgetKept } from '#web/client/kept.ts';
import { wished } from './wished.ts';

/** Which offers the person saved: read once a visit, shared by every heart on the page. */
let saved: ReadonlySet<number> | null = null;
let asked = false;
const listeners = new Set<() => void>();
const set = (ids: ReadonlySet<number>) => {
  saved = ids;
  for (const tell of listeners) tell();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useHearts(active: boolean): ReadonlySet<number> | null {
  useEffect(() => {
    if (!active || asked) return;
    asked = true;
    sendBare<{ ids: number[] }>('GET', '/api/v2/finding/favourite_ids/').then(
      ({ ids }) => {
        set(new Set(ids));
        // It is no longer offered, or the list is full: the heart that turns back says so.
        if (wished) void import('./wish.ts').then((it) => it.grantHome(wished ?? '', new Set(ids), toggleHeart)).catch(() => undefined);
        keepLater();
      },
      () => {
        asked = false;
      },
    );
  }, [active]);
  return useSyncExternalStore(
    subscribe,
    () => saved,
    () => null,
  );
}

/** The homes can be read without a network from then on; whoever never saved one fetches nothing for it. */
function keepLater(changed = false): void {
  const ids = [...(saved ?? [])];
  // What an earlier person left on this device is not theirs to read.
  if (!changed && ids.length === 0) return void forgetKept();
  if (import.meta.env.PROD) setTimeout(() => void import('./keep.ts').then(({ keepHomes }) => keepHomes(ids)).catch(() => undefined), 2000);
}

/** The heart turns at once and turns back if the server refuses. */
export async function toggleHeart(id: number): Promise<void> {
  const before = saved ?? new Set<number>();
  const on = !before.has(id);
  const after = new Set(before);
  if (on) after.add(id);
  else after.delete(id);
  set(after);
  try {
    if (on) await sendBare('POST', '/api/v2/finding/favourite_add/', { listing_id: id });
    else await sendBare('DELETE', `/api/v2/finding/favourite_remove/?id=${id}`);
    keepLater(true);
  } catch (problem) {
    set(before);
    throw problem;
  }
}
