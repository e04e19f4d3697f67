import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { endOf, startOf } from '#contract/time/days.ts';

/** One page of a filtered query and how many rows there are in all. The filter is written once and serves both. */
export async function pageOf<D, T extends keyof D, O, R>(
  found: SelectQueryBuilder<D, T, O>,
  { page, page_size }: { page: number; page_size: number },
  shape: (q: SelectQueryBuilder<D, T, O>) => SelectQueryBuilder<D, T, R>,
): Promise<{ rows: R[]; count: number }> {
  const rows = await shape(found)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { rows, count: await countOf(found, { page, page_size }, rows.length) };
}

/**
 * The same of a long list whose rows name others: `found` asks of its table alone, `shape` reads the rows chosen with what is joined for
 * their names. So the count joins nothing, and where an index has the order the page is read off it. Whose tabs were counted knows the count.
 */
export async function pageChosen<D, T extends keyof D & string, O, R>(
  found: SelectQueryBuilder<D, T, O>,
  { page, page_size, count }: { page: number; page_size: number; count?: number | undefined },
  by: Order<T>,
  shape: (these: RawBuilder<boolean>) => { execute(): Promise<R[]> },
): Promise<{ rows: R[]; count: number }> {
  const rows = await shape(limitedTo(found, { limit: page_size, offset: (page - 1) * page_size }, by)).execute();
  return { rows, count: count ?? (await countOf(found, { page, page_size }, rows.length)) };
}

export type PageSpan = { readonly limit: number; readonly offset: number };
/** The same of rows that each say how many there are in all: past the last of them the first is asked, for a page that is not there has a count too. */
export async function pageTold<R extends { readonly count: number }>(
  { page, page_size }: { page: number; page_size: number },
  read: (span: PageSpan) => Promise<R[]>,
): Promise<{ rows: R[]; first: R | undefined; count: number }> {
  const rows = await read({ limit: page_size, offset: (page - 1) * page_size });
  const [first] = rows.length > 0 || page === 1 ? rows : await read({ limit: 1, offset: 0 });
  return { rows, first, count: first?.count ?? 0 };
}

type Order<T> = { readonly of: T; readonly order: RawBuilder<unknown> };
/** So many rows of a list in its order, as a filter of who reads them; the reader says the order again. */
export const limitedTo = <D, T extends keyof D & string, O>(
  found: SelectQueryBuilder<D, T, O>,
  { limit, offset }: PageSpan,
  { of, order }: Order<T>,
): RawBuilder<boolean> => {
  const id = sql.ref(`${of}.id`);
  return isAmong(`${of}.id`, found.select(id.as('id')).orderBy(order).limit(limit).offset(offset));
};

/** Among the ids of a query that is run first and once: the planner, who cannot know how many words fit, is not to run it row by row. */
export const isAmong = (column: string, ids: Expression<unknown>): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} = any (array(${ids}))`;

async function countOf<D, T extends keyof D, O>(
  found: SelectQueryBuilder<D, T, O>,
  { page, page_size }: { page: number; page_size: number },
  shown: number,
): Promise<number> {
  // A page that is not full is the last one, so it tells the total by itself; most lists are that short.
  if (shown < page_size && (shown > 0 || page === 1)) return (page - 1) * page_size + shown;
  const total = await found.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return (total as { n: number }).n;
}

/**
 * How many rows stand in each state, for the tabs above a list; counted for who asks only. `found` is the list's own filter
 * with the state left out, so that a tab says what opening it shows. What has no state counts under `all` alone.
 */
export async function tabsOf<D, T extends keyof D, O>(
  asked: boolean | undefined,
  found: () => SelectQueryBuilder<D, T, O>,
  state: RawBuilder<unknown>,
): Promise<{ tabs?: Record<string, number> }> {
  if (!asked) return {};
  const query = found() as unknown as Countable;
  const rows = await query
    .select([sql`(${state})::text`.as('state'), sql`count(*)::int`.as('n')])
    .groupBy(sql`1`)
    .execute();
  return { tabs: tabCounts(rows) };
}

/** How many rows the open tab has, where tabs were counted at all. */
export const ofTab = ({ tabs }: { tabs?: Record<string, number> }, state = 'all'): number | undefined => tabs && (tabs[state] ?? 0);

/** What counting takes of a query; its whole type, once for every list, is more than the compiler bears. */
type Countable = { select(what: readonly unknown[]): { groupBy(by: unknown): { execute(): Promise<StateCount[]> } } };

export type StateCount = { readonly state: string | null; readonly n: number };
export const tabCounts = (rows: readonly StateCount[]): Record<string, number> => ({
  all: rows.reduce((sum, row) => sum + row.n, 0),
  ...Object.fromEntries(rows.flatMap(({ state, n }) => (state === null ? [] : [[state, n]]))),
});

/** `-title` sorts downwards. The column was checked by the call's schema; it is still quoted as a name. */
export const byColumn = (sort: string): RawBuilder<unknown> =>
  sort.startsWith('-') ? sql`${sql.ref(sort.slice(1))} desc` : sql`${sql.ref(sort)} asc`;

/** From a day to a day, both counted, by the clock of Nairobi. As moments, so that an index on the column serves. */
export const inDays = (column: string | RawBuilder<unknown>, { day_from, day_to }: Days): RawBuilder<boolean> => {
  const at = typeof column === 'string' ? sql.ref(column) : column;
  const bounds = [
    ...(day_from ? [sql`${at} >= ${startOf(day_from)}::timestamptz`] : []),
    ...(day_to ? [sql`${at} < ${endOf(day_to)}::timestamptz`] : []),
  ];
  return sql<boolean>`(${sql.join(bounds, sql` and `)})`;
};
type Days = { readonly day_from?: string | undefined; readonly day_to?: string | undefined };
/** Whether a list was asked for days at all. */
export const asksDays = ({ day_from, day_to }: Days): boolean => day_from !== undefined || day_to !== undefined;

/** Contains, whatever the case; the caller's % and _ mean themselves. */
export const containsText = (column: string | RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} ilike ${`%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`}`;

/** In a county, by the property a column names: asked where it filters, so that a list that does not ask joins nothing. */
export const inCounty = (property: string, county: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(property)} in (select p.id from property p where p.region = ${county})`;

/** The part of a phone number every spelling has: 0712 345 678 and +254 712 345 678 are both 712345678. Null when the text is no number. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/[\s()-]/g, '').replace(/^(?:\+?254|0)(?=[17])/, '');
  return /^\d{4,}$/.test(digits) ? digits : null;
}
