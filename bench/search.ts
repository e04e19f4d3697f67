import type pg from 'pg';
import { searchCalls } from '#contract/search/calls.ts';
import { SearchFilters, SearchQuery } from '#contract/search/query.ts';
import { parseJsonText } from '#server/http/json-text.ts';
import { searchHandlers } from '#server/search/service.ts';

/** The workloads of issue 4: a request to the product, and its SQL for the bare server and pgbench. */
export type SearchWorkload = {
  readonly name: string;
  readonly path: string;
  /** The statement the product sends for it, with its values. */
  readonly statement: { readonly text: string; readonly values: readonly unknown[] };
  /** Checks that the answer is correct. */
  readonly check: (status: number, body: string) => boolean;
};

/** A pool that records the last statement of a search sent through it. */
function overheard(pool: pg.Pool): { pool: pg.Pool; last: () => SearchWorkload['statement'] } {
  let said = { text: 'select 1', values: [] as readonly unknown[] };
  const query = (text: string, values: unknown[]) => {
    // The dictionary and the totals of the home page are read once and cached, so they are not part of a request.
    if (text.includes('listing_card') && !text.includes('counted')) said = { text, values };
    return pool.query(text, values);
  };
  return { pool: { query } as unknown as pg.Pool, last: () => said };
}

const many = (body: string): number => (JSON.parse(body) as { results: unknown[] }).results.length;

export async function buildSearchWorkloads(pool: pg.Pool): Promise<SearchWorkload[]> {
  const { pool: ear, last } = overheard(pool);
  const search = searchHandlers(ear);
  const { rows } = await pool.query<{ county: number; estate: number; name: string; lat: number; lng: number; property: number }>(
    `select c.county_id as county, c.estate_id as estate, l.name, l.lat, l.lng, (select property_id from listing_card order by id desc limit 1) as property
     from listing_card c join location l on l.id = c.estate_id where c.listing_type = 0 and l.name ~ '^[A-Z][a-z]+$' group by 1, 2, 3, 4, 5 order by count(*) desc limit 1`,
  );
  const at = rows[0];
  if (!at) throw new Error('there is nothing to measure: the database holds no offers');
  const county = { type: 'rent', place: String(at.county), beds: '2', min: '10000', max: '90000', amenities: 'borehole' };
  const list = async (given: Record<string, string>) => {
    const answer = parseJsonText(await search.listings(null, SearchQuery.parse(given))) as {
      next: string | null;
      count: number;
      results: { id: number }[];
    };
    return { ...answer, statement: last() };
  };
  const searchPath = (given: Record<string, string>) => `${searchCalls.listings.path}?${new URLSearchParams(given)}`;
  const searched = async (name: string, given: Record<string, string>): Promise<SearchWorkload> => {
    const { statement, results, count } = await list(given);
    if (results.length === 0) throw new Error(`${name} finds nothing to measure`);
    return {
      name,
      path: searchPath(given),
      statement,
      check: (status, body) => status === 200 && body.includes(`"count":${count},`) && many(body) === results.length,
    };
  };
  const box = (d: number) => `${at.lng - d},${at.lat - d},${at.lng + d},${at.lat + d}`;
  const mapped = async (name: string, given: Record<string, string>): Promise<SearchWorkload> => {
    const zoom = Number(given.zoom);
    const answer = parseJsonText(await search.map(null, { ...SearchFilters.parse(given), zoom } as Parameters<typeof search.map>[1])) as {
      count: number;
    };
    return {
      name,
      path: `${searchCalls.map.path}?${new URLSearchParams(given)}`,
      statement: last(),
      check: (status, body) => status === 200 && body.startsWith(`{"count":${answer.count},`),
    };
  };
  let deep = await list({ type: 'rent', place: String(at.county), sort: 'newest' });
  let after = deep.next;
  for (let page = 2; page <= 20 && deep.next; page++) {
    after = deep.next;
    deep = await list({ type: 'rent', place: String(at.county), sort: 'newest', page: String(page), after: deep.next });
  }
  await search.property(null, { id: at.property });
  const detail = last();
  return [
    await searched('search, newest', { ...county, sort: 'newest' }),
    await searched('search, by price', { ...county, sort: 'price' }),
    await searched('search, best of all rents', { type: 'rent' }),
    await searched('free text', { q: `2 bedroom ${at.name.toLowerCase()} under 90k` }),
    await mapped('map, points', { type: 'rent', bbox: box(0.01), zoom: '15' }),
    await mapped('map, cells', { type: 'rent', bbox: box(0.3), zoom: '11' }),
    {
      name: 'property',
      path: `${searchCalls.property.path}?id=${at.property}`,
      statement: detail,
      check: (status, body) => status === 200 && body.includes(`"id": ${at.property},`),
    },
    await searched('page 20', { type: 'rent', place: String(at.county), sort: 'newest', page: '20', ...(after ? { after } : {}) }),
  ];
}
