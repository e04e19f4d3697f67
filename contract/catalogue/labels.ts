import { labels } from '#contract/kernel/labels.ts';
import { listingTypes, paymentFrequencies } from './kinds.ts';
import { termLevels, termNames } from './terms.ts';

/** Where an inherited term stands, as a line below its field. */
export const levelNames = labels('unit_from', termLevels);
export const termLabels = labels('unit', termNames);
export const periodNames = labels('listing_period', paymentFrequencies);
/** What dashboards call the three kinds of a listing; the portal says what a stranger wants to do (contract/search/names.ts). */
export const typeNames = labels('listing_type', listingTypes);
