import type pg from 'pg';
import type { LandmarkKind } from '#contract/catalogue/kinds.ts';
import { exactCountLimit } from '#contract/search/limits.ts';
import { type DictionaryEntry, makeDictionary, type SearchDictionary } from './dictionary.ts';
import { landmarkReachSql } from './landmark-reach.ts';
import { queryPublic, SqlValues } from './reader.ts';

type Cached = { readonly at: number; readonly dictionary: Promise<SearchDictionary> };
const cache = new WeakMap<pg.Pool, Cached>();
/** Notifications of changed vocabulary can be lost while the listening connection is down. */
const longestMs = 10 * 60_000;

/** The dictionary of this database, cached until it changes. */
export function loadDictionary(reads: pg.Pool): Promise<SearchDictionary> {
  const known = cache.get(reads);
  if (known && performance.now() - known.at < longestMs) return known.dictionary;
  const dictionary = load(reads);
  cache.set(reads, { at: performance.now(), dictionary });
  dictionary.catch(() => cache.delete(reads));
  return dictionary;
}

export const clearDictionaryCache = (reads: pg.Pool): void => void cache.delete(reads);

const kinds: Readonly<Record<string, DictionaryEntry['taxon']['kind']>> = {
  unit_type: 'unit_type',
  property_type: 'property_type',
  category: 'property_category',
  amenities: 'amenity',
};
/** Names of filter values from the database, by filter and value: "place 7", "amenities borehole". */
export async function readFilterNames(reads: pg.Pool, query: URLSearchParams): Promise<Record<string, { name: string; name_sw: string }>> {
  const { places, byCode } = await loadDictionary(reads);
  const names: Record<string, { name: string; name_sw: string }> = {};
  for (const [filter, text] of query) {
    const kind = kinds[filter];
    if (filter !== 'place' && !kind) continue;
    for (const value of text.split(',')) {
      const it = kind ? byCode.get(`${kind} ${value}`) : places.get(Number(value));
      if (it) names[`${filter} ${value}`] = { name: it.name, name_sw: 'name_sw' in it ? it.name_sw : '' };
    }
  }
  return names;
}

type PlaceRow = {
  id: number;
  kind: string;
  parent_id: number | null;
  name: string;
  slug: string;
  aliases: string[];
  lat: number | null;
  lng: number | null;
  landmark: LandmarkKind | null;
  line: [number, number][] | null;
  radius_km: number | null;
  n: number;
};
type TaxonRow = {
  id: number;
  kind: string;
  code: string;
  name: string;
  name_sw: string;
  aliases: string[];
  bit: number | null;
  sort: number;
  category: string | null;
};

async function load(reads: pg.Pool): Promise<SearchDictionary> {
  const places = await queryPublic<PlaceRow>(
    reads,
    `with counted as (
       select county_id as id, count(*) as n from listing_card group by 1 union all select sub_county_id, count(*) from listing_card group by 1
       union all select ward_id, count(*) from listing_card group by 1 union all select estate_id, count(*) from listing_card group by 1)
     select l.id, l.kind, l.parent_id, l.name, l.slug, l.aliases, l.lat, l.lng, l.landmark, l.line, l.radius_km, coalesce(c.n, 0)::int as n
     from location l left join counted c on c.id = l.id where l.visible and l.deleted_at is null and l.merged_into is null and l.kind <> 'country' order by l.id`,
    [],
  );
  const taxons = await queryPublic<TaxonRow>(
    reads,
    `select t.id, t.kind, t.code, t.name, t.name_sw, t.aliases, t.bit, t.sort, c.code as category from taxon t left join taxon c on c.id = t.category_id
     where t.visible and t.deleted_at is null and t.merged_into is null order by t.kind, t.sort, t.id`,
    [],
  );
  const around = await countLandmarks(reads, places as DictionaryEntry['place'][]);
  return makeDictionary(
    places.map((p) => ({ ...p, n: around.get(p.id) ?? p.n })) as DictionaryEntry['place'][],
    taxons as DictionaryEntry['taxon'][],
  );
}

/** The number of listings near each landmark, in one statement; exact up to the displayed limit. */
async function countLandmarks(reads: pg.Pool, places: readonly DictionaryEntry['place'][]): Promise<ReadonlyMap<number, number>> {
  const landmarks = places.filter((p) => p.kind === 'landmark');
  if (landmarks.length === 0) return new Map();
  const values = new SqlValues();
  const each = landmarks.map(
    (p) =>
      `select ${values.add(p.id)}::bigint as id, (select count(*)::int from (select 1 from listing_card c where ${landmarkReachSql(p, values)} limit ${exactCountLimit}) z) as n`,
  );
  return new Map((await queryPublic<{ id: number; n: number }>(reads, each.join(' union all '), values.list)).map(({ id, n }) => [id, n]));
}
