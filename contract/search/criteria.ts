import { typedAmountToCents } from '#contract/money/cents.ts';
import { formatKes } from '#contract/money/format.ts';
import { m } from '#words/messages.js';
import { multiValueSearchFilters } from './limits.ts';
import { formatBedrooms, type ListingTypeKey, listingTypeSearchLabels } from './names.ts';

/** Texts of search filters in the reader's language: for chips, headings and saved searches. */
export const furnishedFilterLabels: Readonly<Record<string, () => string>> = {
  unfurnished: m.portal_unfurnished,
  semi: m.portal_semi_furnished,
  furnished: m.portal_furnished,
};
export const amenityFilterLabels: Readonly<Record<string, () => string>> = {
  video: m.portal_with_video,
  tour: m.portal_with_tour,
  plan: m.portal_with_plan,
};

/** Names from the database (places, types, amenities), and dates in the reader's format. */
export type CriteriaNames = { readonly nameOf: (filter: string, value: string) => string | null; readonly day: (day: string) => string };

const amount = (value: string): string => formatKes(typedAmountToCents(Number(value)));
const said: Readonly<Record<string, (value: string, names: CriteriaNames) => string>> = {
  type: (value) => (value in listingTypeSearchLabels ? listingTypeSearchLabels[value as ListingTypeKey]() : value),
  q: (value) => `“${value}”`,
  place: (value, { nameOf }) => nameOf('place', value) ?? m.portal_where(),
  min: (value) => m.portal_chip_min({ amount: amount(value) }),
  max: (value) => m.portal_chip_max({ amount: amount(value) }),
  beds: formatBedrooms,
  baths: (value) => m.portal_chip_baths({ count: Number(value) }),
  furnished: (value) => furnishedFilterLabels[value]?.() ?? value,
  with: (value) => amenityFilterLabels[value]?.() ?? value,
  pets: (value) => (value === 'true' ? m.portal_pets_yes() : m.portal_pets_no()),
  available_by: (value, { day }) => m.portal_chip_available({ date: day(value) }),
  near: (value) => m.portal_chip_near({ km: value.split(',')[2] ?? '' }),
  area: () => m.portal_area(),
  bbox: () => m.portal_area(),
  agent: () => m.portal_agent(),
};

/** The text of one value of one filter. A value that is no longer offered is shown from the address, without underscores. */
export const formatCriterion = (filter: string, value: string, names: CriteriaNames): string =>
  said[filter]?.(value, names) ?? names.nameOf(filter, value) ?? value.replaceAll('_', ' ');

/** The texts of all filter values: "To rent", "2 bedrooms", "Kilimani", "Up to KES 60,000". */
export const formatCriteria = (query: URLSearchParams, names: CriteriaNames): string[] =>
  [...query].flatMap(([filter, text]) =>
    (multiValueSearchFilters.includes(filter) ? text.split(',') : [text]).map((value) => formatCriterion(filter, value, names)),
  );
