import { sql } from 'kysely';
import { formatKes } from '#contract/money/format.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';

/** Notifies the person who booked when the display of the listing starts and ends. `key` contains the state, so a repeat sends no second message. */
export async function notifyFeaturedBooker(ctx: Pick<Ctx, 'db'>, id: number, event: 'featured.started' | 'featured.ended'): Promise<void> {
  const row = await unscopedTable(ctx.db, 'featured_booking', 'the person who booked the slot is notified')
    .select('b')
    .innerJoin('featured_product as p', 'p.id', 'b.product_id')
    .innerJoin('listing as l', 'l.id', 'b.listing_id')
    .innerJoin('person as q', 'q.id', 'b.created_by')
    .select(['b.code', 'q.id as person_id', 'l.title', 'p.name as place'])
    .select(sql<string>`to_char(coalesce(b.ended_on, b.ends_on), 'FMDD Mon YYYY')`.as('date'))
    .where('b.id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  const params = { title: row.title, place: row.place, date: row.date };
  await notifyAudience(ctx, event, params, createNotificationAudience().person(row.person_id, ''), { key: row.code });
}

/** Notifies the person who booked that an amount was credited to the company. */
export async function notifyFeaturedCredit(ctx: Pick<Ctx, 'db'>, id: number, cents: number, key: string): Promise<void> {
  const row = await unscopedTable(ctx.db, 'featured_booking', 'the person who booked the slot is notified')
    .select('b')
    .innerJoin('listing as l', 'l.id', 'b.listing_id')
    .innerJoin('person as q', 'q.id', 'b.created_by')
    .select(['q.id as person_id', 'l.title'])
    .where('b.id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  await notifyAudience(
    ctx,
    'featured.credited',
    { title: row.title, sum: formatKes(cents) },
    createNotificationAudience().person(row.person_id, ''),
    { key },
  );
}
