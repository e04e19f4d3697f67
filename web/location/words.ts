import type { LocationKind } from '#contract/catalogue/kinds.ts';
import type { FoundPlace } from '#contract/location/calls.ts';
import { m } from '#words/messages.js';

export const kindNames: Readonly<Record<LocationKind, () => string>> = {
  country: m.location_kind_country,
  county: m.location_kind_county,
  sub_county: m.location_kind_sub_county,
  ward: m.location_kind_ward,
  estate: m.location_kind_estate,
};

/** "Dagoretti North, Nairobi": the nearest first, as an address is said; the country goes without saying. */
export const pathText = (path: FoundPlace['path']): string =>
  path
    .filter((up) => up.kind !== 'country')
    .map((up) => up.name)
    .reverse()
    .join(', ');
