import { type Expression, sql } from 'kysely';
import { bidResponseHours } from '#contract/bid/terms.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, asUnscoped, type Ctx, type Db } from '#server/kernel/ctx.ts';
import type { EventHandlers } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { readCompanyName } from '#server/people/service.ts';
import { isPropertyHandedToCompany } from '#server/property/service.ts';
import { endBid } from './bid-turns.ts';
import { notifyBidderOfAgentChange } from './notify.ts';
import { isBidFrozenSql } from './rows.ts';

const why = 'bids end at a deadline or when their unit changes';
const open = ['open', 'countered'] as const;

/** The deadline does not run while the platform reviews the home. */
const due = (db: Db) =>
  systemRows(db, 'bid', why)
    .where('status', 'in', [...open])
    .where('expires_at', '<=', clock.now())
    .where(sql<boolean>`not ${isBidFrozenSql}`);

/** Expires unanswered bids, each in its own transaction and read again under its lock. */
export const expireBids = async (db: Db): Promise<number> =>
  processDueRows(db, await due(db).select('id').orderBy('expires_at').execute(), async (tx, { id }) => {
    const bid = await due(tx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (bid) await endBid(asClock(tx, why), bid, 'expire', '', 'clock');
  });

export const bidJobs: readonly ScheduledJob[] = [
  {
    name: 'bid.expire',
    everyMinutes: 5,
    run: expireBids,
    dryRun: async (db) => (await due(db).select('id').execute()).length,
  },
];

const openOf = (ctx: Ctx, where: Expression<boolean>) =>
  systemRows(ctx.db, 'bid', why)
    .selectAll()
    .where('status', 'in', [...open])
    .where(where)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Ends bids that can no longer succeed and gives each bidder the reason. */
async function endAll(asker: Ctx, where: Expression<boolean>, reason: string): Promise<void> {
  const ctx = asUnscoped(asker, why);
  for (const bid of await openOf(ctx, where)) await endBid(ctx, bid, bid.status === 'open' ? 'decline' : 'withdraw', reason, 'clock');
}

/** When the platform ends its review of a home, the side that has to answer gets the full time again. */
async function runOn(ctx: Ctx, where: Expression<boolean>): Promise<void> {
  await unscopedTable(ctx.db, 'bid', why)
    .change()
    .set({ expires_at: computeEveningDeadline(clock.now(), bidResponseHours) })
    .where('status', 'in', [...open])
    .where(where)
    .where(sql<boolean>`not ${isBidFrozenSql}`)
    .execute();
}

/** After the end of a mandate the owner of the property answers bids, and bidders who await an answer are notified. */
async function withoutAgent(
  ctx: Ctx,
  { agentCompanyId: agent, ownerCompanyId, propertyIds: properties }: DomainEvents['mandate.ended'],
): Promise<void> {
  if (properties.length === 0) return;
  const [gone, holder] = [await readCompanyName(ctx.db, agent), await readCompanyName(ctx.db, ownerCompanyId)];
  for (const bid of await openOf(ctx, sql<boolean>`bid.agent_company_id = ${agent} and bid.property_id = any (${[...properties]}::bigint[])`))
    await notifyBidderOfAgentChange(ctx, bid, gone, holder);
  for (const table of ['bid', 'sale_file'] as const)
    await unscopedTable(ctx.db, table, why)
      .change()
      .set({ agent_company_id: null })
      .where('agent_company_id', '=', agent)
      .where('property_id', 'in', [...properties])
      .execute();
}

/** Open bids and sales pass with the property to its next holder, whose agents differ. Closed ones stay with the former company. */
async function moveToNewHolder(ctx: Ctx, propertyId: number, companyId: number | null): Promise<void> {
  if (companyId === null || !(await isPropertyHandedToCompany(ctx.db, propertyId, companyId))) return;
  const next = { company_id: companyId, agent_company_id: null };
  await unscopedTable(ctx.db, 'bid', why)
    .change()
    .set(next)
    .where('property_id', '=', propertyId)
    .where('status', 'in', [...open])
    .execute();
  await unscopedTable(ctx.db, 'sale_file', why).change().set(next).where('property_id', '=', propertyId).where('status', '=', 'open').execute();
}

export const bidEventHandlers: EventHandlers = {
  'tenancy.activated': (ctx, { tenancyId, unitId }) =>
    // Ends the bids for the let unit and for the whole property. A bid to buy the whole property stays open, because the buyer takes over the
    // tenants.
    endAll(
      ctx,
      sql<boolean>`(bid.unit_id = ${unitId} or exists (select 1 from stay s join listing l on l.id = bid.listing_id where s.tenancy_id = ${tenancyId} and s.released_at is null
        and (s.unit_id = bid.unit_id or (bid.unit_id is null and l.listing_type <> 2 and s.property_id = bid.property_id))))`,
      'the home was let',
    ),
  'listing.closed': (ctx, { listingId }) => endAll(ctx, sql<boolean>`bid.listing_id = ${listingId}`, 'the home is no longer offered'),
  'property.sold': (ctx, { propertyId, toCompany }) => moveToNewHolder(ctx, propertyId, toCompany),
  'listing.thawed': (ctx, { listingId }) => runOn(ctx, sql<boolean>`bid.listing_id = ${listingId}`),
  'unit.thawed': (ctx, { unitId }) => runOn(ctx, sql<boolean>`bid.unit_id = ${unitId}`),
  'property.thawed': (ctx, { propertyId }) => runOn(ctx, sql<boolean>`bid.property_id = ${propertyId}`),
  'mandate.ended': withoutAgent,
};
