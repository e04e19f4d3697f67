import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#server/db/types.gen.ts';

/** One page of a filtered query and how many rows there are in all. The filter is written once and serves both. */
export async function pageOf<T extends keyof DB, O, R>(
  found: SelectQueryBuilder<DB, T, O>,
  { page, page_size }: { page: number; page_size: number },
  shape: (q: SelectQueryBuilder<DB, T, O>) => SelectQueryBuilder<DB, T, R>,
): Promise<{ rows: R[]; count: number }> {
  const [rows, total] = await Promise.all([
    shape(found)
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    found.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: (total as { n: number }).n };
}

/** `-title` sorts downwards. The column was checked by the call's schema; it is still quoted as a name. */
export const byColumn = (sort: string): RawBuilder<unknown> =>
  sort.startsWith('-') ? sql`${sql.ref(sort.slice(1))} desc` : sql`${sql.ref(sort)} asc`;

/** Contains, whatever the case; the caller's % and _ mean themselves. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} ilike ${`%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`}`;
