import type { Document } from '#contract/access/documents.ts';
import { type TaxonKind, taxonKinds } from '#contract/catalogue/kinds.ts';

/** The permission document of each vocabulary; also its name in addresses of the API. */
export const documentOf = {
  amenity: 'amenities',
  property_type: 'property_types',
  property_category: 'property_categories',
  unit_type: 'unit_types',
} as const satisfies Record<TaxonKind, Document>;

export { type TaxonKind, taxonKinds };

/** What amenities are about; lists of them are read by group. */
export const amenityGroups = ['water', 'power', 'net', 'security', 'parking', 'building', 'home', 'near'] as const;
export type AmenityGroup = (typeof amenityGroups)[number];

export const appliesTo = ['property', 'unit', 'both'] as const;
export type AppliesTo = (typeof appliesTo)[number];

/** Places in the search mask (server/search): so many amenities can be searched by, and no more. */
export const searchBits = 62;

/** Counts of what uses a word stop here in lists; beyond it a list says "1,000+". */
export const usageCap = 1000;
