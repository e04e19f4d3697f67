import { furnishingKinds, powerTypes, waterSources } from '#contract/catalogue/kinds.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { hiddenReasons } from './hidden-reasons.ts';
import { type ListingReadinessKey, listingClosingReasons } from './kinds.ts';
import { listingMachine } from './machine.ts';
import { qualityTips } from './quality.ts';
import { buyerRateKinds } from './rates.ts';

export const listingStatusLabels = labels('listing_status', listingMachine.states);
export const closingReasonNames = labels('listing_closed', listingClosingReasons);
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
export const furnishingKindNames = labels('listing_furnished', furnishingKinds);
export const waterSourceNames = labels('listing_water', waterSources);
export const powerTypeNames = labels('listing_power', powerTypes);
export const listingQualityTipTexts = labels('listing_tip', qualityTips);
export const buyerRateNames = labels('listing_rates', buyerRateKinds);
/** Reasons why a listing is not publicly visible. */
export const hiddenReasonNames = labels('listing_hidden', hiddenReasons);
