import { listingChargeName } from '#contract/listing/charge-name.ts';
import { getLocale } from '#words/locale.js';

/** The name of a usual charge in the reader's language; any other name as it was typed. */
export const chargeText = (label: string): string => listingChargeName(label, getLocale());
