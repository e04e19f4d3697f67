import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Reported once a visit: scrolling or going back does not count again. */
const told = new Set<number>();

/** Reports featured cards that came into view, batched in one message; without scripts none are counted. */
export function useReportShownCards(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other cards
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return;
    let fresh: number[] = [];
    const send = () => {
      if (fresh.length === 0) return;
      navigator.sendBeacon('/api/v2/featured/shown/', new Blob([JSON.stringify({ ids: fresh.slice(0, 24) })], { type: 'application/json' }));
      fresh = [];
    };
    const sight = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          const id = Number((target as HTMLElement).dataset.featured);
          if (!isIntersecting || !id || told.has(id)) continue;
          told.add(id);
          fresh.push(id);
        }
      },
      { threshold: 0.5 },
    );
    // Cards arrive with the list, so they are searched once the page is rendered.
    const timer = setTimeout(() => {
      for (const card of document.querySelectorAll('a[data-featured]')) sight.observe(card);
    }, 500);
    const every = setInterval(send, 2000);
    document.addEventListener('visibilitychange', send);
    return () => {
      clearTimeout(timer);
      clearInterval(every);
      document.removeEventListener('visibilitychange', send);
      sight.disconnect();
      send();
    };
  }, [key]);
}
