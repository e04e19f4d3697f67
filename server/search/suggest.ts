import type pg from 'pg';
import type { SearchSuggestion } from '#contract/search/calls.ts';
import { type DictionaryLocation, editDistance, findParentLocation, normalizeName, type SearchDictionary } from './dictionary.ts';
import { loadDictionary } from './dictionary-cache.ts';
import { queryPublic } from './reader.ts';

const width = { county: 0, sub_county: 1, ward: 2, estate: 3, landmark: 4 } as const;

/** Suggestions while the user types (autocomplete): places from memory, properties from the database; prefix matches first, then misspellings. */
export async function suggestLocations(reads: pg.Pool, { q, limit }: { q: string; limit: number }): Promise<{ results: SearchSuggestion[] }> {
  const dictionary = await loadDictionary(reads);
  const text = normalizeName(q);
  if (text === '') return { results: [] };
  const places = once(findMatchingLocations(dictionary, text, limit * 2).map((p) => suggested(dictionary, p))).slice(0, limit);
  const properties = await propertiesLike(reads, q, limit);
  // Places come first, but do not push out a property with the typed name.
  const kept = places.slice(0, Math.max(limit - properties.length, Math.ceil(limit / 2)));
  return { results: [...kept, ...properties].slice(0, limit) };
}

export function findMatchingLocations(dictionary: SearchDictionary, text: string, limit: number): DictionaryLocation[] {
  const ranked = new Map<number, { place: DictionaryLocation; rank: number }>();
  const offer = (place: DictionaryLocation, rank: number) => {
    if (rank < (ranked.get(place.id)?.rank ?? Number.POSITIVE_INFINITY)) ranked.set(place.id, { place, rank });
  };
  for (const [name, places] of dictionary.byName) {
    const rank = name === text ? 0 : name.startsWith(text) ? 1 : name.includes(` ${text}`) ? 2 : null;
    if (rank !== null) for (const place of places) offer(place, rank);
  }
  if (ranked.size < limit && text.length >= 4)
    for (const name of dictionary.byLetter.get(text[0] ?? '') ?? []) {
      // A partly typed name may have a misspelling too.
      const off = Math.min(editDistance(text, name, 2), editDistance(text, name.slice(0, text.length), 1) + 0.5);
      if (off <= (text.length >= 8 ? 2 : 1.5)) for (const place of dictionary.byName.get(name) ?? []) offer(place, 3 + off);
    }
  const sorted = [...ranked.values()].sort(
    (a, b) => a.rank - b.rank || b.place.n - a.place.n || width[a.place.kind] - width[b.place.kind] || a.place.id - b.place.id,
  );
  return sorted.slice(0, limit).map(({ place }) => place);
}

function suggested(dictionary: SearchDictionary, place: DictionaryLocation): SearchSuggestion {
  const above: string[] = [];
  for (let at = findParentLocation(dictionary, place); at && above.length < 4; at = findParentLocation(dictionary, at))
    if (at.name !== place.name && !above.includes(at.name)) above.push(at.name);
  // The nearest parent and the county are enough to locate a place.
  const under = above.length > 2 ? [above[0], above.at(-1)] : above;
  return { kind: place.kind, landmark: place.landmark, id: place.id, name: place.name, under: under.join(', '), slug: place.slug, n: place.n };
}

/** Places with the same name, level and parent become one suggestion: the one with most listings. */
const once = (all: readonly SearchSuggestion[]): SearchSuggestion[] => {
  const seen = new Set<string>();
  return all.filter((one) => {
    const key = `${one.kind} ${normalizeName(one.name)} ${one.under}`;
    return !seen.has(key) && seen.add(key);
  });
};

type Row = { id: number; name: string; slug: string; under: string; n: number };
async function propertiesLike(reads: pg.Pool, q: string, limit: number): Promise<SearchSuggestion[]> {
  // Text shorter than a trigram would scan every name.
  if (normalizeName(q).length < 3) return [];
  const begins = `${q.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  const rows = await queryPublic<Row>(
    reads,
    `with near as materialized (select id, name, slug, location_id, 0 as way from property where name ilike $1 or name ilike '% ' || $1
       union all select id, name, slug, location_id, 1 from property where length($2) >= 4 and name % $2),
     best as (select distinct on (id) * from near order by id, way)
     select b.id, b.name, b.slug, concat_ws(', ', w.name, nullif(w.county, w.name)) as under, o.n
     from best b join location_path w on w.id = b.location_id
     cross join lateral (select count(*)::int as n from listing_card c where c.property_id = b.id) o
     where o.n > 0 order by b.way, similarity(b.name, $2) desc, b.id limit $3::int`,
    [begins, q, limit],
  );
  return rows.map((row) => ({ ...row, kind: 'property' as const, landmark: null }));
}
