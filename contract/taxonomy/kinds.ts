import type { PermissionDocument } from '#contract/access/documents.ts';
import { type TaxonKind, taxonKinds } from '#contract/catalogue/kinds.ts';

/** The permission document of each vocabulary; also its name in API addresses. */
export const documentByTaxonKind = {
  amenity: 'amenities',
  property_type: 'property_types',
  property_category: 'property_categories',
  unit_type: 'unit_types',
} as const satisfies Record<TaxonKind, PermissionDocument>;

export { type TaxonKind, taxonKinds };

/** Groups of amenities; lists are sorted by group. */
export const amenityGroups = ['water', 'power', 'net', 'security', 'parking', 'building', 'home', 'near'] as const;
export type AmenityGroup = (typeof amenityGroups)[number];

export const amenityTargets = ['property', 'unit', 'both'] as const;
export type AmenityTarget = (typeof amenityTargets)[number];

/** Bits in the search mask (server/search): the maximum number of searchable amenities. */
export const maxSearchableAmenities = 62;

/** Usage counts in lists stop here and show "1,000+". */
export const maxCountedUses = 1000;
