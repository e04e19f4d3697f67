import { useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * For a drawer about one record that may be gone by what was done in it (deleted, merged into another). The address takes a moment to
 * change, and a write makes everything shown be read again: what has just gone must not be asked for in between.
 */
export function useLeaving(close: () => void): { left: boolean; leave: () => void } {
  const [left, setLeft] = useState(false);
  const leave = () => {
    flushSync(() => setLeft(true));
    close();
  };
  return { left, leave };
}
