/** Constants of a listing for every layer, without Zod. */
export const listingClosingReasons = ['let', 'sold', 'withdrawn'] as const;
export type ListingClosingReason = (typeof listingClosingReasons)[number];

export const listingChargeFrequencies = ['once', 'monthly'] as const;

/** Conditions before a listing goes live, in the order to resolve them. */
export const listingReadinessKeys = [
  'pictures',
  'pin',
  'price',
  'verified',
  'not_stalled',
  'holder',
  'vacant',
  'only',
  'not_held',
  'genuine',
  'plan',
] as const;
export type ListingReadinessKey = (typeof listingReadinessKeys)[number];
/** A listing beyond the plan goes live but is hidden; a suspected duplicate picture sends it to review. All other conditions block publishing. */
export const nonBlockingListingReadinessKeys: readonly ListingReadinessKey[] = ['plan', 'genuine'];

export const minListingPictures = 3;
/** Days without a confirmation: after the first the contact is asked, after the second the listing is paused. */
export const listingConfirmationDays = { askAfter: 30, pauseAfter: 37 } as const;

export const listingAnalyticsDays = [30, 90, 365] as const;
/** The maximum number of listings created in one call. */
export const bulkListingLimit = 200;
