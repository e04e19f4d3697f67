import { m } from '#words/messages.js';
import type { ListingType } from './kinds.ts';
import { listingTypeOf } from './kinds.ts';

/** What dashboards call the three kinds of a listing; the portal says what a stranger wants to do (contract/search/names.ts). */
export const typeNames: Readonly<Record<ListingType, () => string>> = {
  rent: m.listing_type_rent,
  lease: m.listing_type_lease,
  buy: m.listing_type_buy,
};
export const typeName = (type: number): string => typeNames[listingTypeOf(type)]();
