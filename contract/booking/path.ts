/** Where public pages send who applies or bids: spelled here, since the table of screens does not travel with them. A test holds them to the screens. */
export const applyPath = (listingId: number): string => `/dashboard/tenant/apply/${listingId}`;
export const bidPath = (listingId: number): string => `/dashboard/tenant/booking/bid/${listingId}`;
const wanted = { apply: applyPath, bid: bidPath } as const;

/** What somebody comes for who wants a home: they are a tenant, and the less stands before the form the better. */
export function comesTo(path: string): keyof typeof wanted | null {
  // A language in the address is no other page.
  const [page = ''] = path.split('?');
  const id = Number(/\/(\d+)$/.exec(page)?.[1] ?? Number.NaN);
  return (['apply', 'bid'] as const).find((what) => wanted[what](id) === page) ?? null;
}
