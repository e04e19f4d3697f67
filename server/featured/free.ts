import { type Selectable, sql } from 'kysely';
import type { FeaturedBookingTable } from '#server/db/types.gen.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';

/** A booking that takes up its days: asked for, about to be paid in its time, paid, or on show. */
export const holds = sql`(b.status in ('requested', 'scheduled', 'running') or (b.status = 'awaiting_payment' and (b.hold_until is null or b.hold_until > app.now())))`;

/** How many slots of a product are taken on each of these days. */
export async function takenOn(db: Db, productId: number, from: string, to: string): Promise<{ day: string; taken: number }[]> {
  const { rows } = await sql<{ day: string; taken: number }>`
    select to_char(d, 'YYYY-MM-DD') as day, count(b.id)::int as taken
    from generate_series(${from}::date, ${to}::date, interval '1 day') d
    left join featured_booking b on b.product_id = ${productId} and ${holds} and d::date between b.starts_on and b.ends_on
    group by d order by d`.execute(db);
  return rows;
}

/** Whether a booking whose time ran out could have its days all the same; whoever books the same product waits meanwhile. */
export async function freeFor(db: Db, row: Pick<Selectable<FeaturedBookingTable>, 'product_id' | 'starts_on' | 'ends_on'>): Promise<boolean> {
  const { slots } = await everything(db, 'featured_product', 'a place is taken, whoever took it')
    .select()
    .select('slots')
    .where('id', '=', row.product_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return (await takenOn(db, row.product_id, row.starts_on, row.ends_on)).every(({ taken }) => taken < slots);
}
