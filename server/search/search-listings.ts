import type pg from 'pg';
import { exactCountLimit, type SearchSort } from '#contract/search/limits.ts';
import type { SearchFilters, SearchQuery } from '#contract/search/query.ts';
import type { ListingCard } from '#contract/search/shapes.ts';
import { customPlanMark } from '#server/db/named-statements.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { JsonText } from '#server/http/json-text.ts';
import { m } from '#words/messages.js';
import { queryPublic, SqlValues } from './reader.ts';
import { conditionsSql, squaredDistanceSql } from './search-conditions.ts';
import { resolveSearch } from './search-input.ts';

/** The sort order of a list; `id` breaks ties, so that every order is total. */
type Order = { readonly key: (values: SqlValues) => string; readonly down: boolean; readonly type: string; readonly nulls?: true };
const orders: Readonly<Record<Exclude<SearchSort, 'nearest'>, Order>> = {
  best: { key: () => 'c.best', down: true, type: 'bigint' },
  newest: { key: () => 'c.published_at', down: true, type: 'timestamptz' },
  price: { key: () => 'c.price_cents', down: false, type: 'bigint' },
  '-price': { key: () => 'c.price_cents', down: true, type: 'bigint' },
  price_m2: { key: () => 'c.price_m2', down: false, type: 'bigint', nulls: true },
  move_in: { key: () => 'c.move_in_cents', down: false, type: 'bigint' },
};

/** Sorting by distance needs a point. */
function orderOf({ sort, near, bbox }: SearchQuery): Order {
  if (sort !== 'nearest') return orders[sort ?? 'best'];
  const centre = near ?? (bbox && { lat: (bbox.s + bbox.n) / 2, lng: (bbox.w + bbox.e) / 2 });
  return centre ? { key: (values) => squaredDistanceSql(centre, values), down: false, type: 'float8' } : orders.best;
}

type Cursor = { readonly key: string | null; readonly id: number };
const cursorText = ({ key, id }: Cursor): string => Buffer.from(JSON.stringify([key, id])).toString('base64url');
const keyPattern: Readonly<Record<string, RegExp>> = {
  bigint: /^-?\d{1,18}$/,
  float8: /^\d+(\.\d+)?(e[+-]?\d{1,3})?$/,
  timestamptz: /^\d{4}-\d\d-\d\d[ T][\d:.]{8,15}(Z|[+-]\d\d(:?\d\d)?)$/,
};
function cursorOf(text: string, order: Order): Cursor {
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown];
    const fits = key === null ? order.nulls === true : typeof key === 'string' && keyPattern[order.type]?.test(key);
    if (fits && Number.isSafeInteger(id)) return { key: key as string | null, id: id as number };
  } catch {
    // Malformed text leads to the error below, so that each problem is reported once.
  }
  throw invalidInputRefusal({ after: m.finding_problem_after() });
}

function afterCondition(cursor: Cursor, order: Order, key: string, values: SqlValues): string {
  const id = values.add(cursor.id);
  if (cursor.key === null) return `${key} is null and c.id > ${id}`;
  const at = `${values.add(cursor.key)}::${order.type}`;
  const beyond = `(${key}, c.id) ${order.down ? '<' : '>'} (${at}, ${id}::bigint)`;
  return order.nulls ? `(${beyond} or ${key} is null)` : beyond;
}

/** A page requested by number uses an offset up to this limit. */
const furthestOffset = 20_000;
type Row = { total: number; id: number | null; key: string | null; card: string | null };

