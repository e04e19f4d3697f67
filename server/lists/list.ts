import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

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
  // A page that is not full is the last one, so it tells the total by itself; most lists are that short.
  if (rows.length < page_size && (rows.length > 0 || page === 1)) return { rows, count: (page - 1) * page_size + rows.length };
  const total = await found.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return { rows, count: (total as { n: number }).n };
}

/** `-title` sorts downwards. The column was checked by the call's schema; it is still quoted as a name. */
export const byColumn = (sort: string): RawBuilder<unknown> =>
  sort.startsWith('-') ? sql`${sql.ref(sort.slice(1))} desc` : sql`${sql.ref(sort)} asc`;

/** Contains, whatever the case; the caller's % and _ mean themselves. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} ilike ${`%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`}`;

/** The part of a phone number every spelling has: 0712 345 678 and +254 712 345 678 are both 712345678. Null when the text is no number. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/[\s()-]/g, '').replace(/^(?:\+?254|0)(?=[17])/, '');
  return /^\d{4,}$/.test(digits) ? digits : null;
}
