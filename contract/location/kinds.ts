import type { LandmarkKind, LocationKind } from '#contract/catalogue/kinds.ts';

/** The kind of direct children of each kind. */
export const childLocationKind: Readonly<Record<LocationKind, LocationKind | null>> = {
  country: 'county',
  county: 'sub_county',
  sub_county: 'ward',
  ward: 'estate',
  estate: null,
  landmark: null,
};

/** The kind of the parent of each kind. Landmarks belong to a county beside its sub-counties. */
export const parentLocationKind: Readonly<Record<LocationKind, LocationKind | null>> = {
  country: null,
  county: 'country',
  sub_county: 'county',
  ward: 'sub_county',
  estate: 'ward',
  landmark: 'county',
};

/** The default reach of a landmark in kilometres. */
export const defaultLandmarkReachKm: Readonly<Record<LandmarkKind, number>> = { road: 0.8, stage: 1, campus: 2, mall: 1.5, hospital: 1.5, area: 3 };
export const landmarkReachLimits = { least: 0.1, most: 30, points: 60 } as const;

/** Countries and counties are fixed by law and used as regions. Everything below can be edited. */
export const editableLocationKinds: readonly LocationKind[] = ['sub_county', 'ward', 'estate', 'landmark'];

/** Kinds a property can be in: everything smaller than a county. */
export const propertyLocationKinds: readonly LocationKind[] = ['sub_county', 'ward', 'estate'];
