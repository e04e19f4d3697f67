import { useEffect } from 'react';

/** Tells the listing room that a page of an offer was opened: after it is drawn, and however soon the visitor leaves. */
export function useSeen(listingId: number | null): void {
  useEffect(() => {
    if (listingId === null) return;
    const timer = setTimeout(() => {
      const body = new Blob([JSON.stringify({ id: listingId })], { type: 'application/json' });
      navigator.sendBeacon('/api/v2/listing/seen/', body);
    }, 1000);
    return () => clearTimeout(timer);
  }, [listingId]);
}
