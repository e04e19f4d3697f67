/**
 * The addresses to which public pages send applicants and bidders. They are written here, because public pages do not load the table of screens; a
 * test compares them with the screens.
 */
export const buildApplicationPath = (listingId: number): string => `/dashboard/tenant/apply/${listingId}`;
export const buildBidPath = (listingId: number): string => `/dashboard/tenant/booking/bid/${listingId}`;
const wanted = { apply: buildApplicationPath, bid: buildBidPath } as const;

/** The user type of a person who comes to apply for a home: a tenant. Joining must ask as little as possible before the form. */
export function findUserTypeForPath(path: string): keyof typeof wanted | null {
  // A language prefix does not change the page.
  const [page = ''] = path.split('?');
  const id = Number(/\/(\d+)$/.exec(page)?.[1] ?? Number.NaN);
  return (['apply', 'bid'] as const).find((what) => wanted[what](id) === page) ?? null;
}
