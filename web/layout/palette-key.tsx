import { lazy, Suspense, useEffect, useState } from 'react';

const Palette = lazy(async () => (await import('./load-palette.ts')).loadCommandPalette());
const openEvent = 'makao:palette';

/** Opens the command palette from anywhere. */
export const openCommandPalette = () => window.dispatchEvent(new Event(openEvent));

/** Ctrl K (or ⌘ K) on every page; the palette's code is loaded at its first use. */
export function CommandPaletteKey() {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const open = () => {
      setWanted(true);
      setOpened(true);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener(openEvent, open);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(openEvent, open);
    };
  }, []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Palette opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
