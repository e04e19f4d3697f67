import { useEffect, useRef } from 'react';

/** The pressed element: for a menu item it is the menu's button, because the menu itself is closed later. */
function pressed(): HTMLElement | null {
  // A dialog rendered on the server was opened by no element.
  if (typeof document === 'undefined') return null;
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (menu ? document.getElementById(menu) : null) ?? (active instanceof HTMLElement ? active : null);
}

/**
 * Returns the focus to the element that opened a dialog. Mantine does so for dialogs that close; dialogs here are mostly removed while open, which it
 * does not notice, and a keyboard user would start again at the top of the page. If that element was removed too, the page itself gets the focus.
 */
export function useReturnFocus(opened: boolean): void {
  const before = useRef<HTMLElement | null>(null);
  const was = useRef(false);
  // Reads the pressed element during rendering, because the element may be removed from the page in the same update.
  if (opened && !was.current) before.current = pressed();
  was.current = opened;
  useEffect(() => {
    if (!opened) return;
    return () => {
      const from = before.current;
      // Runs after other code that moves the focus, such as a new page or another dialog.
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return;
        (from?.isConnected ? from : document.getElementById('main'))?.focus({ preventScroll: true });
      }, 20);
    };
  }, [opened]);
}
