import { sessionTimes } from '#contract/constants.ts';
import { clock } from '#contract/time/clock.ts';

const key = 'makao-reloaded-at';
let spared = 0;

/** An optional part must not reload the page and lose the input: while it loads, a missing chunk reloads nothing. */
export async function loadWithoutPageReload<T>(fetching: Promise<T>): Promise<T> {
  spared += 1;
  try {
    return await fetching;
  } finally {
    spared -= 1;
  }
}

/** A new build replaces chunks under open pages: fetch the new page, but never in a loop. */
export function reloadOnLostChunk(win: Window = window): void {
  win.addEventListener('vite:preloadError', (event) => {
    if (spared > 0) return;
    if (claimPageReload(win.sessionStorage, clock.ms())) {
      event.preventDefault();
      win.location.reload();
    }
  });
}

/** Allows at most one reload in ten seconds, across the reload itself. */
export function claimPageReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(key) ?? 0);
  if (now - last < sessionTimes.reloadGuardMs) return false;
  storage.setItem(key, String(now));
  return true;
}
