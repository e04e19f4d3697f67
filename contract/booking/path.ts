/** Where public pages send who applies: spelled here, since the table of screens does not travel with them. A test holds it to the screen. */
export const applyPath = (listingId: number): string => `/dashboard/tenant/apply/${listingId}`;
