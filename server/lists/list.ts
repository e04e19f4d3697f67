import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { endOfDay, startOfDay } from '#contract/time/days.ts';

/** One page of a filtered query and the total number of rows. The same filter is used for both. */
export async function readPage<D, T extends keyof D, O, R>(
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
 * A page of a long list whose rows name other records: `found` queries its own table only, and `shape` joins the names for the selected rows. So the
 * count needs no joins, and an index can supply the order. If tabs were counted, the count is passed in.
 */
export async function readPageByIds<D, T extends keyof D & string, O, R>(
  found: SelectQueryBuilder<D, T, O>,
  { page, page_size, count }: { page: number; page_size: number; count?: number | undefined },
  by: Order<T>,
  shape: (these: RawBuilder<boolean>) => { execute(): Promise<R[]> },
): Promise<{ rows: R[]; count: number }> {
  const rows = await shape(isOnPageSql(found, { limit: page_size, offset: (page - 1) * page_size }, by)).execute();
  return { rows, count: count ?? (await countOf(found, { page, page_size }, rows.length)) };
}

export type PageSpan = { readonly limit: number; readonly offset: number };
/** A page of rows that each contain the total. Past the last page the first row is read, so that an empty page has a total too. */
export async function readPageWithCount<R extends { readonly count: number }>(
  { page, page_size }: { page: number; page_size: number },
  read: (span: PageSpan) => Promise<R[]>,
): Promise<{ rows: R[]; first: R | undefined; count: number }> {
  const rows = await read({ limit: page_size, offset: (page - 1) * page_size });
  const [first] = rows.length > 0 || page === 1 ? rows : await read({ limit: 1, offset: 0 });
  return { rows, first, count: first?.count ?? 0 };
}

type Order<T> = { readonly of: T; readonly order: RawBuilder<unknown> };
/** A filter for the rows of one page in the order of the list. The outer query has to order its rows again. */
export const isOnPageSql = <D, T extends keyof D & string, O>(
  found: SelectQueryBuilder<D, T, O>,
  { limit, offset }: PageSpan,
  { of, order }: Order<T>,
): RawBuilder<boolean> => {
  const id = sql.ref(`${of}.id`);
  return isAmongSql(`${of}.id`, found.select(id.as('id')).orderBy(order).limit(limit).offset(offset));
};

/**
 * A filter for ids of a query that runs once and first. As a plain join the planner could run it for every row, because it cannot estimate a text
 * search.
 */
export const isAmongSql = (column: string, ids: Expression<unknown>): RawBuilder<boolean> => sql<boolean>`${sql.ref(column)} = any (array(${ids}))`;

async function countOf<D, T extends keyof D, O>(
  found: SelectQueryBuilder<D, T, O>,
  { page, page_size }: { page: number; page_size: number },
  shown: number,
): Promise<number> {
  // A page that is not full is the last one, so the total follows from it without a count. Most lists are that short.
  if (shown < page_size && (shown > 0 || page === 1)) return (page - 1) * page_size + shown;
  const total = await found.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return (total as { n: number }).n;
}

/**
 * The number of rows in each state, for the tabs above a list, counted only on request. `found` is the filter of the list without the state, so that
 * the number on a tab equals the rows that it opens. Rows without a state count only in `all`.
 */
export async function countTabs<D, T extends keyof D, O>(
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
  return { tabs: toTabCounts(rows) };
}

/** The number of rows in the open tab, if tabs were counted. */
export const getOpenTabCount = ({ tabs }: { tabs?: Record<string, number> }, state = 'all'): number | undefined => tabs && (tabs[state] ?? 0);

/** The part of a query that counting needs. The compiler is too slow with the full type for every list. */
type Countable = { select(what: readonly unknown[]): { groupBy(by: unknown): { execute(): Promise<StateCount[]> } } };

export type StateCount = { readonly state: string | null; readonly n: number };
export const toTabCounts = (rows: readonly StateCount[]): Record<string, number> => ({
  all: rows.reduce((sum, row) => sum + row.n, 0),
  ...Object.fromEntries(rows.flatMap(({ state, n }) => (state === null ? [] : [[state, n]]))),
});

/** `-title` sorts in descending order. The schema of the call has checked the column, which is still quoted as a name. */
export const orderByColumn = (sort: string): RawBuilder<unknown> =>
  sort.startsWith('-') ? sql`${sql.ref(sort.slice(1))} desc` : sql`${sql.ref(sort)} asc`;

/** From one day to another, both included, in Nairobi time. The days are converted to moments, so that an index on the column can be used. */
export const isInDayRangeSql = (column: string | RawBuilder<unknown>, { day_from, day_to }: Days): RawBuilder<boolean> => {
  const at = typeof column === 'string' ? sql.ref(column) : column;
  const bounds = [
    ...(day_from ? [sql`${at} >= ${startOfDay(day_from)}::timestamptz`] : []),
    ...(day_to ? [sql`${at} < ${endOfDay(day_to)}::timestamptz`] : []),
  ];
  return sql<boolean>`(${sql.join(bounds, sql` and `)})`;
};
type Days = { readonly day_from?: string | undefined; readonly day_to?: string | undefined };
/** Whether the caller filtered a list by days. */
export const hasDayRange = ({ day_from, day_to }: Days): boolean => day_from !== undefined || day_to !== undefined;

/** Matches text anywhere, ignoring case. A % or _ of the caller has no special meaning. */
export const containsTextSql = (column: string | RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} ilike ${`%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`}`;

/** Filters by county through the property that a column refers to, as a subquery, so that lists without this filter join nothing. */
export const isInCountySql = (property: string, county: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(property)} in (select p.id from property p where p.region = ${county})`;

/** The digits of a phone number that all spellings share: 0712 345 678 and +254 712 345 678 both give 712345678. Null if the text is not a number. */
export function toPhoneDigits(text: string): string | null {
  const digits = text.replace(/[\s()-]/g, '').replace(/^(?:\+?254|0)(?=[17])/, '');
  return /^\d{4,}$/.test(digits) ? digits : null;
}
