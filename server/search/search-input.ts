import type pg from 'pg';
import { SearchFilters } from '#contract/search/query.ts';
import { normalizeName, type SearchDictionary } from './dictionary.ts';
import { loadDictionary } from './dictionary-cache.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { queryPublic, SqlValues } from './reader.ts';
import { conditionsSql, type SearchConditions, type TextCondition } from './search-conditions.ts';

export type ResolvedSearch = SearchConditions & { readonly dictionary: SearchDictionary; readonly understood: Omit<ParsedQuery, 'spans'> };

/** Free text becomes filters; manual filters have priority over parsed ones. */
export async function resolveSearch(reads: pg.Pool, given: SearchFilters): Promise<ResolvedSearch> {
  const dictionary = await loadDictionary(reads);
  const chosen = placesOf(given.place ?? [], dictionary);
  if (!given.q) return { filters: given, text: null, dictionary, understood: { filters: {}, rest: '', places: chosen } };
  const { filters: words, rest, places } = parseQuery(given.q, dictionary);
  const filters = { ...SearchFilters.parse(words), ...given };
  const asWritten = (text: TextCondition): ResolvedSearch => ({
    filters: given,
    text,
    dictionary,
    understood: { filters: {}, rest: given.q ?? '', places: chosen },
  });
  // "Lakeview Apartments" is first a property of that name, then apartments in Lakeview; "Lakeview" alone is the place.
  const named = dictionary.byName.has(normalizeName(given.q)) ? null : await byName(reads, given, given.q, dictionary);
  if (named) return asWritten(named);
  const text = rest === '' ? null : await lookUp(reads, filters, rest, dictionary);
  // "Sunbird Court" is a name, although a court is a kind of place: if the parsed filters find no listing with the words, they may be meant as typed.
  const whole: TextCondition = { by: 'all', words: given.q };
  if (text && text.by !== 'all' && (await finds(reads, { filters: given, text: whole }, dictionary))) return asWritten(whole);
  return {
    filters,
    text,
    dictionary,
    understood: { filters: words, rest, places: chosen.length > 0 ? chosen : places },
  };
}

/** Places of the address by name, so that the page can show them. */
const placesOf = (ids: readonly number[], dictionary: SearchDictionary) =>
  ids.flatMap((id) => {
    const place = dictionary.places.get(id);
    return place ? [{ id, name: place.name, lat: place.lat, lng: place.lng, landmark: place.landmark }] : [];
  });

/**
 * How the unparsed words are matched: listings with all of them, otherwise properties with a similar name, otherwise listings with any of them. The
 * decision is made once, so that list, facets and map agree.
 */
async function lookUp(reads: pg.Pool, filters: SearchFilters, words: string, dictionary: SearchDictionary): Promise<TextCondition> {
  const all: TextCondition = { by: 'all', words };
  if (await finds(reads, { filters, text: all }, dictionary)) return all;
  const named = await queryPublic<{ id: number }>(
    reads,
    `select p.id from property p where p.name % $1 and exists (select 1 from listing_card c where c.property_id = p.id) order by similarity(p.name, $1) desc, p.id limit 50`,
    [words],
  );
  if (named.length > 0) {
    const properties: TextCondition = { by: 'properties', ids: named.map((p) => p.id) };
    if (await finds(reads, { filters, text: properties }, dictionary)) return properties;
  }
  return { by: 'some', words };
}

/** Listed properties with exactly this name. */
async function byName(reads: pg.Pool, filters: SearchFilters, name: string, dictionary: SearchDictionary): Promise<TextCondition | null> {
  const rows = await queryPublic<{ id: number }>(
    reads,
    `select p.id from property p where p.name ilike $1 and exists (select 1 from listing_card c where c.property_id = p.id) order by p.id limit 50`,
    [name.trim().replace(/[\\%_]/g, (c) => `\\${c}`)],
  );
  const text: TextCondition = { by: 'properties', ids: rows.map((p) => p.id) };
  return rows.length > 0 && (await finds(reads, { filters, text }, dictionary)) ? text : null;
}

async function finds(reads: pg.Pool, asked: SearchConditions, dictionary: SearchDictionary): Promise<boolean> {
  const values = new SqlValues();
  const all = conditionsSql(asked, dictionary, values);
  if (!all) return false;
  const rows = await queryPublic(reads, `select 1 from listing_card c where ${all.join(' and ') || 'true'} limit 1`, values.list);
  return rows.length > 0;
}