export async function searchListings(reads: pg.Pool, query: SearchQuery): Promise<JsonText> {
  const question = await resolveSearch(reads, query);
  const said = JSON.stringify(question.understood);
  const order = orderOf({ ...query, ...question.filters });
  const cursor = query.after ? cursorOf(query.after, order) : null;
  const offset = cursor ? 0 : (query.page - 1) * query.size;
  const values = new SqlValues();
  const byPrice = order.key(new SqlValues()) === 'c.price_cents';
  const found = conditionsSql(question, question.dictionary, values, undefined, byPrice);
  if (!found || offset > furthestOffset) return answer('', 0, null, said);
  const asked = [...values.list];
  const counted = found.join(' and ') || 'true';
  const key = order.key(values);
  const paged = cursor ? [...found, afterCondition(cursor, order, key, values)].join(' and ') : counted;
  const way = order.down ? 'desc' : 'asc';
  const rows = await queryPublic<Row>(
    reads,
    `with hit as materialized (select c.id, ${key} as key from listing_card c where ${paged || 'true'} order by ${key} ${way}, c.id ${way} limit ${values.add(query.size + 1)}::int offset ${values.add(offset)}::int),
     tot as materialized (select count(*)::int as total from (select 1 from listing_card c where ${counted} limit ${exactCountLimit + 1}) z)
     select tot.total, h.id, h.key::text as key, t.card from tot left join (hit h join listing_text t on t.id = h.id) on true order by h.key ${way}, h.id ${way}`,
    values.list,
  );
  const shown = rows.filter((r) => r.card !== null).slice(0, query.size);
  const last = shown.at(-1);
  const more = rows.length > query.size && last?.id;
  const ids = shown.flatMap((r) => (r.id === null ? [] : [r.id]));
  // A request for a single row only needs the count.
  const buildings = query.size > 1 ? await buildingsOf(reads, counted, asked, ids) : '[]';
  const next = more && last?.id ? cursorText({ key: last.key, id: last.id }) : null;
  return answer(shown.map((r) => r.card).join(','), rows[0]?.total ?? 0, next, said, buildings);
}

/** Buildings of these listings with several matches, found by the index of a property's cards once the page is known. */
async function buildingsOf(reads: pg.Pool, counted: string, asked: readonly unknown[], ids: readonly number[]): Promise<string> {
  if (ids.length === 0) return '[]';
  const [row] = await queryPublic<{ found: string }>(
    reads,
    `select coalesce(json_agg(json_build_object('property_id', z.property_id, 'listing_type', z.listing_type, 'count', z.n, 'from_cents', z.low, 'to_cents', z.high)), '[]')::text as found
     from (select c.property_id, c.listing_type, count(*)::int as n, min(c.price_cents) as low, max(c.price_cents) as high from listing_card c
       where c.property_id = any (array(select k.property_id from listing_card k where k.id = any ($${asked.length + 1}::bigint[]))) and ${counted}
       group by 1, 2 having count(*) > 1) z ${customPlanMark}`,
    [...asked, ids],
  );
  return row?.found ?? '[]';
}

/** The given listings that match a search, with their cards: checks changes without running the whole search. */
export async function findListingsMatchingSearch(reads: pg.Pool, query: SearchFilters, ids: readonly number[]): Promise<ListingCard[]> {
  const question = await resolveSearch(reads, query);
  const values = new SqlValues();
  const found = conditionsSql(question, question.dictionary, values);
  if (!found || ids.length === 0) return [];
  const all = [`c.id = any (${values.add(ids)}::bigint[])`, ...found].join(' and ');
  const rows = await queryPublic<{ card: string }>(
    reads,
    `select t.card from listing_card c join listing_text t on t.id = c.id where ${all} order by c.id desc ${customPlanMark}`,
    values.list,
  );
  return rows.map(({ card }) => JSON.parse(card) as ListingCard);
}

const answer = (cards: string, total: number, next: string | null, understood: string, buildings = '[]'): JsonText =>
  new JsonText(
    `{"results":[${cards}],${formatResultCountJson(total)},"next":${JSON.stringify(next)},"understood":${understood},"buildings":${buildings}}`,
  );

export const formatResultCountJson = (total: number): string => `"count":${Math.min(total, exactCountLimit)},"capped":${total > exactCountLimit}`;
