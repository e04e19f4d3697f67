import { type Expression, sql } from 'kysely';
import { bidHours } from '#contract/bid/terms.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import { eveningAfter } from '#contract/time/deadline.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx, type Db, unscoped } from '#server/kernel/ctx.ts';
import type { Follows } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { companyName } from '#server/people/service.ts';
import { isHandedTo } from '#server/property/service.ts';
import { isFrozen } from './rows.ts';
import { tellAgentGone } from './tell.ts';
import { endBid } from './turns.ts';

const why = 'the clock and what happens to a home end bids';
const open = ['open', 'countered'] as const;

/** The clock of a bid stands still while the platform looks into the home. */
const due = (db: Db) =>
  systemRows(db, 'bid', why)
    .where('status', 'in', [...open])
    .where('expires_at', '<=', clock.now())
    .where(sql<boolean>`not ${isFrozen}`);

/** Nobody answered in time: each ends in a transaction of its own, read again while it is held. */
export const expireBids = async (db: Db): Promise<number> =>
  eachDue(db, await due(db).select('id').orderBy('expires_at').execute(), async (tx, { id }) => {
    const bid = await due(tx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (bid) await endBid(atClock(tx, why), bid, 'expire', '', 'clock');
  });

export const bidJobs: readonly Job[] = [
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

/** What can no longer come about ends, and its bidder is told why. */
async function endAll(asker: Ctx, where: Expression<boolean>, reason: string): Promise<void> {
  const ctx = unscoped(asker, why);
  for (const bid of await openOf(ctx, where)) await endBid(ctx, bid, bid.status === 'open' ? 'decline' : 'withdraw', reason, 'clock');
}

/** The platform let go of a home: whoever has to answer gets the whole time anew. */
async function runOn(ctx: Ctx, where: Expression<boolean>): Promise<void> {
  await everything(ctx.db, 'bid', why)
    .change()
    .set({ expires_at: eveningAfter(clock.now(), bidHours) })
    .where('status', 'in', [...open])
    .where(where)
    .where(sql<boolean>`not ${isFrozen}`)
    .execute();
}

/** Whoever holds the property answers from now on, and those who wait for an answer hear who that is. */
async function withoutAgent(
  ctx: Ctx,
  { agentCompanyId: agent, ownerCompanyId, propertyIds: properties }: Happenings['mandate.ended'],
): Promise<void> {
  if (properties.length === 0) return;
  const [gone, holder] = [await companyName(ctx.db, agent), await companyName(ctx.db, ownerCompanyId)];
  for (const bid of await openOf(ctx, sql<boolean>`bid.agent_company_id = ${agent} and bid.property_id = any (${[...properties]}::bigint[])`))
    await tellAgentGone(ctx, bid, gone, holder);
  for (const table of ['bid', 'sale_file'] as const)
    await everything(ctx.db, table, why)
      .change()
      .set({ agent_company_id: null })
      .where('agent_company_id', '=', agent)
      .where('property_id', 'in', [...properties])
      .execute();
}

/** Bids and sales under way go with the property to its next holder, whose agents are others. What is over stays with whom it was with. */
async function followHolder(ctx: Ctx, propertyId: number, companyId: number | null): Promise<void> {
  if (companyId === null || !(await isHandedTo(ctx.db, propertyId, companyId))) return;
  const next = { company_id: companyId, agent_company_id: null };
  await everything(ctx.db, 'bid', why)
    .change()
    .set(next)
    .where('property_id', '=', propertyId)
    .where('status', 'in', [...open])
    .execute();
  await everything(ctx.db, 'sale_file', why).change().set(next).where('property_id', '=', propertyId).where('status', '=', 'open').execute();
}

export const bidFollows: Follows = {
  'tenancy.activated': (ctx, { tenancyId, unitId }) =>
    // Of what is let now, or of a whole it is part of; whoever buys the whole buys it with its tenants.
    endAll(
      ctx,
      sql<boolean>`(bid.unit_id = ${unitId} or exists (select 1 from stay s join listing l on l.id = bid.listing_id where s.tenancy_id = ${tenancyId} and s.released_at is null
        and (s.unit_id = bid.unit_id or (bid.unit_id is null and l.listing_type <> 2 and s.property_id = bid.property_id))))`,
      'the home was let',
    ),
  'listing.closed': (ctx, { listingId }) => endAll(ctx, sql<boolean>`bid.listing_id = ${listingId}`, 'the home is no longer offered'),
  'property.sold': (ctx, { propertyId, toCompany }) => followHolder(ctx, propertyId, toCompany),
  'listing.thawed': (ctx, { listingId }) => runOn(ctx, sql<boolean>`bid.listing_id = ${listingId}`),
  'unit.thawed': (ctx, { unitId }) => runOn(ctx, sql<boolean>`bid.unit_id = ${unitId}`),
  'property.thawed': (ctx, { propertyId }) => runOn(ctx, sql<boolean>`bid.property_id = ${propertyId}`),
  'mandate.ended': withoutAgent,
};
