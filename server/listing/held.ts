import { sql } from 'kysely';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { step } from './moves.ts';
import { holdAbove } from './plan.ts';

/** Company and property before the unit, for rooms that hold a unit and thereby its listings. */
export const aboveOffers = (ctx: Pick<Ctx, 'db'>, propertyId: number): Promise<void> => holdAbove(ctx, sql`(select ${propertyId}::bigint)`, []);

/** What is promised to somebody is offered to nobody else, in the same transaction. It comes back with its unit (`unitMoved`). */
export async function holdOffers(asker: Ctx, unitId: number, reason: string): Promise<void> {
  const ctx = unscoped(asker, 'a booking brings it about');
  const rows = await from(ctx, 'listing')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const row of rows) await step(ctx, row, { name: 'hold', actor: 'clock', reason, pausedBy: 'unit' });
}
