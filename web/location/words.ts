import type { AdminPlace, FoundPlace } from '#contract/location/calls.ts';
import { kindNames, landmarkNames } from '#contract/location/labels.ts';

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
