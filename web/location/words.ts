import type { AdminPlace, FoundPlace } from '#contract/location/calls.ts';
import { landmarkKindNames, locationKindNames } from '#contract/location/labels.ts';

/** "Dagoretti North, Nairobi": the nearest first, as in an address, without the country. */
export const placePathText = (path: FoundPlace['path']): string =>
  path
    .filter((up) => up.kind !== 'country')
    .map((up) => up.name)
    .reverse()
    .join(', ');

/** "Road" is more specific than "Landmark". */
export const placeKindName = ({ kind, landmark }: Pick<AdminPlace, 'kind' | 'landmark'>): string =>
  landmark ? landmarkKindNames[landmark]() : locationKindNames[kind]();
