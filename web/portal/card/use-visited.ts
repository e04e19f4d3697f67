import { useEffect } from 'react';
import { cameByFeatured } from './featured-click.ts';

/** Tells the listing room that a page of an offer was opened: after it is drawn, and however soon the visitor leaves. */
export function useVisited(listingId: number | null): void {
  useEffect(() => {
    if (listingId === null) return;
    const timer = setTimeout(() => {
      const body = new Blob([JSON.stringify(cameByFeatured(listingId) ? { id: listingId, featured: true } : { id: listingId })], {
        type: 'application/json',
      });
      navigator.sendBeacon('/api/v2/listing/seen/', body);
    }, 1000);
    return () => clearTimeout(timer);
  }, [listingId]);
}
