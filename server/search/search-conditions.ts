import { listingTypes } from '#contract/catalogue/kinds.ts';
import { convertShillingsToCents } from '#contract/money/cents.ts';
import type { SearchFilters } from '#contract/search/query.ts';
import type { DictionaryLocation, DictionaryLocationKind, DictionaryTaxon, SearchDictionary } from './dictionary.ts';
import { type GridBox, getGridBoxAround, getGridCells, kilometresPerDegree } from './grid-cells.ts';
import { landmarkReachSql } from './landmark-reach.ts';
import type { SqlValues } from './reader.ts';

/** How unparsed words are looked up: all of them, any of them, or as a property name with misspellings. */
export type TextCondition = { readonly by: 'all' | 'some'; readonly words: string } | { readonly by: 'properties'; readonly ids: readonly number[] };
/** A facet is counted without its own filter. */
export type FacetCondition = 'beds' | 'unit_type' | 'property_type' | 'furnished' | 'price';
export type SearchConditions = { readonly filters: SearchFilters; readonly text: TextCondition | null };

export const locationColumnByKind: Readonly<Record<Exclude<DictionaryLocationKind, 'landmark'>, string>> = {
  county: 'county_id',
  sub_county: 'sub_county_id',
  ward: 'ward_id',
  estate: 'estate_id',
};
const hasBits = { video: 1, tour: 2, plan: 4 } as const;

/** The SQL condition for a card (alias c) to match; null if a code or place is unknown, so that nothing can match. */
export function conditionsSql(
  { filters: f, text }: SearchConditions,
  dictionary: SearchDictionary,
  values: SqlValues,
  without?: FacetCondition,
  byPrice = false,
): string[] | null {
  const all: string[] = [];
  if (f.type) all.push(`c.listing_type = ${values.add(listingTypes[f.type])}`);
  if (f.place) {
    const places = placed(f.place, dictionary, values);
    if (!places) return null;
    all.push(places);
  }
  if (without !== 'beds' && f.beds?.length) all.push(bedrooms(f.beds, values));
  if (f.baths) all.push(`c.bathrooms >= ${values.add(f.baths)}`);
  // "+ 0" keeps a prepared statement with another sort order from using the price index.
  const price = byPrice ? 'c.price_cents' : 'c.price_cents + 0';
  if (without !== 'price' && f.min !== undefined) all.push(`${price} >= ${values.add(convertShillingsToCents(f.min))}`);
  if (without !== 'price' && f.max !== undefined) all.push(`${price} <= ${values.add(convertShillingsToCents(f.max))}`);
  for (const [name, column, kind] of codeFilters) {
    const codes = f[name];
    if (!codes?.length || without === name) continue;
    const ids = idsOf(codes, kind, dictionary);
    if (ids.length === 0) return null;
    all.push(ids.length === 1 ? `c.${column} = ${values.add(ids[0])}` : `c.${column} = any (${values.add(ids)}::bigint[])`);
  }
  const mask = maskOf(f.amenities ?? [], dictionary);
  if (mask === null) return null;
  if (mask > 0n) {
    const bits = values.add(mask.toString());
    all.push(`c.amenity_mask & ${bits}::bigint = ${bits}::bigint`);
  }
  if (without !== 'furnished' && f.furnished?.length) all.push(`c.furnished = any (${values.add(f.furnished)}::text[])`);
  if (f.pets) all.push('c.pets');
  if (f.available_by) all.push(`(c.available_from is null or c.available_from <= ${values.add(f.available_by)}::date)`);
  const has = (f.with ?? []).reduce((bits, one) => bits | hasBits[one], 0);
  if (has > 0) all.push(`c.has_mask & ${values.add(has)}::int = ${values.add(has)}::int`);
  if (f.agent) all.push(`c.contact_id = ${values.add(f.agent)}`);
  all.push(...grounds(f, values));
  if (text) all.push(worded(text, values));
  return all;
}

const codeFilters: readonly [name: 'unit_type' | 'property_type' | 'category', column: string, kind: DictionaryTaxon['kind']][] = [
  ['unit_type', 'unit_type_id', 'unit_type'],
  ['property_type', 'property_type_id', 'property_type'],
  ['category', 'category_id', 'property_category'],
];
const idsOf = (codes: readonly string[], kind: DictionaryTaxon['kind'], { byCode }: SearchDictionary): number[] =>
  codes.map((code) => byCode.get(`${kind} ${code}`)?.id).filter((id) => id !== undefined);

