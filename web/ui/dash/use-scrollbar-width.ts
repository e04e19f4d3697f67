import { useEffect } from 'react';

/**
 * Keeps --scrollbar on <html> equal to the width of the page's scrollbar. An open overlay hides the scrollbar, so the last measured width stays in
 * use as the compensating margin.
 */
export const useScrollbarWidth = () =>
  useEffect(() => {
    const root = document.documentElement;
    const measure = () => {
      if (getComputedStyle(root).overflowY === 'hidden') return;
      root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(root);
    return () => watch.disconnect();
  }, []);
