import { screens } from '#contract/kernel/screen.ts';
import { m } from '#words/messages.js';
import type { TaxonKind } from './kinds.ts';

const keepers = ['admin', 'superadmin'] as const;
const view = 'taxonomy/list';

/** Four vocabularies share one view. `taxonKindByScreen` gives the vocabulary of a screen. */
export const taxonomyScreens = screens({
  categories: {
    title: m.screens_taxonomy_categories,
    at: 'properties/property_category',
    layouts: keepers,
    needs: ['property_categories', 'read'],
    view,
    menu: { group: 'platform', icon: 'Category', order: 20 },
  },
  propertyTypes: {
    title: m.screens_taxonomy_property_types,
    at: 'properties/property_types',
    layouts: keepers,
    needs: ['property_types', 'read'],
    view,
    menu: { group: 'platform', icon: 'Building', order: 21 },
  },
  unitTypes: {
    title: m.screens_taxonomy_unit_types,
    at: 'properties/unit_types',
    layouts: keepers,
    needs: ['unit_types', 'read'],
    view,
    menu: { group: 'platform', icon: 'Category', order: 22 },
  },
  amenities: {
    title: m.screens_taxonomy_amenities,
    at: 'properties/amenities',
    layouts: keepers,
    needs: ['amenities', 'read'],
    view,
    menu: { group: 'platform', icon: 'Droplet', order: 23 },
  },
});

export const taxonKindByScreen: Readonly<Record<string, TaxonKind>> = {
  'taxonomy.categories': 'property_category',
  'taxonomy.propertyTypes': 'property_type',
  'taxonomy.unitTypes': 'unit_type',
  'taxonomy.amenities': 'amenity',
};
