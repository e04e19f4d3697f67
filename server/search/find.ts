import type pg from 'pg';
import { countCap, type SearchSort } from '#contract/search/limits.ts';
import type { SearchFilters, SearchQuery } from '#contract/search/query.ts';
import type { Card } from '#contract/search/shapes.ts';
import { customPlan } from '#server/db/named.ts';
import { invalid } from '#server/http/answer.ts';
import { JsonText } from '#server/http/json-text.ts';
import { m } from '#words/messages.js';
import { questionOf } from './asked.ts';
import { read, Values } from './reader.ts';
import { conditions, distance } from './where.ts';

/** What a list is sorted by; `id` decides between equals, so that every order is one order. */
type Order = { readonly key: (values: Values) => string; readonly down: boolean; readonly type: string; readonly nulls?: true };
const orders: Readonly<Record<Exclude<SearchSort, 'nearest'>, Order>> = {
  best: { key: () => 'c.best', down: true, type: 'bigint' },
  newest: { key: () => 'c.published_at', down: true, type: 'timestamptz' },
  price: { key: () => 'c.price_cents', down: false, type: 'bigint' },
  '-price': { key: () => 'c.price_cents', down: true, type: 'bigint' },
  price_m2: { key: () => 'c.price_m2', down: false, type: 'bigint', nulls: true },
  move_in: { key: () => 'c.move_in_cents', down: false, type: 'bigint' },
};

/** Nearest needs something to be near to. */
function orderOf({ sort, near, bbox }: SearchQuery): Order {
  if (sort !== 'nearest') return orders[sort ?? 'best'];
  const centre = near ?? (bbox && { lat: (bbox.s + bbox.n) / 2, lng: (bbox.w + bbox.e) / 2 });
  return centre ? { key: (values) => distance(centre, values), down: false, type: 'float8' } : orders.best;
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
    // Falls through: whatever is wrong with it is said once.
  }
  throw invalid({ after: m.finding_problem_after() });
}

function afterCondition(cursor: Cursor, order: Order, key: string, values: Values): string {
  const id = values.add(cursor.id);
  if (cursor.key === null) return `${key} is null and c.id > ${id}`;
  const at = `${values.add(cursor.key)}::${order.type}`;
  const beyond = `(${key}, c.id) ${order.down ? '<' : '>'} (${at}, ${id}::bigint)`;
  return order.nulls ? `(${beyond} or ${key} is null)` : beyond;
}

/** A page asked for by its number alone is counted off; further than this nobody looks by hand. */
const furthestOffset = 20_000;
type Row = { total: number; id: number | null; key: string | null; card: string | null };

export async function listings(reads: pg.Pool, query: SearchQuery): Promise<JsonText> {
  const question = await questionOf(reads, query);
  const said = JSON.stringify(question.understood);
  const order = orderOf({ ...query, ...question.filters });
  const cursor = query.after ? cursorOf(query.after, order) : null;
  const offset = cursor ? 0 : (query.page - 1) * query.size;
  const values = new Values();
  const byPrice = order.key(new Values()) === 'c.price_cents';
  const found = conditions(question, question.dictionary, values, undefined, byPrice);
  if (!found || offset > furthestOffset) return answer('', 0, null, said);
  const asked = [...values.list];
  const counted = found.join(' and ') || 'true';
  const key = order.key(values);
  const paged = cursor ? [...found, afterCondition(cursor, order, key, values)].join(' and ') : counted;
  const way = order.down ? 'desc' : 'asc';
  const rows = await read<Row>(
    reads,
    `with hit as materialized (select c.id, ${key} as key from listing_card c where ${paged || 'true'} order by ${key} ${way}, c.id ${way} limit ${values.add(query.size + 1)}::int offset ${values.add(offset)}::int),
     tot as materialized (select count(*)::int as total from (select 1 from listing_card c where ${counted} limit ${countCap + 1}) z)
     select tot.total, h.id, h.key::text as key, t.card from tot left join (hit h join listing_text t on t.id = h.id) on true order by h.key ${way}, h.id ${way}`,
    values.list,
  );
  const shown = rows.filter((r) => r.card !== null).slice(0, query.size);
  const last = shown.at(-1);
  const more = rows.length > query.size && last?.id;
  const ids = shown.flatMap((r) => (r.id === null ? [] : [r.id]));
  // Whoever asks for one row asks for a count.
  const buildings = query.size > 1 ? await buildingsOf(reads, counted, asked, ids) : '[]';
  const next = more && last?.id ? cursorText({ key: last.key, id: last.id }) : null;
  return answer(shown.map((r) => r.card).join(','), rows[0]?.total ?? 0, next, said, buildings);
}

/** Of the buildings these offers stand in, those with several that fit: by the index of a property's cards, after the page is known. */
async function buildingsOf(reads: pg.Pool, counted: string, asked: readonly unknown[], ids: readonly number[]): Promise<string> {
  if (ids.length === 0) return '[]';
  const [row] = await read<{ found: string }>(
    reads,
    `select coalesce(json_agg(json_build_object('property_id', z.property_id, 'listing_type', z.listing_type, 'count', z.n, 'from_cents', z.low, 'to_cents', z.high)), '[]')::text as found
     from (select c.property_id, c.listing_type, count(*)::int as n, min(c.price_cents) as low, max(c.price_cents) as high from listing_card c
       where c.property_id = any (array(select k.property_id from listing_card k where k.id = any ($${asked.length + 1}::bigint[]))) and ${counted}
       group by 1, 2 having count(*) > 1) z ${customPlan}`,
    [...asked, ids],
  );
  return row?.found ?? '[]';
}

/** Which of these offers a search finds, with their cards: what changed is held against a search without looking through all it finds. */
export async function among(reads: pg.Pool, query: SearchFilters, ids: readonly number[]): Promise<Card[]> {
  const question = await questionOf(reads, query);
  const values = new Values();
  const found = conditions(question, question.dictionary, values);
  if (!found || ids.length === 0) return [];
  const all = [`c.id = any (${values.add(ids)}::bigint[])`, ...found].join(' and ');
  const rows = await read<{ card: string }>(
    reads,
    `select t.card from listing_card c join listing_text t on t.id = c.id where ${all} order by c.id desc ${customPlan}`,
    values.list,
  );
  return rows.map(({ card }) => JSON.parse(card) as Card);
}

const answer = (cards: string, total: number, next: string | null, understood: string, buildings = '[]'): JsonText =>
  new JsonText(`{"results":[${cards}],${counted(total)},"next":${JSON.stringify(next)},"understood":${understood},"buildings":${buildings}}`);

export const counted = (total: number): string => `"count":${Math.min(total, countCap)},"capped":${total > countCap}`;
