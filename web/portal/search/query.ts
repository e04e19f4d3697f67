import { multiValueSearchFilters } from '#contract/search/limits.ts';

/**
 * The search address: its parameters, and links with one filter more or less. Without Zod, for browser and server; contract/search/query.ts defines
 * the values.
 */
export const searchFilterNames = [
  'type',
  'q',
  'place',
  'min',
  'max',
  'beds',
  'baths',
  'unit_type',
  'property_type',
  'category',
  'amenities',
  'furnished',
  'pets',
  'available_by',
  'with',
  'agent',
  'bbox',
  'near',
  'area',
] as const;
export type SearchFilterName = (typeof searchFilterNames)[number];
const known: readonly string[] = [...searchFilterNames, 'sort', 'page', 'after', 'size'];

/** Normalizes a form's query: lists separated by commas, no empty values, a fixed order. */
export function normalizeQuery(given: URLSearchParams): URLSearchParams {
  const made = new URLSearchParams();
  for (const name of known) {
    const isList = multiValueSearchFilters.includes(name);
    const values = given
      .getAll(name)
      .flatMap((value) => (isList ? value.split(',') : [value]))
      .map((value) => value.trim())
      .filter((value) => value !== '');
    const value = isList ? [...new Set(values)].join(',') : values.at(-1);
    if (value) made.set(name, value);
  }
  return made;
}

/** True if the address is not normalized; other parameters (campaign, language) do not matter. */
export const isSearchQueryUnnormalized = (given: URLSearchParams): boolean =>
  known.some((name) => {
    const values = given.getAll(name);
    return values.length > 1 || values[0] === '';
  });

/** Commas stay unescaped, because people share these addresses. */
export const buildSearchHref = (path: string, query: URLSearchParams): string =>
  query.size > 0 ? `${path}?${String(query).replaceAll('%2C', ',')}` : path;
export const buildListingsHref = (query: URLSearchParams): string => buildSearchHref('/listings', query);

/** Any change of the search returns to the first page. */
function changed(query: URLSearchParams, change: (made: URLSearchParams) => void): URLSearchParams {
  const made = new URLSearchParams(query);
  made.delete('page');
  made.delete('after');
  change(made);
  return normalizeQuery(made);
}

export const addSearchFilters = (query: URLSearchParams, more: Readonly<Record<string, string>>): URLSearchParams =>
  changed(query, (made) => {
    for (const [name, value] of Object.entries(more)) made.set(name, value);
  });

/** Removes a filter, or one value of a filter with several. */
export const removeSearchFilter = (query: URLSearchParams, name: string, value?: string): URLSearchParams =>
  changed(query, (made) => {
    const rest = value === undefined ? [] : (made.get(name) ?? '').split(',').filter((one) => one !== value);
    if (rest.length > 0) made.set(name, rest.join(','));
    else made.delete(name);
  });

export const pickSearchFilters = (query: URLSearchParams): URLSearchParams => {
  const made = new URLSearchParams();
  for (const name of searchFilterNames) {
    const value = query.get(name);
    if (value) made.set(name, value);
  }
  return made;
};
