import { useEffect } from 'react';

/**
 * Keeps --scrollbar on <html> as wide as the page's scrollbar. While an overlay is open there is none to measure, and the last
 * width is what must be made up for.
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
