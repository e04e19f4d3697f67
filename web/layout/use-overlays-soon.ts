import { useEffect } from 'react';
import { loadOverlays } from '#web/ui/dash/overlay/lazy-overlay.tsx';
import { loadWithoutPageReload } from './lost-chunk.ts';

const signs = ['pointerover', 'touchstart', 'keydown', 'focusin'] as const;

/** Loads dialogs and menus after the first input on the page, so that the first press opens a dialog or menu at once. */
export function usePreloadOverlays(): void {
  useEffect(() => {
    const stop = () => {
      for (const sign of signs) window.removeEventListener(sign, go);
    };
    const go = () => {
      stop();
      loadWithoutPageReload(loadOverlays()).catch(() => undefined);
    };
    for (const sign of signs) window.addEventListener(sign, go, { passive: true });
    return stop;
  }, []);
}
