import { furnishingKinds, powerTypes, waterSources } from '#contract/catalogue/kinds.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { hiddenReasons } from './hidden-reasons.ts';
import { closingReasons, type ReadinessKey } from './kinds.ts';
import { listingMachine } from './machine.ts';
import { qualityTips } from './quality.ts';
import { rateKinds } from './rates.ts';

export const statusLabels = labels('listing_status', listingMachine.states);
export const closingNames = labels('listing_closed', closingReasons);
export const listingMovedTexts = labels('said_listing', listingMachine.states);
export const readinessTexts: LabelMap<Exclude<ReadinessKey, 'pictures'>> = labels('listing_ready', [
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
export const furnishedNames = labels('listing_furnished', furnishingKinds);
export const waterNames = labels('listing_water', waterSources);
export const powerNames = labels('listing_power', powerTypes);
export const qualityTipTexts = labels('listing_tip', qualityTips);
export const rateNames = labels('listing_rates', rateKinds);
/** Reasons why a listing is not publicly visible. */
export const hiddenNames = labels('listing_hidden', hiddenReasons);
