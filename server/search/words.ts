import type pg from 'pg';
import { type Dictionary, type Entry, makeDictionary } from './dictionary.ts';
import { read } from './reader.ts';

type Cached = { readonly at: number; readonly dictionary: Promise<Dictionary> };
const cache = new WeakMap<pg.Pool, Cached>();
/** Notes about changed words can be lost while the listening connection is down. */
const longestMs = 10 * 60_000;

/** The words of this database, read once and again after they changed. */
export function dictionaryOf(reads: pg.Pool): Promise<Dictionary> {
  const known = cache.get(reads);
  if (known && performance.now() - known.at < longestMs) return known.dictionary;
  const dictionary = load(reads);
  cache.set(reads, { at: performance.now(), dictionary });
  dictionary.catch(() => cache.delete(reads));
  return dictionary;
}

export const forgetWords = (reads: pg.Pool): void => void cache.delete(reads);

type PlaceRow = {
  id: number;
  kind: string;
  parent_id: number | null;
  name: string;
  slug: string;
  aliases: string[];
  lat: number | null;
  lng: number | null;
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

async function load(reads: pg.Pool): Promise<Dictionary> {
  const places = await read<PlaceRow>(
    reads,
    `with counted as (
       select county_id as id, count(*) as n from listing_card group by 1 union all select sub_county_id, count(*) from listing_card group by 1
       union all select ward_id, count(*) from listing_card group by 1 union all select estate_id, count(*) from listing_card group by 1)
     select l.id, l.kind, l.parent_id, l.name, l.slug, l.aliases, l.lat, l.lng, coalesce(c.n, 0)::int as n
     from location l left join counted c on c.id = l.id where l.visible and l.deleted_at is null and l.merged_into is null and l.kind <> 'country' order by l.id`,
    [],
  );
  const taxons = await read<TaxonRow>(
    reads,
    `select t.id, t.kind, t.code, t.name, t.name_sw, t.aliases, t.bit, t.sort, c.code as category from taxon t left join taxon c on c.id = t.category_id
     where t.visible and t.deleted_at is null and t.merged_into is null order by t.kind, t.sort, t.id`,
    [],
  );
  return makeDictionary(places as Entry['place'][], taxons as Entry['taxon'][]);
}
