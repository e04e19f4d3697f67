import { all, kept, type Scopes, scopeOf, seenWith, workedWith } from '#server/kernel/scope.ts';

export const listingScopes: Scopes = {
  /** Rates are no secret: every bill of a sale shows them. Who wrote them is asked for by superadmins only. */
  buyer_rate: scopeOf(all),
  listing: workedWith('property', 'property_id', kept),
  listing_price: seenWith('listing', 'listing_id'),
  listing_day: seenWith('listing', 'listing_id'),
  listing_view: seenWith('listing', 'listing_id'),
};
