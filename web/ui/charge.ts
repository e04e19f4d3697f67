import { chargeName } from '#contract/listing/charge-name.ts';
import { getLocale } from '#words/locale.js';

/** What a charge is called in the reader's language, where it is a usual one; else as it was typed. */
export const chargeText = (label: string): string => chargeName(label, getLocale());
