import { type Selectable, sql } from 'kysely';
import type { FeaturedBookingTable } from '#server/db/types.gen.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

/** Bookings that occupy their days: requested, reserved for payment, scheduled or running. */
export const occupiesSlotSql = sql`(b.status in ('requested', 'scheduled', 'running') or (b.status = 'awaiting_payment' and (b.hold_until is null or b.hold_until > app.now())))`;

/** The number of slots taken on each of these days. */
export async function countSlotsTakenByDay(db: Db, productId: number, from: string, to: string): Promise<{ day: string; taken: number }[]> {
  const { rows } = await sql<{ day: string; taken: number }>`
    select to_char(d, 'YYYY-MM-DD') as day, count(b.id)::int as taken
    from generate_series(${from}::date, ${to}::date, interval '1 day') d
    left join featured_booking b on b.product_id = ${productId} and ${occupiesSlotSql} and d::date between b.starts_on and b.ends_on
    group by d order by d`.execute(db);
  return rows;
}

/** Whether the days of an expired booking are still free. It locks the product, so other bookings of it wait. */
export async function hasAvailableSlots(
  db: Db,
  row: Pick<Selectable<FeaturedBookingTable>, 'product_id' | 'starts_on' | 'ends_on'>,
): Promise<boolean> {
  const { slots } = await unscopedTable(db, 'featured_product', 'a slot is taken regardless of the company that booked it')
    .select()
    .select('slots')
    .where('id', '=', row.product_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return (await countSlotsTakenByDay(db, row.product_id, row.starts_on, row.ends_on)).every(({ taken }) => taken < slots);
}
