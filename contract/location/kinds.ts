import type { LocationKind } from '#contract/catalogue/kinds.ts';

/** What lies directly under what. */
export const childOf: Readonly<Record<LocationKind, LocationKind | null>> = {
  country: 'county',
  county: 'sub_county',
  sub_county: 'ward',
  ward: 'estate',
  estate: null,
};

/** Countries and counties are the law's: their numbers are the regions people look after. Everything below is ours to arrange. */
export const arrangeable: readonly LocationKind[] = ['sub_county', 'ward', 'estate'];

/** Where a property may lie: whatever is smaller than a county. */
export const pickable: readonly LocationKind[] = ['sub_county', 'ward', 'estate'];
