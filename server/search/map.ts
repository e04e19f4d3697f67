import type pg from 'pg';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { exactCountLimit } from '#contract/search/limits.ts';
import type { SearchFilters } from '#contract/search/query.ts';
import { JsonText } from '#server/http/json-text.ts';
import { clipToKenya, getGridRange } from './grid-cells.ts';
import { queryPublic, SqlValues } from './reader.ts';
import { conditionsSql } from './search-conditions.ts';
import { type ResolvedSearch, resolveSearch } from './search-input.ts';
import { formatResultCountJson } from './search-listings.ts';

const pinsFrom = 14;
const mostPins = 50;
const mostDots = 300;
/** Filtered cells count at most this many listings. */
const looked = 50_000;
type Given = SearchFilters & { readonly zoom: number; readonly bbox: NonNullable<SearchFilters['bbox']> };
type Row = { total: number; places: string };

/** Few large cells at a low zoom, single properties at a high one; the count of listings equals the list's. */
export async function searchMap(reads: pg.Pool, given: Given): Promise<JsonText> {
  const question = await resolveSearch(reads, given);
  const values = new SqlValues();
  const found = conditionsSql(question, question.dictionary, values);
  if (!found) return new JsonText(`{${formatResultCountJson(0)},"cells":[],"pins":[],"dots":[]}`);
  const where = found.join(' and ') || 'true';
  const near = given.zoom >= pinsFrom;
  const places = near
    ? pins(where)
    : isPlain(question.filters) && !question.text
      ? keptCells(given, question, values)
      : countedCells(where, given.zoom);
  const [row] = await queryPublic<Row>(
    reads,
    `with tot as materialized (select count(*)::int as total from (select 1 from listing_card c where ${where} limit ${exactCountLimit + 1}) z)
     select (select total from tot) as total, (${places}) as places`,
    values.list,
  );
  const head = `{${formatResultCountJson(row?.total ?? 0)},`;
  return new JsonText(near ? `${head}"cells":[],${row?.places ?? ''}}` : `${head}"cells":${row?.places ?? '[]'},"pins":[],"dots":[]}`);
}

/** The cell size doubles with each zoom level out. */
const factor = (zoom: number): number => 2 ** Math.max(0, 12 - Math.floor(zoom));
const cellJson = `coalesce(json_agg(json_build_object('lat', round(lat::numeric, 5), 'lng', round(lng::numeric, 5), 'n', n, 'min_cents', min_cents)), '[]')::text`;

const isPlain = (f: SearchFilters): boolean =>
  Object.entries(f).every(([name, value]) => value === undefined || ['type', 'bbox', 'zoom', 'q'].includes(name));

function keptCells({ bbox, zoom }: Given, { filters }: ResolvedSearch, values: SqlValues): string {
  const { low, high, left, right } = getGridRange(clipToKenya(bbox));
  const types = filters.type ? [listingTypes[filters.type]] : [0, 1, 2];
  const by = factor(zoom);
  const [l, r] = [values.add(left), values.add(right)];
  return `select ${cellJson} from (select sum(m.lat * m.n) / sum(m.n) as lat, sum(m.lng * m.n) / sum(m.n) as lng, sum(m.n)::int as n, min(m.min_cents) as min_cents
    from unnest(${values.add(types)}::smallint[]) k(t) cross join generate_series(${values.add(low)}::int, ${values.add(high)}::int) a
    join map_cell m on m.listing_type = k.t and m.cell between a * 2000 + ${l}::int and a * 2000 + ${r}::int
    group by (m.cell / 2000) / ${by}, (m.cell % 2000) / ${by}) z`;
}

const countedCells = (where: string, zoom: number): string =>
  `select ${cellJson} from (select avg(lat) as lat, avg(lng) as lng, count(*)::int as n, min(price_cents) as min_cents
    from (select c.cell, c.lat, c.lng, c.price_cents from listing_card c where ${where} limit ${looked}) s
    group by (cell / 2000) / ${factor(zoom)}, (cell % 2000) / ${factor(zoom)}) z`;

const pins = (where: string): string => `
  select '"pins":' || coalesce(json_agg(json_build_object('id', id, 'property_id', property_id, 'lat', lat, 'lng', lng, 'n', n, 'min_cents', min_cents, 'exact', exact) order by place) filter (where place <= ${mostPins}), '[]')::text
    || ',"dots":' || coalesce(json_agg(json_build_array(lat, lng) order by place) filter (where place > ${mostPins}), '[]')::text
  from (select *, row_number() over (order by best desc, property_id desc) as place from (
    select property_id, min(id) as id, min(lat) as lat, min(lng) as lng, count(*)::int as n, min(price_cents) as min_cents, bool_and(exact) as exact, max(best) as best
    from (select c.id, c.property_id, c.lat, c.lng, c.price_cents, c.exact, c.best from listing_card c where ${where} limit 5000) s
    group by property_id order by max(best) desc, property_id desc limit ${mostPins + mostDots}) g) z`;
