import { listFilters } from '#contract/search/limits.ts';

/**
 * The address of a search: which names it may carry and how a link with one filter more or less is made. Without Zod, for the
 * browser and the server alike; what the values mean stands in contract/search/query.ts.
 */
export const filterNames = [
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
export type FilterName = (typeof filterNames)[number];
const known: readonly string[] = [...filterNames, 'sort', 'page', 'after', 'size'];

/** A form sends a name once for every ticked box and empty fields too; a search has one address: lists by commas, nothing empty, in one order. */
export function tidy(given: URLSearchParams): URLSearchParams {
  const made = new URLSearchParams();
  for (const name of known) {
    const isList = listFilters.includes(name);
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

/** True where the address is not how we write this search; other names (a campaign's, the language) do not matter. */
export const isUntidy = (given: URLSearchParams): boolean =>
  known.some((name) => {
    const values = given.getAll(name);
    return values.length > 1 || values[0] === '';
  });

/** Commas stay readable: these addresses are shared by people. */
export const write = (path: string, query: URLSearchParams): string => (query.size > 0 ? `${path}?${String(query).replaceAll('%2C', ',')}` : path);
export const searchAddress = (query: URLSearchParams): string => write('/listings', query);

/** Any change of what is asked for begins at the first page again. */
function changed(query: URLSearchParams, change: (made: URLSearchParams) => void): URLSearchParams {
  const made = new URLSearchParams(query);
  made.delete('page');
  made.delete('after');
  change(made);
  return tidy(made);
}

export const having = (query: URLSearchParams, more: Readonly<Record<string, string>>): URLSearchParams =>
  changed(query, (made) => {
    for (const [name, value] of Object.entries(more)) made.set(name, value);
  });

/** Without a filter, or without one value of a filter that has several. */
export const lacking = (query: URLSearchParams, name: string, value?: string): URLSearchParams =>
  changed(query, (made) => {
    const rest = value === undefined ? [] : (made.get(name) ?? '').split(',').filter((one) => one !== value);
    if (rest.length > 0) made.set(name, rest.join(','));
    else made.delete(name);
  });

export const onlyFilters = (query: URLSearchParams): URLSearchParams => {
  const made = new URLSearchParams();
  for (const name of filterNames) {
    const value = query.get(name);
    if (value) made.set(name, value);
  }
  return made;
};
