import type { LandmarkKind, LocationKind } from '#contract/catalogue/kinds.ts';

/** What lies directly under what. */
export const childOf: Readonly<Record<LocationKind, LocationKind | null>> = {
  country: 'county',
  county: 'sub_county',
  sub_county: 'ward',
  ward: 'estate',
  estate: null,
  landmark: null,
};

/** What a place lies directly in. Landmarks lie in a county beside its sub-counties. */
export const parentOf: Readonly<Record<LocationKind, LocationKind | null>> = {
  country: null,
  county: 'country',
  sub_county: 'county',
  ward: 'sub_county',
  estate: 'ward',
  landmark: 'county',
};

/** How far around it a landmark is meant to reach unless its keepers say otherwise, in kilometres. */
export const usualReach: Readonly<Record<LandmarkKind, number>> = { road: 0.8, stage: 1, campus: 2, mall: 1.5, hospital: 1.5, area: 3 };
export const reachLimits = { least: 0.1, most: 30, points: 60 } as const;

/** Countries and counties are the law's: their numbers are the regions people look after. Everything below is ours to arrange. */
export const arrangeable: readonly LocationKind[] = ['sub_county', 'ward', 'estate', 'landmark'];

/** Where a property may lie: whatever is smaller than a county. */
export const pickable: readonly LocationKind[] = ['sub_county', 'ward', 'estate'];
