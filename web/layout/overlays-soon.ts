import { useEffect } from 'react';
import { overlays } from '#web/ui/dash/overlay/late.tsx';
import { spareReload } from './lost-chunk.ts';

const signs = ['pointerover', 'touchstart', 'keydown', 'focusin'] as const;

/** Dialogs and menus are on their way as soon as somebody touches the page, so that the first press opens them at once. */
export function useOverlaysSoon(): void {
  useEffect(() => {
    const stop = () => {
      for (const sign of signs) window.removeEventListener(sign, go);
    };
    const go = () => {
      stop();
      spareReload(overlays()).catch(() => undefined);
    };
    for (const sign of signs) window.addEventListener(sign, go, { passive: true });
    return stop;
  }, []);
}