function maskOf(codes: readonly string[], { byCode }: SearchDictionary): bigint | null {
  let mask = 0n;
  for (const code of codes) {
    const bit = byCode.get(`amenity ${code}`)?.bit;
    if (bit === null || bit === undefined) return null;
    mask |= 1n << BigInt(bit);
  }
  return mask;
}

function placed(ids: readonly number[], dictionary: SearchDictionary, values: SqlValues): string | null {
  const byColumn = new Map<string, number[]>();
  const landmarks: DictionaryLocation[] = [];
  for (const id of ids) {
    const place = dictionary.places.get(id);
    if (place?.kind === 'landmark') landmarks.push(place);
    else if (place) byColumn.set(locationColumnByKind[place.kind], [...(byColumn.get(locationColumnByKind[place.kind]) ?? []), id]);
  }
  const parts = [...byColumn].map(([column, of]) =>
    of.length === 1 ? `c.${column} = ${values.add(of[0])}` : `c.${column} = any (${values.add(of)}::bigint[])`,
  );
  parts.push(...landmarks.map((place) => landmarkReachSql(place, values)));
  return parts.length === 0 ? null : parts.length === 1 ? (parts[0] ?? null) : `(${parts.join(' or ')})`;
}

function bedrooms(beds: readonly number[], values: SqlValues): string {
  const exact = beds.filter((n) => n < 5);
  const parts = [
    ...(exact.length === 1
      ? [`c.bedrooms = ${values.add(exact[0])}`]
      : exact.length > 1
        ? [`c.bedrooms = any (${values.add(exact)}::smallint[])`]
        : []),
    ...(beds.includes(5) ? ['c.bedrooms >= 5'] : []),
  ];
  return parts.length === 1 ? (parts[0] ?? 'true') : `(${parts.join(' or ')})`;
}

/** First the grid cells, which are indexed, then the exact shape. */
function grounds({ bbox, near, area }: SearchFilters, values: SqlValues): string[] {
  const all: string[] = [];
  const boxes: GridBox[] = [];
  if (bbox) {
    boxes.push(bbox);
    all.push(
      `c.lat between ${values.add(bbox.s)}::float8 and ${values.add(bbox.n)}::float8 and c.lng between ${values.add(bbox.w)}::float8 and ${values.add(bbox.e)}::float8`,
    );
  }
  if (near) {
    boxes.push(getGridBoxAround(near));
    all.push(`${squaredDistanceSql(near, values)} <= ${values.add(near.km ** 2)}::float8`);
  }
  if (area) {
    const corners = area.flat();
    const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)];
    boxes.push({ w: Math.min(...lngs), s: Math.min(...lats), e: Math.max(...lngs), n: Math.max(...lats) });
    const shapes = area.map(
      (shape) => `${values.add(`(${shape.map(([lng, lat]) => `(${lng},${lat})`).join(',')})`)}::polygon @> point(c.lng, c.lat)`,
    );
    all.push(`(${shapes.join(' or ')})`);
  }
  const cells = boxes
    .map(getGridCells)
    .filter((list) => list !== null)
    .sort((a, b) => a.length - b.length)[0];
  return cells ? [`c.cell = any (${values.add(cells)}::int[])`, ...all] : all;
}

/** The squared distance in kilometres from a point; accurate enough within a hundred of them. */
export function squaredDistanceSql({ lat, lng }: { lat: number; lng: number }, values: SqlValues): string {
  const [a, b, shrink] = [values.add(lat), values.add(lng), values.add(Math.cos((lat * Math.PI) / 180))];
  const degree = `${kilometresPerDegree}::float8`;
  return `(((c.lat - ${a}::float8) * ${degree}) * ((c.lat - ${a}::float8) * ${degree}) + ((c.lng - ${b}::float8) * ${degree} * ${shrink}::float8) * ((c.lng - ${b}::float8) * ${degree} * ${shrink}::float8))`;
}

function worded(text: TextCondition, values: SqlValues): string {
  if (text.by === 'properties') return `c.property_id = any (${values.add(text.ids)}::bigint[])`;
  const words = values.add(text.words);
  const query = text.by === 'all' ? `plainto_tsquery('english', ${words})` : `replace(plainto_tsquery('english', ${words})::text, '&', '|')::tsquery`;
  return `exists (select 1 from listing_text t where t.id = c.id and t.tsv @@ ${query})`;
}
