import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';

/** An offer's own count follows; the day's count only grows, since a heart that was taken back was still given. */
export async function countOf(ctx: Pick<Ctx, 'db'>, listingId: number, what: 'saves' | 'enquiries', by: 1 | -1): Promise<void> {
  const column = sql.ref(what);
  await sql`/* all: what the public does is counted for anybody */ update listing set ${column} = greatest(0, ${column} + ${by})
    where id = ${listingId}`.execute(ctx.db);
  if (by === 1)
    await sql`/* all: what the public does is counted for anybody */ insert into listing_day (listing_id, day, ${column})
      values (${listingId}, app.today(), 1) on conflict (listing_id, day) do update set ${column} = listing_day.${column} + 1`.execute(ctx.db);
}
