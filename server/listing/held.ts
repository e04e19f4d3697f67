import { sql } from 'kysely';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { step } from './moves.ts';
import { holdAbove } from './plan.ts';
import { missingOf, readinessOf } from './ready.ts';
import type { ListingRow } from './rows.ts';
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

/** What a listing was when something came to pass, by its first step since then; of a pause also whose it was. */
const firstSince = (since: Date) =>
  sql`from move_log l where l.subject = 'listing' and l.subject_id = listing.id and l.at >= ${since} order by l.id limit 1`;
const stateBefore = (since: Date) => sql<string | null>`(select l.from_state ${firstSince(since)})`;
const pausedBefore = (since: Date) => sql<ListingRow['paused_by']>`(select case b.move when 'force' then 'platform' when 'pause' then 'company'
    else case when b.reason = 'unconfirmed' then 'stale' else 'unit' end end
  from move_log b where b.subject = 'listing' and b.subject_id = listing.id and b.to_state = 'paused' and b.id < (select l.id ${firstSince(since)})
  order by b.id desc limit 1)`;

/**
 * A tenancy that closed or held them is taken back as if it had never been: each is again what it was, seen by strangers or not. What is let
 * otherwise meanwhile, or stands in another's way, is left as it is.
 */
export async function reviveOffers(asker: Ctx, unitId: number, since: Date, reason: string): Promise<void> {
  const ctx = unscoped(asker, 'a tenancy that never was had closed it');
  const rows = await from(ctx, 'listing')
    .selectAll()
    .select([stateBefore(since).as('was'), pausedBefore(since).as('was_paused_by')])
    .where(ofUnits([unitId]))
    .where(sql<boolean>`(status = 'closed' and status_reason = 'unit_occupied' or status = 'paused' and paused_by = 'unit')`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { was, was_paused_by, ...row } of rows) {
    const inTheWay = missingOf(await readinessOf(ctx.db, row.id)).some((key) => key === 'vacant' || key === 'only');
    if (was === 'live' && !inTheWay) await step(ctx, row, { name: 'wake', actor: 'clock', reason });
    if (was === 'paused' && row.status === 'closed')
      await step(ctx, row, { name: 'unclose', actor: 'clock', reason, pausedBy: was_paused_by ?? 'company' });
  }
}
