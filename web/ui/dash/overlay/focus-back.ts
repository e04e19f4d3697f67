import { useEffect, useRef } from 'react';

/** What was pressed: a menu is gone by the time it matters, its button stays. */
function pressed(): HTMLElement | null {
  // A dialog drawn on the server was opened by nobody.
  if (typeof document === 'undefined') return null;
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (menu ? document.getElementById(menu) : null) ?? (active instanceof HTMLElement ? active : null);
}

/**
 * Gives the focus back to what opened a dialog. Mantine does so for dialogs that close; ours are mostly taken away while open, which it does not
 * notice, and a keyboard would start again at the top of the page. Where what was pressed is gone too, the page itself is next.
 */
export function useFocusBack(opened: boolean): void {
  const before = useRef<HTMLElement | null>(null);
  const was = useRef(false);
  // While it is drawn: what was pressed may be gone from the page in the same breath.
  if (opened && !was.current) before.current = pressed();
  was.current = opened;
  useEffect(() => {
    if (!opened) return;
    return () => {
      const from = before.current;
      // After whoever else moves it: a page that was gone to, or another dialog, has it then.
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        (from?.isConnected ? from : document.getElementById('main'))?.focus({ preventScroll: true });
      }, 20);
    };
  }, [opened]);
}
