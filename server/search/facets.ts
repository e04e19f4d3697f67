import type pg from 'pg';
import { toShillings } from '#contract/money/cents.ts';
import type { FacetResponse } from '#contract/search/calls.ts';
import { exactCountLimit } from '#contract/search/limits.ts';
import type { SearchFilters } from '#contract/search/query.ts';
import type { DictionaryTaxon } from './dictionary.ts';
import { queryPublic, SqlValues } from './reader.ts';
import { conditionsSql, type FacetCondition } from './search-conditions.ts';
import { type ResolvedSearch, resolveSearch } from './search-input.ts';

/** Facets count at most this many listings: beyond it their numbers are a minimum, marked by `capped`. */
const looked = 2000;
const steps = 20;
type Counted = { readonly v: string | number | null; readonly n: number };
type Row = {
  total: number;
  beds: Counted[];
  unit_type: Counted[];
  property_type: Counted[];
  furnished: Counted[];
  prices: { low: number; high: number; counts: Counted[] };
} & {
  readonly amenities: readonly string[];
};

/**
 * Amenities are bits of one number. Bits k, k + 16, k + 32 and k + 48 are summed together, each in 16 bits of its own, which 2,000 listings cannot
 * overflow: sixteen sums instead of sixty-four.
 */
const lanesSql = Array.from({ length: 16 }, (_, k) => `coalesce(sum((amenity_mask >> ${k}) & ${0x0001000100010001n}), 0)::text`).join(', ');
const lane = (sums: readonly string[], bit: number): number => Number((BigInt(sums[bit % 16] ?? '0') >> BigInt(16 * Math.floor(bit / 16))) & 0xffffn);

const active = (f: SearchFilters): Readonly<Record<FacetCondition, boolean>> => ({
  beds: Boolean(f.beds?.length),
  unit_type: Boolean(f.unit_type?.length),
  property_type: Boolean(f.property_type?.length),
  furnished: Boolean(f.furnished?.length),
  price: f.min !== undefined || f.max !== undefined,
});

export async function countFacets(reads: pg.Pool, given: SearchFilters): Promise<FacetResponse> {
  const question = await resolveSearch(reads, given);
  const values = new SqlValues();
  const statement = statementOf(question, values);
  const row = statement ? (await queryPublic<Row>(reads, statement, values.list))[0] : undefined;
  return row ? shaped(row, question) : empty;
}

const empty: FacetResponse = {
  count: 0,
  capped: false,
  beds: [],
  unit_type: [],
  property_type: [],
  amenities: [],
  furnished: [],
  prices: { from: 0, to: 0, counts: Array.from({ length: steps }, () => 0) },
};

/** One scan of the matching listings, and one more for each facet with an active filter. */
function statementOf(question: ResolvedSearch, values: SqlValues): string | null {
  const set = active(question.filters);
  const look = (without?: FacetCondition): string | null => {
    const found = conditionsSql(question, question.dictionary, values, without);
    return (
      found &&
      `select c.bedrooms, c.unit_type_id, c.property_type_id, c.furnished, c.price_cents, c.amenity_mask from listing_card c where ${found.join(' and ') || 'true'} limit ${looked}`
    );
  };
  const base = look();
  const owns = (Object.keys(set) as FacetCondition[]).filter((own) => set[own]).map((own) => [own, look(own)] as const);
  if (!base || owns.some(([, text]) => text === null)) return null;
  const from = (own: FacetCondition) => (set[own] ? `f_${own}` : 'base');
  const tally = (own: FacetCondition, column: string) =>
    `(select coalesce(json_agg(json_build_object('v', v, 'n', n)), '[]') from (select ${column} as v, count(*)::int as n from ${from(own)} group by 1) z)`;
  return `with base as materialized (${base})${owns.map(([own, text]) => `, f_${own} as materialized (${text})`).join('')},
    edge as (select coalesce(min(price_cents), 0)::bigint as low, coalesce(max(price_cents), 0)::bigint as high from ${from('price')})
    select (select count(*)::int from base) as total, ${tally('beds', 'least(bedrooms, 5)')} as beds, ${tally('unit_type', 'unit_type_id')} as unit_type,
      ${tally('property_type', 'property_type_id')} as property_type, ${tally('furnished', 'furnished')} as furnished,
      (select array[${lanesSql}] from base) as amenities,
      (select json_build_object('low', low, 'high', high, 'counts', (select coalesce(json_agg(json_build_object('v', v, 'n', n)), '[]') from (
         select case when high = low then 0 else least(${steps - 1}, floor((price_cents - low)::float8 * ${steps} / (high - low)))::int end as v, count(*)::int as n from ${from('price')} group by 1) z)) from edge) as prices`;
}

function shaped(row: Row, { dictionary, filters }: ResolvedSearch): FacetResponse {
  const byId = new Map(dictionary.all.map((t) => [t.id, t]));
  const named = (t: DictionaryTaxon, n: number) => ({ value: t.code, name: t.name, name_sw: t.name_sw, n });
  const kinds = (list: Counted[]) =>
    list
      .map(({ v, n }) => ({ taxon: byId.get(Number(v)), n }))
      .filter((one): one is { taxon: DictionaryTaxon; n: number } => one.taxon !== undefined)
      .sort((a, b) => a.taxon.sort - b.taxon.sort)
      .map(({ taxon, n }) => named(taxon, n));
  const plainly = (list: Counted[]) =>
    list
      .filter(({ v }) => v !== null)
      .map(({ v, n }) => ({ value: String(v), name: String(v), name_sw: String(v), n }))
      .sort((a, b) => (a.value < b.value ? -1 : 1));
  const counts = Array.from({ length: steps }, (_, i) => row.prices.counts.find(({ v }) => v === i)?.n ?? 0);
  const chosen = new Set(filters.amenities ?? []);
  return {
    count: Math.min(row.total, exactCountLimit),
    capped: row.total > exactCountLimit,
    beds: plainly(row.beds),
    unit_type: kinds(row.unit_type),
    property_type: kinds(row.property_type),
    amenities: dictionary.all
      .filter((t) => t.kind === 'amenity' && t.bit !== null)
      .map((t) => named(t, lane(row.amenities, t.bit ?? 0)))
      .filter((one) => one.n > 0 || chosen.has(one.value)),
    furnished: plainly(row.furnished),
    prices: { from: Math.floor(toShillings(row.prices.low)), to: Math.ceil(toShillings(row.prices.high)), counts },
  };
}
