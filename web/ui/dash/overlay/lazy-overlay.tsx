import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** Everything that opens over a page, in one file: it weighs as much as a page, and no page is drawn with it. */
export const loadOverlays = () => import('./overlays.ts');
export type OverlayModule = Awaited<ReturnType<typeof loadOverlays>>;
type Opens = { readonly opened: boolean };

/** A part that opens, fetched when it is first wanted. */
export function lazyOverlay<P extends Opens>(pick: (all: OverlayModule) => ComponentType<P>): ComponentType<P> {
  const Part = lazy(async () => ({ default: pick(await loadOverlays()) })) as unknown as ComponentType<P>;
  /** Opens once it is there: what appears open at once neither fades in nor knows whom to give the focus back to. */
  function Shown({ at, given }: { at: boolean; given: P }) {
    const [there, setThere] = useState(at);
    useEffect(() => setThere(true), []);
    return <Part {...given} opened={there && given.opened} />;
  }
  return function Late(given: P) {
    const [at] = useState(given.opened);
    const [wanted, setWanted] = useState(at);
    if (given.opened && !wanted) setWanted(true);
    if (!wanted) return null;
    return (
      <Suspense fallback={null}>
        <Shown at={at} given={given} />
      </Suspense>
    );
  };
}
