import { translateListingChargeName } from '#contract/listing/charge-name.ts';
import { getLocale } from '#words/locale.js';

/** The name of a usual charge in the reader's language; any other name as it was typed. */
export const getChargeName = (label: string): string => translateListingChargeName(label, getLocale());
