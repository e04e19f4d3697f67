import { m } from '#words/messages.js';

/** Search texts that public pages need in the browser; the others are in criteria.ts. */
export const listingTypeSearchLabels = { rent: m.portal_rent, lease: m.portal_lease, buy: m.portal_buy } as const;
export type ListingTypeKey = keyof typeof listingTypeSearchLabels;
export const formatBedrooms = (value: string): string =>
  value === '0' ? m.portal_beds_none() : value === '5' ? m.portal_beds_five() : m.portal_beds({ count: Number(value) });
