import { formatBedrooms, listingTypeSearchLabels } from '#contract/search/names.ts';
import { m } from '#words/messages.js';
import type { SearchLabels } from './search-box.tsx';

/** The kind of a suggestion: a ward, an estate in it and a mall may share a name. */
export const getLocationKindLabels = (): Readonly<Record<string, string>> => ({
  county: m.location_kind_county(),
  sub_county: m.location_kind_sub_county(),
  ward: m.location_kind_ward(),
  estate: m.location_kind_estate(),
  road: m.location_landmark_road(),
  stage: m.location_landmark_stage(),
  campus: m.location_landmark_campus(),
  mall: m.location_landmark_mall(),
  hospital: m.location_landmark_hospital(),
  area: m.location_landmark_area(),
});

/** The labels of the search box; called by loaders. */
export const getSearchBoxLabels = (): SearchLabels => ({
  label: m.portal_search_label(),
  type: m.portal_type(),
  types: Object.entries(listingTypeSearchLabels).map(([value, name]) => ({ value, label: name() })),
  where: m.portal_where(),
  whereHint: m.portal_where_hint(),
  kinds: getLocationKindLabels(),
  size: m.portal_size(),
  sizes: [{ value: '', label: m.portal_any_size() }, ...['0', '1', '2', '3', '4', '5'].map((value) => ({ value, label: formatBedrooms(value) }))],
  upTo: m.portal_up_to(),
  upToHint: m.portal_any_price(),
  search: m.portal_search(),
});
