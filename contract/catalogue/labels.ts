import { labels } from '#contract/kernel/labels.ts';
import { listingTypes, paymentFrequencies } from './kinds.ts';
import { termLevels, termNames } from './terms.ts';

/** The source of an inherited term, shown below its field. */
export const termLevelLabels = labels('unit_from', termLevels);
export const termLabels = labels('unit', termNames);
export const paymentFrequencyLabels = labels('listing_period', paymentFrequencies);
/** Listing types in dashboards; the portal names them by the visitor's intent (contract/search/names.ts). */
export const listingTypeLabels = labels('listing_type', listingTypes);
