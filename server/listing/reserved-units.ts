import { sql } from 'kysely';
import { asUnscoped, type Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { lockCompanyPropertyAndListings } from './plan-limit.ts';
import { listMissingReadinessItems, readListingReadiness } from './readiness.ts';
import type { ListingRow } from './rows.ts';
import { applyListingMove } from './status-changes.ts';
import { listingsOfUnitsSql } from './whole-property.ts';

/** Locks company and property before the unit, for modules that lock a unit and its listings. */
export const lockCompanyAndProperty = (ctx: Pick<Ctx, 'db'>, propertyId: number): Promise<void> =>
  lockCompanyPropertyAndListings(ctx, sql`(select ${propertyId}::bigint)`, []);

/**
 * Pauses the listings of reserved units and of the whole property in the same transaction. They resume when the unit is vacant again
 * (`onUnitStatusChange`).
 */
export async function pauseListingsOfUnits(asker: Ctx, unitIds: readonly number[], reason: string): Promise<void> {
  const ctx = asUnscoped(asker, 'a booking changes the status of the listing');
  const rows = await from(ctx, 'listing')
    .selectAll()
    .where(listingsOfUnitsSql(unitIds))
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const row of rows) await applyListingMove(ctx, row, { name: 'hold', actor: 'clock', reason, pausedBy: 'unit' });
}

/** The state of a listing before a date, derived from its first move since then; for a pause also its author. */
const firstSince = (since: Date) =>
  sql`from move_log l where l.subject = 'listing' and l.subject_id = listing.id and l.at >= ${since} order by l.id limit 1`;
const stateBefore = (since: Date) => sql<string | null>`(select l.from_state ${firstSince(since)})`;
const pausedBefore = (since: Date) => sql<ListingRow['paused_by']>`(select case b.move when 'force' then 'platform' when 'pause' then 'company'
    else case when b.reason = 'unconfirmed' then 'stale' else 'unit' end end
  from move_log b where b.subject = 'listing' and b.subject_id = listing.id and b.to_state = 'paused' and b.id < (select l.id ${firstSince(since)})
  order by b.id desc limit 1)`;

/**
 * Restores listings that an undone tenancy closed or paused to their earlier state. A listing stays unchanged if the unit was let otherwise since, or
 * if it would conflict with another listing.
 */
export async function restorePausedListings(asker: Ctx, unitId: number, since: Date, reason: string): Promise<void> {
  const ctx = asUnscoped(asker, 'the tenancy that closed the listing never began');
  const rows = await from(ctx, 'listing')
    .selectAll()
    .select([stateBefore(since).as('was'), pausedBefore(since).as('was_paused_by')])
    .where(listingsOfUnitsSql([unitId]))
    .where(sql<boolean>`(status = 'closed' and status_reason = 'unit_occupied' or status = 'paused' and paused_by = 'unit')`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { was, was_paused_by, ...row } of rows) {
    const inTheWay = listMissingReadinessItems(await readListingReadiness(ctx.db, row.id)).some((key) => key === 'vacant' || key === 'only');
    if (was === 'live' && !inTheWay) await applyListingMove(ctx, row, { name: 'wake', actor: 'clock', reason });
    if (was === 'paused' && row.status === 'closed')
      await applyListingMove(ctx, row, { name: 'unclose', actor: 'clock', reason, pausedBy: was_paused_by ?? 'company' });
  }
}
