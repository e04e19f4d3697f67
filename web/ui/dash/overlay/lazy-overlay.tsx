import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** All dialogs, drawers and menus are in one lazily loaded file. The file is as large as a page, and no page needs it for its first rendering. */
export const loadOverlays = () => import('./overlays.ts');
export type OverlayModule = Awaited<ReturnType<typeof loadOverlays>>;
type Opens = { readonly opened: boolean };

/** A dialog, drawer or menu that is loaded when it is first opened. */
export function makeLazyOverlay<P extends Opens>(pick: (all: OverlayModule) => ComponentType<P>): ComponentType<P> {
  const Part = lazy(async () => ({ default: pick(await loadOverlays()) })) as unknown as ComponentType<P>;
  /** The overlay opens after its file has loaded. An overlay that is rendered open does not fade in and does not return the focus when closed. */
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
