import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';

/**
 * Changes the counts of a listing. Its total goes up and down; the count of a day only grows, because a favourite that was removed later was still
 * added on that day.
 */
export async function changeListingCount(ctx: Pick<Ctx, 'db'>, listingId: number, what: 'saves' | 'enquiries', by: 1 | -1): Promise<void> {
  const column = sql.ref(what);
  await sql`/* unscoped: visits to public listings are counted for all visitors */ update listing set ${column} = greatest(0, ${column} + ${by})
    where id = ${listingId}`.execute(ctx.db);
  if (by === 1)
    await sql`/* unscoped: visits to public listings are counted for all visitors */ insert into listing_day (listing_id, day, ${column})
      values (${listingId}, app.today(), 1) on conflict (listing_id, day) do update set ${column} = listing_day.${column} + 1`.execute(ctx.db);
}
