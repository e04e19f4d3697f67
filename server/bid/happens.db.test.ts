import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saleStepNames } from '#contract/bid/terms.ts';
import { happened } from '#server/kernel/happen.ts';
import { listingService } from '#server/listing/service.ts';
import { threadService } from '#server/thread/service.ts';
import { setClock } from '#test/clock.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, type Somebody, somebody } from '#test/world.ts';
import { type BidWorld, bidWorld } from '#test/worlds/bids.ts';
import { expireBids } from './clock.ts';
import { acceptanceOf } from './paper.ts';
import { bidHoldings, forgetBid } from './personal-data.ts';

let world: BidWorld;
beforeAll(async () => {
  world = await bidWorld();
});
afterEach(() => setClock(world.house, null));

const details = (who: Somebody, id: number) => world.service.details(ctxOf(world.house, who), { id });
const rowOf = (id: number) => world.house.database.db.selectFrom('bid').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const listed = (who: Somebody, id: number, move: 'force' | 'resume' | 'close' | 'pause') =>
  world.as(who, (ctx) =>
    listingService(world.house).move(ctx, {
      id,
      move,
      reason: 'Reported as taken',
      ...(move === 'close' ? { closed_as: 'withdrawn' as const } : {}),
    }),
  );

describe('what becomes of the home', () => {
  test('the platform looks into it: nothing is agreed, no clock runs; afterwards the whole time begins anew', async () => {
    await setClock(world.house, '2027-03-01T09:00:00Z');
    const [at, tenant, admin] = [await world.offer(), await world.bidder(), await somebody(world.house, 'admin')];
    const bid = await world.make(tenant, at);
    await listed(admin, at.listing, 'force');
    expect(await details(at.owner, bid.id)).toMatchObject({ frozen: true, moves: ['decline'] });
    expect(await details(tenant, bid.id)).toMatchObject({ frozen: true, moves: ['withdraw'] });
    const refused = { failure: 'wrongState', extra: { allowed: ['decline'] } };
    await expect(world.move(at.owner, bid, 'accept')).rejects.toMatchObject(refused);
    await expect(world.turn(at.owner, bid, 5)).rejects.toMatchObject(refused);
    await setClock(world.house, '2027-03-20T09:00:00Z');
    await expireBids(world.house.database.db);
    expect((await rowOf(bid.id)).status).toBe('open');
    await listed(admin, at.listing, 'resume');
    expect(await details(at.owner, bid.id)).toMatchObject({ frozen: false, expires_at: '2027-03-23T17:00:00.000Z' });
  });

  test('it is no longer offered: its bids end, each bidder is told why; a pause ends none', async () => {
    const [at, one, two] = [await world.offer(), await world.bidder(), await world.bidder()];
    const [open, countered] = [await world.make(one, at), await world.turn(at.owner, await world.make(two, at), 4_100_000)];
    await listed(at.owner, at.listing, 'pause');
    expect([(await rowOf(open.id)).status, (await rowOf(countered.id)).status]).toEqual(['open', 'countered']);
    await listed(at.owner, at.listing, 'close');
    expect(await details(one, open.id)).toMatchObject({ status: 'declined', reason: expect.stringContaining('no longer'), moves: [] });
    expect((await rowOf(countered.id)).status).toBe('withdrawn');
    const heard = [...(await told(world.house, 'offer.declined')), ...(await told(world.house, 'offer.withdrawn'))].map(({ to }) => to.personId);
    expect(heard).toEqual(expect.arrayContaining([one.id, two.id]));
  });

  test('a mandate that ends leaves its bids to the holder; a property that changes hands takes them along', async () => {
    const [at, tenant, agent, next] = [await world.offer(), await world.bidder(), await somebody(world.house, 'agent'), await world.offer()];
    const [bid, over] = [await world.make(tenant, at), await world.make(await world.bidder(), at)];
    await world.move(at.owner, over, 'decline', 'Too low');
    const { db } = world.house.database;
    await db.updateTable('bid').set({ agent_company_id: agent.me.companyId }).where('id', '=', bid.id).execute();
    const [ownerCompanyId, agentCompanyId] = [at.owner.me.companyId ?? 0, agent.me.companyId ?? 0];
    const ended = (propertyIds: readonly number[]) =>
      world.as(at.owner, (ctx) => happened(ctx, 'mandate.ended', { ownerCompanyId, agentCompanyId, propertyIds }));
    await ended([next.property]);
    expect((await rowOf(bid.id)).agent_company_id).toBe(agentCompanyId);
    await ended([at.property]);
    expect((await rowOf(bid.id)).agent_company_id).toBeNull();
    const heard = (await told(world.house, 'offer.agent_gone')).filter(({ to }) => to.personId === tenant.id);
    expect(heard, 'the bidder hears who answers now').toHaveLength(1);
    const toCompany = next.owner.me.companyId ?? 0;
    const sold = () =>
      world.as(at.owner, (ctx) => happened(ctx, 'property.sold', { propertyId: at.property, fromCompany: ownerCompanyId, toCompany }));
    await sold();
    expect((await rowOf(bid.id)).company_id, 'not handed over yet').toBe(ownerCompanyId);
    await db.updateTable('property').set({ company_id: toCompany }).where('id', '=', at.property).execute();
    await sold();
    expect(await rowOf(bid.id)).toMatchObject({ status: 'open', company_id: toCompany });
    expect((await details(next.owner, bid.id)).id).toBe(bid.id);
    expect((await details(at.owner, over.id)).id, 'what is over stays with whom it was made to').toBe(over.id);
    for (const [who, id] of [
      [next.owner, over.id],
      [at.owner, bid.id],
    ] as const)
      await expect(details(who, id)).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('sales', () => {
  test('are listed for whoever manages the home and for their buyer, with what comes next; others see none', async () => {
    const [at, tenant, stranger] = [await world.sale(), await world.bidder(), await somebody(world.house, 'owner')];
    const id = (await world.move(at.owner, await world.make(tenant, at, 900_000_000), 'accept')).sale?.id ?? 0;
    await world.as(at.owner, (ctx) => world.service.saleStep(ctx, { id, step: 'reservation', done: true }));
    const ask = (who: Somebody) => world.service.sales(ctxOf(world.house, who), { page: 1, page_size: 10, tabs: true, sort: '-created_at' });
    for (const who of [at.owner, tenant])
      expect(await ask(who)).toMatchObject({
        count: 1,
        tabs: { all: 1, open: 1 },
        results: [{ id, done: 1, next: { step: 'deposit' }, status: 'open' }],
      });
    expect((await ask(stranger)).count).toBe(0);
  });

  test('of a whole property: completed, everybody who follows hears that it was sold, and the other bids end', async () => {
    const [at, tenant, other] = [await world.sale({ unit_id: null }), await world.bidder(), await world.bidder()];
    const bid = await world.make(tenant, at, 900_000_000);
    const late = await world.make(other, at, 800_000_000);
    const id = (await world.move(at.owner, bid, 'accept')).sale?.id ?? 0;
    expect((await rowOf(late.id)).status).toBe('open');
    for (const step of saleStepNames) await world.as(at.owner, (ctx) => world.service.saleStep(ctx, { id, step, done: true }));
    await world.as(at.owner, (ctx) => world.service.saleMove(ctx, { id, move: 'complete' }));
    expect((await rowOf(late.id)).status).toBe('declined');
  });
});

test('what was agreed is a paper for both sides, and for nothing else', async () => {
  const [at, tenant] = [await world.offer(), await world.bidder()];
  const bid = await world.make(tenant, at, 4_000_000, { term_months: 24, conditions: 'New paint' });
  expect(bid.paper).toBeNull();
  await expect(acceptanceOf(world.house.database.db, bid.id)).rejects.toMatchObject({ failure: 'notFound' });
  const agreed = await world.turn(at.owner, bid, 4_400_000);
  expect(await world.move(tenant, { ...agreed, moves: [] }, 'accept_counter')).toMatchObject({ paper: expect.stringContaining('/files/bid/') });
  expect((await details(at.owner, bid.id)).paper).toContain(`/files/bid/${bid.id}?until=`);
  const { title, parts } = await acceptanceOf(world.house.database.db, bid.id);
  expect(title).toContain(bid.code);
  expect(JSON.stringify(parts)).toContain('44,000');
});

test('the conversation leads to the bid, for the bidder and for those who manage the home', async () => {
  const [at, tenant] = [await world.offer(), await world.bidder()];
  const bid = await world.make(tenant, at);
  const thread = await world.house.database.db
    .selectFrom('thread')
    .innerJoin('lead', 'lead.id', 'thread.lead_id')
    .select(['thread.id', 'lead.id as lead_id'])
    .where('lead.person_id', '=', tenant.id)
    .executeTakeFirstOrThrow();
  const talks = threadService(world.house);
  const record = { kind: 'bid', id: bid.id, code: bid.code };
  const stepOf = ({ messages }: Awaited<ReturnType<typeof talks.myTalk>>) => messages.find(({ step }) => step === 'bid.made')?.record;
  expect(stepOf(await talks.myTalk(ctxOf(world.house, tenant), { id: thread.id }))).toEqual(record);
  expect(stepOf(await talks.ofLead(ctxOf(world.house, at.owner), { lead_id: thread.lead_id }))).toEqual(record);
  const { me, ...owner } = at.owner;
  const without = { ...owner, me: { ...me, grants: new Set([...me.grants].filter((grant) => grant !== 'offers.read')) } } as Somebody;
  expect(stepOf(await talks.ofLead(ctxOf(world.house, without), { lead_id: thread.lead_id }))).toBeNull();
});

test('whoever is gone leaves the figures and none of their words', async () => {
  const [at, tenant] = [await world.offer(), await world.bidder()];
  const bid = await world.make(tenant, at, 4_000_000, { conditions: 'My mother lives nearby' });
  await world.move(tenant, bid, 'withdraw', 'I lost my work');
  const { db } = world.house.database;
  expect(JSON.stringify(await bidHoldings.bids?.(db, tenant.id))).toContain('My mother');
  await forgetBid(db, tenant.id);
  expect((await rowOf(bid.id)).reason).toBe('');
  const left = await db.selectFrom('bid_turn').select(['cents', 'terms']).where('bid_id', '=', bid.id).execute();
  expect(left).toEqual([{ cents: 4_000_000, terms: {} }]);
});
