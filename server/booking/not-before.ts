import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import type { BookingRow } from './rows.ts';

/** The day the units or the listing say they are free from, where that is after the day somebody wants to move in; null where nothing stands against it. */
export async function notBefore(
  ctx: Pick<Ctx, 'db'>,
  { starts_on, listing_id }: Pick<BookingRow, 'starts_on' | 'listing_id'>,
  homes: readonly number[],
): Promise<string | null> {
  const { day } = await everything(ctx.db, 'unit', 'what a booking is of')
    .select()
    .select(sql<string | null>`greatest(max(available_from), (select l.available_from from listing l where l.id = ${listing_id}))::text`.as('day'))
    .where('id', 'in', [...homes])
    .executeTakeFirstOrThrow();
  return day !== null && day > starts_on && day > clock.today() ? day : null;
}
