import { allRows, makeTableScope, notDeleted, seenWith, type TableScopes, workedWith } from '#server/kernel/scope.ts';

export const listingScopes: TableScopes = {
  /** Rates are public in every sale's cost breakdown. Only superadmins can see their author. */
  buyer_rate: makeTableScope(allRows),
  listing: workedWith('property', 'property_id', notDeleted),
  listing_price: seenWith('listing', 'listing_id'),
  listing_day: seenWith('listing', 'listing_id'),
  listing_view: seenWith('listing', 'listing_id'),
};
