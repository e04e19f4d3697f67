import { useEffect, useSyncExternalStore } from 'react';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { clearOfflineData } from '#web/client/offline-data.ts';
import { requestedIntent } from './requested-wish.ts';

/** The person's saved listings: loaded once a visit, shared by every button on the page. */
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

export function useFavourites(active: boolean): ReadonlySet<number> | null {
  useEffect(() => {
    if (!active || asked) return;
    asked = true;
    sendCallByPath<{ ids: number[] }>('GET', '/api/v2/finding/favourite_ids/').then(
      ({ ids }) => {
        set(new Set(ids));
        // The home is no longer listed, or the list of saved homes is full: the button changes back and a message is shown.
        if (requestedIntent)
          void import('./wish.ts')
            .then((it) => it.saveIntendedFavourite(requestedIntent ?? '', new Set(ids), toggleFavourite))
            .catch(() => undefined);
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

/** The homes become readable offline; people without saved homes load nothing. */
function keepLater(changed = false): void {
  const ids = [...(saved ?? [])];
  // Data an earlier person left on this device must not be readable.
  if (!changed && ids.length === 0) return void clearOfflineData();
  if (import.meta.env.PROD)
    setTimeout(() => void import('./offline-homes.ts').then(({ saveHomesOffline: keepHomes }) => keepHomes(ids)).catch(() => undefined), 2000);
}

/** The button changes at once and back again if the server refuses. */
export async function toggleFavourite(id: number): Promise<void> {
  const before = saved ?? new Set<number>();
  const on = !before.has(id);
  const after = new Set(before);
  if (on) after.add(id);
  else after.delete(id);
  set(after);
  try {
    if (on) await sendCallByPath('POST', '/api/v2/finding/favourite_add/', { listing_id: id });
    else await sendCallByPath('DELETE', `/api/v2/finding/favourite_remove/?id=${id}`);
    keepLater(true);
  } catch (problem) {
    set(before);
    throw problem;
  }
}
