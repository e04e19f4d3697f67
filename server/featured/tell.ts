import { sql } from 'kysely';
import { kes } from '#contract/money/format.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { audience, notify } from '#server/notification/service.ts';

/** Whoever booked a place hears when their offer stands there and when it no longer does; `key` has the state, so a repeat is one message. */
export async function tellBooker(ctx: Pick<Ctx, 'db'>, id: number, event: 'featured.started' | 'featured.ended'): Promise<void> {
  const row = await everything(ctx.db, 'featured_booking', 'whoever booked it is told')
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
  await notify(ctx, event, params, audience().person(row.person_id, ''), { key: row.code });
}

/** Whoever booked it hears that money is the company's again, for the next time. */
export async function tellCredited(ctx: Pick<Ctx, 'db'>, id: number, cents: number, key: string): Promise<void> {
  const row = await everything(ctx.db, 'featured_booking', 'whoever booked it is told')
    .select('b')
    .innerJoin('listing as l', 'l.id', 'b.listing_id')
    .innerJoin('person as q', 'q.id', 'b.created_by')
    .select(['q.id as person_id', 'l.title'])
    .where('b.id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  await notify(ctx, 'featured.credited', { title: row.title, sum: kes(cents) }, audience().person(row.person_id, ''), { key });
}
