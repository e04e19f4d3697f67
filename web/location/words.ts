import type { LandmarkKind, LocationKind } from '#contract/catalogue/kinds.ts';
import type { AdminPlace, FoundPlace } from '#contract/location/calls.ts';
import { m } from '#words/messages.js';

export const kindNames: Readonly<Record<LocationKind, () => string>> = {
  country: m.location_kind_country,
  county: m.location_kind_county,
  sub_county: m.location_kind_sub_county,
  ward: m.location_kind_ward,
  estate: m.location_kind_estate,
  landmark: m.location_kind_landmark,
};

export const landmarkNames: Readonly<Record<LandmarkKind, () => string>> = {
  road: m.location_landmark_road,
  stage: m.location_landmark_stage,
  campus: m.location_landmark_campus,
  mall: m.location_landmark_mall,
  hospital: m.location_landmark_hospital,
  area: m.location_landmark_area,
};

/** "Dagoretti North, Nairobi": the nearest first, as an address is said; the country goes without saying. */
export const pathText = (path: FoundPlace['path']): string =>
  path
    .filter((up) => up.kind !== 'country')
    .map((up) => up.name)
    .reverse()
    .join(', ');

/** "Road" says more than "Landmark". */
export const kindName = ({ kind, landmark }: Pick<AdminPlace, 'kind' | 'landmark'>): string =>
  landmark ? landmarkNames[landmark]() : kindNames[kind]();
