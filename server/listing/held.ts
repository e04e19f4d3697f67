import { sql } from 'kysely';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { step } from './moves.ts';
import { holdAbove } from './plan.ts';
import { missingOf, readinessOf } from './ready.ts';
import { ofUnits } from './whole.ts';

/** Company and property before the unit, for rooms that hold a unit and thereby its listings. */
export const aboveOffers = (ctx: Pick<Ctx, 'db'>, propertyId: number): Promise<void> => holdAbove(ctx, sql`(select ${propertyId}::bigint)`, []);

/**
 * What is promised to somebody is offered to nobody else, in the same transaction: neither the unit nor a whole it is part of. It comes back
 * with its unit (`unitMoved`).
 */
export async function holdOffers(asker: Ctx, unitIds: readonly number[], reason: string): Promise<void> {
  const ctx = unscoped(asker, 'a booking brings it about');
  const rows = await from(ctx, 'listing')
    .selectAll()
    .where(ofUnits(unitIds))
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const row of rows) await step(ctx, row, { name: 'hold', actor: 'clock', reason, pausedBy: 'unit' });
}

/**
 * A tenancy that closed them is taken back as if it had never been: what was offered until then is offered again, where it still can be. What
 * somebody had stopped themselves stays as it was left.
 */
export async function reviveOffers(asker: Ctx, unitId: number, since: Date, reason: string): Promise<void> {
  const ctx = unscoped(asker, 'a tenancy that never was had closed it');
  const rows = await from(ctx, 'listing')
    .selectAll()
    .where('unit_id', '=', unitId)
    .where('status', '=', 'closed')
    .where('status_reason', '=', 'unit_occupied')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (select 1 from move_log l where l.subject = 'listing' and l.subject_id = listing.id and l.at >= ${since}
        and (l.move = 'hold' or (l.move = 'close' and l.from_state = 'live')))`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const row of rows)
    if (missingOf(await readinessOf(ctx.db, row.id)).length === 0) await step(ctx, row, { name: 'wake', actor: 'clock', reason });
}
