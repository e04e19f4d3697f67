import { electricityTypes, furnishingKinds, waterSources } from '#contract/catalogue/kinds.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { listingHiddenReasons } from './hidden-reasons.ts';
import { type ListingReadinessKey, listingClosingReasons } from './kinds.ts';
import { listingMachine } from './machine.ts';
import { listingQualityTips } from './quality.ts';
import { buyerRateKinds } from './rates.ts';

export const listingStatusLabels = labels('listing_status', listingMachine.states);
export const listingClosingReasonLabels = labels('listing_closed', listingClosingReasons);
export const listingMovedTexts = labels('said_listing', listingMachine.states);
export const listingReadinessTexts: LabelMap<Exclude<ListingReadinessKey, 'pictures'>> = labels('listing_ready', [
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
]);
export const furnishingKindLabels = labels('listing_furnished', furnishingKinds);
export const waterSourceLabels = labels('listing_water', waterSources);
export const electricityTypeLabels = labels('listing_power', electricityTypes);
export const listingQualityTipTexts = labels('listing_tip', listingQualityTips);
export const buyerRateLabels = labels('listing_rates', buyerRateKinds);
/** Reasons why a listing is not publicly visible. */
export const listingHiddenReasonLabels = labels('listing_hidden', listingHiddenReasons);
