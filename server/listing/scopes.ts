import { allRows, editableWith, makeTableScope, notDeleted, type TableScopes, visibleWith } from '#server/kernel/scope.ts';

export const listingScopes: TableScopes = {
  /** Rates are public in every sale's cost breakdown. Only superadmins can see their author. */
  buyer_rate: makeTableScope(allRows),
  listing: editableWith('property', 'property_id', notDeleted),
  listing_price: visibleWith('listing', 'listing_id'),
  listing_day: visibleWith('listing', 'listing_id'),
  listing_view: visibleWith('listing', 'listing_id'),
};
