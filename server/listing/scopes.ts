import { kept, type Scopes, seenWith, workedWith } from '#server/kernel/scope.ts';

export const listingScopes: Scopes = {
  listing: workedWith('property', 'property_id', kept),
  listing_price: seenWith('listing', 'listing_id'),
  listing_day: seenWith('listing', 'listing_id'),
  listing_view: seenWith('listing', 'listing_id'),
};
