import { useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * For a drawer about one record that its action may remove (deletion, merge). The address changes with a delay, and a write refetches all visible
 * data, so the removed record must not be requested in between.
 */
export function useDeferredDrawerClose(close: () => void): { left: boolean; leave: () => void } {
  const [left, setLeft] = useState(false);
  const leave = () => {
    flushSync(() => setLeft(true));
    close();
  };
  return { left, leave };
}
