import { type RefObject, useEffect, useRef, useState } from 'react';
import { useApp } from '#web/layout/app.tsx';

type Engine = typeof import('./engine.ts');
export type LoadedMap = { readonly map: InstanceType<Engine['MapLibre']>; readonly engine: Engine };
export type MapLoadState = 'waiting' | 'ready' | 'failed';

/** Loads the map's code when its container is almost in view, and opens it there. */
export function useMap(
  place: RefObject<HTMLElement | null>,
  start: { readonly center: readonly [number, number]; readonly zoom: number; readonly calm?: boolean },
): { open: LoadedMap | null; state: MapLoadState } {
  const { mapStyleUrl } = useApp();
  const [open, setOpen] = useState<LoadedMap | null>(null);
  const [failed, setFailed] = useState(false);
  const first = useRef(start);
  useEffect(() => {
    const container = place.current;
    if (!container) return undefined;
    let closed = false;
    let close = () => {};
    const begin = async () => {
      try {
        const engine = await import('./engine.ts');
        if (closed) return;
        const made = await engine.openMap({ container, styleUrl: mapStyleUrl, ...first.current });
        close = made.close;
        if (closed) return close();
        setOpen({ map: made.map, engine });
      } catch {
        // Without WebGL or a connection the list and the number fields still work.
        if (!closed) setFailed(true);
      }
    };
    const near = new IntersectionObserver(
      (seen) => {
        if (!seen.some((s) => s.isIntersecting)) return;
        near.disconnect();
        void begin();
      },
      { rootMargin: '200px' },
    );
    near.observe(container);
    return () => {
      closed = true;
      near.disconnect();
      close();
      setOpen(null);
    };
  }, [place, mapStyleUrl]);
  return { open, state: failed ? 'failed' : open ? 'ready' : 'waiting' };
}

/** Adds an overlay to the map. If the base map is changing, the overlay is added afterwards. */
export function addOverlay({ map }: LoadedMap, work: () => void): void {
  if (map.getStyle()) work();
  else void map.once('style.load', work);
}
