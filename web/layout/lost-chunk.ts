import { session } from '#contract/constants.ts';
import { clock } from '#contract/time/clock.ts';

const key = 'makao-reloaded-at';

/** A new build replaces chunks under open pages: fetch the new page, but never in a loop. */
export function reloadOnLostChunk(win: Window = window): void {
  win.addEventListener('vite:preloadError', (event) => {
    if (mayReload(win.sessionStorage, clock.ms())) {
      event.preventDefault();
      win.location.reload();
    }
  });
}

/** At most one reload in ten seconds, across the reload itself. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  const last = Number(storage.getItem(key) ?? 0);
  if (now - last < session.reloadGuardMs) return false;
  storage.setItem(key, String(now));
  return true;
}
