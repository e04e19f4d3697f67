import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saleStepNames } from '#contract/bid/terms.ts';
import { findingService } from '#server/finding/service.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { listingService } from '#server/listing/service.ts';
import { threadService } from '#server/thread/service.ts';
import { setClock } from '#test/clock.ts';
import { type BidFixture, createBidFixture } from '#test/fixtures/bids.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import { readBidAcceptanceDocument } from './acceptance-document.ts';
import { expireBids } from './clock.ts';
import { bidPersonalData, eraseBidPersonalData } from './personal-data.ts';

let fixture: BidFixture;
beforeAll(async () => {
  fixture = await createBidFixture();
});
afterEach(() => setClock(fixture.services, null));

const details = (who: TestPerson, id: number) => fixture.service.details(createTestCtx(fixture.services, who), { id });
const rowOf = (id: number) => fixture.services.database.db.selectFrom('bid').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const listed = (who: TestPerson, id: number, move: 'force' | 'resume' | 'close' | 'pause') =>
  fixture.as(who, (ctx) =>
    listingService(fixture.services).move(ctx, {
      id,
      move,
      reason: 'Reported as taken',
      ...(move === 'close' ? { closed_as: 'withdrawn' as const } : {}),
    }),
  );

describe('bid: effect of changes to the home', () => {
  test('during a review of the home by Makao no bid can be accepted or expire, and the full deadline restarts after the review', async () => {
    await setClock(fixture.services, '2027-03-01T09:00:00Z');
    const [at, tenant, admin] = [await fixture.offer(), await fixture.bidder(), await createPerson(fixture.services, 'admin')];
    const bid = await fixture.make(tenant, at);
    await listed(admin, at.listing, 'force');
    expect(await details(at.owner, bid.id)).toMatchObject({ frozen: true, moves: ['decline'] });
    expect(await details(tenant, bid.id)).toMatchObject({ frozen: true, moves: ['withdraw'] });
    const refused = { failure: 'wrongState', extra: { allowed: ['decline'] } };
    await expect(fixture.move(at.owner, bid, 'accept')).rejects.toMatchObject(refused);
    await expect(fixture.turn(at.owner, bid, 5)).rejects.toMatchObject(refused);
    await setClock(fixture.services, '2027-03-20T09:00:00Z');
    await expireBids(fixture.services.database.db);
    expect((await rowOf(bid.id)).status).toBe('open');
    await listed(admin, at.listing, 'resume');
    expect(await details(at.owner, bid.id)).toMatchObject({ frozen: false, expires_at: '2027-03-23T17:00:00.000Z' });
  });

  test('closing the listing ends its bids with a reason, and pausing the listing does not end any bid', async () => {
    const [at, one, two] = [await fixture.offer(), await fixture.bidder(), await fixture.bidder()];
    const [open, countered] = [await fixture.make(one, at), await fixture.turn(at.owner, await fixture.make(two, at), 4_100_000)];
    await listed(at.owner, at.listing, 'pause');
    expect([(await rowOf(open.id)).status, (await rowOf(countered.id)).status]).toEqual(['open', 'countered']);
    await listed(at.owner, at.listing, 'close');
    expect(await details(one, open.id)).toMatchObject({ status: 'declined', reason: expect.stringContaining('no longer'), moves: [] });
    expect((await rowOf(countered.id)).status).toBe('withdrawn');
    const heard = [
      ...(await listSentNotifications(fixture.services, 'offer.declined')),
      ...(await listSentNotifications(fixture.services, 'offer.withdrawn')),
    ].map(({ to }) => to.personId);
    expect(heard).toEqual(expect.arrayContaining([one.id, two.id]));
  });

  test('the owner takes over the bids when a mandate ends, and the buyer takes over the open bids after a sale', async () => {
    const [at, tenant, agent, next] = [
      await fixture.offer(),
      await fixture.bidder(),
      await createPerson(fixture.services, 'agent'),
      await fixture.offer(),
    ];
    const [bid, over] = [await fixture.make(tenant, at), await fixture.make(await fixture.bidder(), at)];
    await fixture.move(at.owner, over, 'decline', 'Too low');
    const { db } = fixture.services.database;
    await db.updateTable('bid').set({ agent_company_id: agent.me.companyId }).where('id', '=', bid.id).execute();
    const [ownerCompanyId, agentCompanyId] = [at.owner.me.companyId ?? 0, agent.me.companyId ?? 0];
    const ended = (propertyIds: readonly number[]) =>
      fixture.as(at.owner, (ctx) => publishEvent(ctx, 'mandate.ended', { ownerCompanyId, agentCompanyId, propertyIds }));
    await ended([next.property]);
    expect((await rowOf(bid.id)).agent_company_id).toBe(agentCompanyId);
    await ended([at.property]);
    expect((await rowOf(bid.id)).agent_company_id).toBeNull();
    const heard = (await listSentNotifications(fixture.services, 'offer.agent_gone')).filter(({ to }) => to.personId === tenant.id);
    expect(heard, 'the bidder hears who answers now').toHaveLength(1);
    const toCompany = next.owner.me.companyId ?? 0;
    const sold = () =>
      fixture.as(at.owner, (ctx) => publishEvent(ctx, 'property.sold', { propertyId: at.property, fromCompany: ownerCompanyId, toCompany }));
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

describe('sale of a home or property', () => {
  test('is listed with its next step for the managers and the buyer only', async () => {
    const [at, tenant, stranger] = [await fixture.sale(), await fixture.bidder(), await createPerson(fixture.services, 'owner')];
    const id = (await fixture.move(at.owner, await fixture.make(tenant, at, 900_000_000), 'accept')).sale?.id ?? 0;
    await fixture.as(at.owner, (ctx) => fixture.service.saleStep(ctx, { id, step: 'reservation', done: true }));
    const ask = (who: TestPerson) =>
      fixture.service.listSales(createTestCtx(fixture.services, who), { page: 1, page_size: 10, tabs: true, sort: '-created_at' });
    for (const who of [at.owner, tenant])
      expect(await ask(who)).toMatchObject({
        count: 1,
        tabs: { all: 1, open: 1 },
        results: [{ id, done: 1, next: { step: 'deposit' }, status: 'open' }],
      });
    expect((await ask(stranger)).count).toBe(0);
  });

  test('completing the sale of a whole property declines the other bids and notifies people who saved the home', async () => {
    const [at, tenant, other] = [await fixture.sale({ unit_id: null }), await fixture.bidder(), await fixture.bidder()];
    const bid = await fixture.make(tenant, at, 900_000_000);
    const late = await fixture.make(other, at, 800_000_000);
    const follower = await createPerson(fixture.services, 'tenant');
    await fixture.as(follower, (ctx) => findingService(fixture.services).favouriteAdd(ctx, { listing_id: at.listing }));
    const heard = async () => (await listSentNotifications(fixture.services, 'favourite.taken')).map(({ to }) => to.personId);
    const id = (await fixture.move(at.owner, bid, 'accept')).sale?.id ?? 0;
    expect((await rowOf(late.id)).status).toBe('open');
    for (const step of saleStepNames) await fixture.as(at.owner, (ctx) => fixture.service.saleStep(ctx, { id, step, done: true }));
    await runQueuedJobs(fixture.services);
    expect(await heard()).not.toContain(follower.id);
    await fixture.as(at.owner, (ctx) => fixture.service.saleMove(ctx, { id, move: 'complete' }));
    expect((await rowOf(late.id)).status).toBe('declined');
    await runQueuedJobs(fixture.services);
    expect((await heard()).filter((one) => one === follower.id)).toHaveLength(1);
  });
});

test('acceptance document: available to both sides only after acceptance', async () => {
  const [at, tenant] = [await fixture.offer(), await fixture.bidder()];
  const bid = await fixture.make(tenant, at, 4_000_000, { term_months: 24, conditions: 'New paint' });
  expect(bid.paper).toBeNull();
  await expect(readBidAcceptanceDocument(fixture.services.database.db, bid.id)).rejects.toMatchObject({ failure: 'notFound' });
  const agreed = await fixture.turn(at.owner, bid, 4_400_000);
  expect(await fixture.move(tenant, { ...agreed, moves: [] }, 'accept_counter')).toMatchObject({ paper: expect.stringContaining('/files/bid/') });
  expect((await details(at.owner, bid.id)).paper).toContain(`/files/bid/${bid.id}?until=`);
  const { title, parts } = await readBidAcceptanceDocument(fixture.services.database.db, bid.id);
  expect(title).toContain(bid.code);
  expect(JSON.stringify(parts)).toContain('44,000');
});

test('conversation: links to the bid for the bidder and for managers with permission to read bids', async () => {
  const [at, tenant] = [await fixture.offer(), await fixture.bidder()];
  const bid = await fixture.make(tenant, at);
  const thread = await fixture.services.database.db
    .selectFrom('thread')
    .innerJoin('lead', 'lead.id', 'thread.lead_id')
    .select(['thread.id', 'lead.id as lead_id'])
    .where('lead.person_id', '=', tenant.id)
    .executeTakeFirstOrThrow();
  const talks = threadService(fixture.services);
  const record = { kind: 'bid', id: bid.id, code: bid.code };
  const stepOf = ({ messages }: Awaited<ReturnType<typeof talks.myMessages>>) => messages.find(({ step }) => step === 'bid.made')?.record;
  expect(stepOf(await talks.myMessages(createTestCtx(fixture.services, tenant), { id: thread.id }))).toEqual(record);
  expect(stepOf(await talks.leadMessages(createTestCtx(fixture.services, at.owner), { lead_id: thread.lead_id }))).toEqual(record);
  const { me, ...owner } = at.owner;
  const without = { ...owner, me: { ...me, grants: new Set([...me.grants].filter((grant) => grant !== 'offers.read')) } } as TestPerson;
  expect(stepOf(await talks.leadMessages(createTestCtx(fixture.services, without), { lead_id: thread.lead_id }))).toBeNull();
});

test('bid: erasing a closed account preserves the amounts of its bids and deletes their texts', async () => {
  const [at, tenant] = [await fixture.offer(), await fixture.bidder()];
  const bid = await fixture.make(tenant, at, 4_000_000, { conditions: 'My mother lives nearby' });
  await fixture.move(tenant, bid, 'withdraw', 'I lost my work');
  const { db } = fixture.services.database;
  expect(JSON.stringify(await bidPersonalData.bids?.(db, tenant.id))).toContain('My mother');
  await eraseBidPersonalData(db, tenant.id);
  expect((await rowOf(bid.id)).reason).toBe('');
  const left = await db.selectFrom('bid_turn').select(['cents', 'terms']).where('bid_id', '=', bid.id).execute();
  expect(left).toEqual([{ cents: 4_000_000, terms: {} }]);
});
