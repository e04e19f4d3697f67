/** Where public pages send who applies: spelled here, since the table of screens does not travel with them. A test holds it to the screen. */
export const applyPath = (listingId: number): string => `/dashboard/tenant/apply/${listingId}`;
/** Whether somebody comes to apply: they are a tenant, and the less stands before the form the better. */
export const isApplyPath = (path: string): boolean => /^\/dashboard\/tenant\/apply\/\d+$/.test(path);
