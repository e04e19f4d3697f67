import type { AdminLocation, FoundLocation } from '#contract/location/calls.ts';
import { landmarkKindLabels, locationKindLabels } from '#contract/location/labels.ts';

/** "Dagoretti North, Nairobi": the nearest first, as in an address, without the country. */
export const formatLocationPath = (path: FoundLocation['path']): string =>
  path
    .filter((up) => up.kind !== 'country')
    .map((up) => up.name)
    .reverse()
    .join(', ');

/** "Road" is more specific than "Landmark". */
export const getLocationKindName = ({ kind, landmark }: Pick<AdminLocation, 'kind' | 'landmark'>): string =>
  landmark ? landmarkKindLabels[landmark]() : locationKindLabels[kind]();
