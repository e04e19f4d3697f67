import { type AmenityGroup, maxCountedUses, type TaxonKind } from '#contract/taxonomy/kinds.ts';
import { amenityGroupLabels } from '#contract/taxonomy/labels.ts';
import type { Taxon } from '#contract/taxonomy/shapes.ts';
import { m } from '#words/messages.js';

export const getAmenityGroupName = (group: string): string => (group in amenityGroupLabels ? amenityGroupLabels[group as AmenityGroup]() : '');

type KindWords = { title: () => string; add: () => string; count: (given: { count: number }) => string; help: () => string };
export const taxonKindTexts: Readonly<Record<TaxonKind, KindWords>> = {
  amenity: {
    title: m.screens_taxonomy_amenities,
    add: m.taxonomy_new_amenity,
    count: m.taxonomy_count_amenity,
    help: m.taxonomy_help_amenity,
  },
  property_type: {
    title: m.screens_taxonomy_property_types,
    add: m.taxonomy_new_property_type,
    count: m.taxonomy_count_property_type,
    help: m.taxonomy_help_property_type,
  },
  property_category: {
    title: m.screens_taxonomy_categories,
    add: m.taxonomy_new_property_category,
    count: m.taxonomy_count_property_category,
    help: m.taxonomy_help_property_category,
  },
  unit_type: {
    title: m.screens_taxonomy_unit_types,
    add: m.taxonomy_new_unit_type,
    count: m.taxonomy_count_unit_type,
    help: m.taxonomy_help_unit_type,
  },
};

/** "12 properties and 40 units"; null if unused. */
export function formatTaxonUse({ properties, units, types }: Taxon['used'], capped = false): string | null {
  const over = (n: number) => capped && n > maxCountedUses;
  const parts = [
    properties > 0 &&
      (over(properties) ? m.taxonomy_used_more({ what: m.taxonomy_properties() }) : m.taxonomy_used_properties({ count: properties })),
    units > 0 && (over(units) ? m.taxonomy_used_more({ what: m.taxonomy_units() }) : m.taxonomy_used_units({ count: units })),
    types > 0 && m.taxonomy_used_types({ count: types }),
  ].filter((part) => part !== false);
  const [first, second] = parts;
  if (!first) return null;
  return second ? m.taxonomy_and({ first, second }) : first;
}
