import { useEffect } from 'react';
import { wasFeaturedClick } from './featured-click.ts';

/** Reports to the listing module that a page was opened: after rendering, and even if the visitor leaves at once. */
export function useReportVisit(listingId: number | null): void {
  useEffect(() => {
    if (listingId === null) return;
    const timer = setTimeout(() => {
      const body = new Blob([JSON.stringify(wasFeaturedClick(listingId) ? { id: listingId, featured: true } : { id: listingId })], {
        type: 'application/json',
      });
      navigator.sendBeacon('/api/v2/listing/seen/', body);
    }, 1000);
    return () => clearTimeout(timer);
  }, [listingId]);
}
