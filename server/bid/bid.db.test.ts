import { beforeAll, describe, expect, test } from 'vitest';
import { saleStepNames } from '#contract/bid/terms.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { registerModules } from '#server/modules.ts';
import { setClock } from '#test/clock.ts';
import { type BidFixture, createBidFixture } from '#test/fixtures/bids.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import { expireBids } from './clock.ts';
import { openBidsAndSalesCheck } from './personal-data.ts';
import { readBidTerms } from './service.ts';

// An accepted bid becomes a booking through its event.
registerModules();
let fixture: BidFixture;
let services: BidFixture['services'];
let service: BidFixture['service'];
beforeAll(async () => {
  fixture = await createBidFixture();
  ({ services, service } = fixture);
});
type At = Awaited<ReturnType<BidFixture['offer']>>;
const list = (who: TestPerson, at: At) =>
  service.list(createTestCtx(services, who), { page: 1, page_size: 10, sort: '-cents', z_filter: { listing_id: at.listing } });

describe('bid', () => {
  test('a bid by a signed-out visitor is rejected and not stored', async () => {
    const [at, tenant] = [await fixture.offer(), await fixture.bidder()];
    const nobody: TestPerson = { ...tenant, me: { ...tenant.me, userId: null } };
    await expect(fixture.make(nobody, at)).rejects.toMatchObject({ failure: 'signedOut' });
    expect((await list(at.owner, at)).results).toEqual([]);
  });

  test('bidder and manager take turns, earlier amounts never change, and a side cannot answer its own bid', async () => {
    const [at, tenant] = [await fixture.offer(), await fixture.bidder()];
    const first = await fixture.make(tenant, at, 4_000_000, { term_months: 12, starts_on: '2030-01-01', conditions: 'New paint' });
    expect(first).toMatchObject({ status: 'open', turns: 1, moves: ['withdraw'], others: null, latest: { cents: 4_000_000, term_months: 12 } });
    const seen = await service.details(createTestCtx(services, at.owner), { id: first.id });
    expect([...seen.moves].sort()).toEqual(['accept', 'counter', 'decline']);
    const second = await fixture.turn(at.owner, first, 4_400_000);
    expect(second).toMatchObject({ status: 'countered', turns: 2, moves: ['counter'] });
    await expect(fixture.turn(tenant, second, 4_400_000)).rejects.toMatchObject({ extra: { fields: { cents: expect.any(String) } } });
    const third = await fixture.turn(tenant, second, 4_200_000);
    expect(third.history.map(({ cents, by_bidder }) => [cents, by_bidder])).toEqual([
      [4_000_000, true],
      [4_400_000, false],
      [4_200_000, true],
    ]);
    await expect(fixture.turn(tenant, first, 1)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(fixture.move(tenant, third, 'accept_counter')).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: ['withdraw'] } });
  });

  test('an obvious typing error is rejected, and the manager can correct a counter-bid before the bidder answers', async () => {
    const [at, tenant] = [await fixture.offer({ price_cents: toCents(5_000_000) }), await fixture.bidder()];
    const above = { extra: { fields: { cents: expect.any(String) } } };
    await expect(fixture.make(tenant, at, 15_000_001)).rejects.toMatchObject(above);
    const bid = await fixture.make(tenant, at, 4_000_000);
    await expect(fixture.turn(at.owner, bid, 5_000_001)).rejects.toMatchObject(above);
    const typo = await fixture.turn(at.owner, bid, 490_000);
    const right = await fixture.turn(at.owner, typo, 4_900_000);
    expect(right).toMatchObject({ status: 'countered', turns: 3, latest: { cents: 4_900_000 } });
    expect(await service.details(createTestCtx(services, tenant), { id: bid.id })).toMatchObject({ latest: { cents: 4_900_000 } });
    const more = await fixture.turn(tenant, right, 6_000_000);
    expect(await fixture.turn(at.owner, more, 5_900_000)).toMatchObject({ latest: { cents: 5_900_000 } });
  });

  test('requires a live listing with a negotiable price, and allows one open bid per person and home', async () => {
    const tenant = await fixture.bidder();
    await expect(fixture.make(tenant, await fixture.offer({ negotiable: false }))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(fixture.make(tenant, await fixture.offer({ status: 'paused' }))).rejects.toMatchObject({ failure: 'gone' });
    const at = await fixture.offer();
    await expect(fixture.make(tenant, at, 5, { starts_on: '2020-01-01' })).rejects.toMatchObject({
      extra: { fields: { starts_on: expect.any(String) } },
    });
    const one = await fixture.make(tenant, at);
    await expect(fixture.make(tenant, at)).rejects.toMatchObject({ failure: 'conflict' });
    await fixture.move(tenant, one, 'withdraw');
    expect(await fixture.make(tenant, at)).toMatchObject({ status: 'open' });
  });

  test('a bidder sees only their own bids, a manager sees all bids for the home, other people see none, and an admin can only read', async () => {
    const [at, one, two] = [await fixture.offer(), await fixture.bidder(), await fixture.bidder()];
    const [low] = [await fixture.make(one, at, 100), await fixture.make(two, at, 200)];
    expect((await list(at.owner, at)).results.map((bid) => bid.latest.cents)).toEqual([200, 100]);
    expect((await service.listMine(createTestCtx(services, one), { page: 1, page_size: 10 })).results.map((bid) => bid.latest.cents)).toEqual([100]);
    await expect(service.details(createTestCtx(services, two), { id: low.id })).rejects.toMatchObject({ failure: 'notFound' });
    const [stranger, admin] = [await createPerson(services, 'owner'), await createPerson(services, 'admin')];
    expect((await list(stranger, at)).count).toBe(0);
    await expect(fixture.move(stranger, low, 'accept')).rejects.toMatchObject({ failure: 'notFound' });
    expect(await service.details(createTestCtx(services, admin), { id: low.id })).toMatchObject({ moves: [], others: 1 });
    await expect(fixture.move(admin, low, 'accept')).rejects.toMatchObject({ failure: 'forbidden' });
  });
});

describe('second bid for a home', () => {
  test('is refused for manager and bidder while the booking of an accepted bid is open, also if two are accepted at once', async () => {
    const [at, one, two, three] = [await fixture.offer(), await fixture.bidder(), await fixture.bidder(), await fixture.bidder()];
    const [first, second, third] = [await fixture.make(one, at, 100), await fixture.make(two, at, 200), await fixture.make(three, at, 300)];
    const countered = await fixture.turn(at.owner, third, 4_000_000);
    const both = await Promise.allSettled([fixture.move(at.owner, first, 'accept'), fixture.move(at.owner, second, 'accept')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(fixture.move(three, countered, 'accept_counter')).rejects.toMatchObject({ failure: 'conflict' });
    const accepted = await services.database.db
      .selectFrom('bid')
      .select('id')
      .where('listing_id', '=', at.listing)
      .where('status', '=', 'accepted')
      .execute();
    expect(accepted).toHaveLength(1);
    await services.database.db
      .updateTable('booking')
      .set({ status: 'canceled' })
      .where('bid_id', '=', accepted[0]?.id ?? 0)
      .execute();
    expect(await fixture.move(three, countered, 'accept_counter')).toMatchObject({ status: 'accepted' });
  });
});

test('bid list: sorts open bids by deadline, before closed bids', async () => {
  const [at, one, two, three] = [await fixture.offer(), await fixture.bidder(), await fixture.bidder(), await fixture.bidder()];
  const [soon, , over] = [await fixture.make(one, at, 100), await fixture.make(two, at, 200), await fixture.make(three, at, 300)];
  await services.database.db
    .updateTable('bid')
    .set({ expires_at: new Date(clock.ms() + 60_000) })
    .where('id', '=', soon.id)
    .execute();
  await fixture.move(three, over, 'withdraw');
  const found = await service.list(createTestCtx(services, at.owner), {
    page: 1,
    page_size: 10,
    sort: 'expires_at',
    z_filter: { listing_id: at.listing },
  });
  expect(found.results.map((bid) => bid.latest.cents)).toEqual([100, 200, 300]);
});

describe('bid outcome', () => {
  test('accepting a letting bid fixes its terms, keeps the other bids open and notifies both sides', async () => {
    const [at, one, two] = [await fixture.offer(), await fixture.bidder(), await fixture.bidder()];
    const bid = await fixture.make(one, at, 4_000_000, { term_months: 24 });
    const other = await fixture.make(two, at);
    await fixture.move(at.owner, bid, 'accept');
    expect(await readBidTerms(createTestCtx(services, one), bid.id)).toMatchObject({ cents: 4_000_000, term_months: 24 });
    expect(await service.details(createTestCtx(services, two), { id: other.id })).toMatchObject({ status: 'open' });
    const heard = (await listSentNotifications(services, 'offer.accepted')).map(({ to }) => to.personId);
    expect(heard).toEqual(expect.arrayContaining([one.id, at.owner.id]));
    const { db } = services.database;
    const said = await db
      .selectFrom('thread_message')
      .innerJoin('thread', 'thread.id', 'thread_message.thread_id')
      .innerJoin('lead', 'lead.id', 'thread.lead_id')
      .select('thread_message.event')
      .where('lead.person_id', '=', one.id)
      .orderBy('thread_message.seq')
      .execute();
    expect(said.map(({ event }) => event).slice(0, 2)).toEqual(['bid.made', 'bid.accepted']);
  });

  test('declining requires a reason, and a declined bid allows no further move', async () => {
    const [at, tenant] = [await fixture.offer(), await fixture.bidder()];
    const bid = await fixture.make(tenant, at);
    await expect(fixture.move(at.owner, bid, 'decline')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    expect(await fixture.move(at.owner, bid, 'decline', 'Too low')).toMatchObject({
      status: 'declined',
      reason: 'Too low',
      moves: [],
      expires_at: null,
    });
  });

  test('bids for a home are declined when a tenancy of the home starts', async () => {
    const [at, tenant] = [await fixture.offer(), await fixture.bidder()];
    const bid = await fixture.make(tenant, at);
    await fixture.as(at.owner, (ctx) => publishEvent(ctx, 'tenancy.activated', { tenancyId: 0, unitId: at.unit, bookingId: null }));
    expect(await service.details(createTestCtx(services, tenant), { id: bid.id })).toMatchObject({ status: 'declined' });
  });
});

describe('sale', () => {
  test('opens with an accepted bid, pauses the listing and completes after its ten steps', async () => {
    const [at, tenant] = [await fixture.sale(), await fixture.bidder()];
    const bid = await fixture.make(tenant, at, 900_000_000);
    const id = (await fixture.move(at.owner, bid, 'accept')).sale?.id ?? 0;
    const status = async () =>
      (await services.database.db.selectFrom('listing').select('status').where('id', '=', at.listing).executeTakeFirst())?.status;
    expect(await status()).toBe('paused');
    const file = await service.sale(createTestCtx(services, tenant), { id });
    // The file names people, home and property.
    expect(file).toMatchObject({
      buyer: expect.stringMatching(/./),
      seller: expect.stringMatching(/./),
      property: expect.stringMatching(/./),
      agent: null,
    });
    expect([file.price_cents, file.steps.map(({ step }) => step), file.may_work]).toEqual([900_000_000, saleStepNames, false]);
    expect(await openBidsAndSalesCheck(services.database.db, tenant.id)).toEqual(expect.any(String));
    const finish = () => fixture.as(at.owner, (ctx) => service.saleMove(ctx, { id, move: 'complete' }));
    await expect(finish()).rejects.toMatchObject({ failure: 'conflict' });
    await expect(fixture.as(tenant, (ctx) => service.saleStep(ctx, { id, step: 'search', done: true }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    for (const step of saleStepNames) await fixture.as(at.owner, (ctx) => service.saleStep(ctx, { id, step, done: true, note: 'Seen' }));
    const paper = { data: Buffer.from('%PDF-1.4 deed'), type: 'pdf' as const, name: 'deed.pdf' };
    const withPaper = await fixture.as(at.owner, (ctx) => service.saleFile(ctx, { id, step: 'transfer', file: paper }));
    expect(withPaper.steps[8]).toMatchObject({ done_at: expect.any(String), file: { name: 'deed.pdf' } });
    expect(await finish()).toMatchObject({ status: 'completed', moves: [] });
    expect(await status()).toBe('closed');
    await expect(fixture.as(at.owner, (ctx) => service.saleStep(ctx, { id, step: 'search', done: false }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
  });

  test('manager or buyer can end the sale with a reason, and the home is listed again', async () => {
    const [at, tenant] = [await fixture.sale(), await fixture.bidder()];
    const id = (await fixture.move(at.owner, await fixture.make(tenant, at), 'accept')).sale?.id ?? 0;
    const fall = (reason: string) => fixture.as(tenant, (ctx) => service.saleMove(ctx, { id, move: 'fall_through', reason }));
    await expect(fall('')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    expect(await fall('No loan')).toMatchObject({ status: 'fallen_through', reason: 'No loan' });
    const row = await services.database.db.selectFrom('listing').select('status').where('id', '=', at.listing).executeTakeFirst();
    expect(row?.status).toBe('live');
    expect(await openBidsAndSalesCheck(services.database.db, tenant.id)).toBeNull();
  });
});

test('bid: expires once, in the evening after 72 hours without an answer, also if the job runs late and repeatedly', async () => {
  await setClock(services, '2027-03-01T09:00:00Z');
  const [at, tenant] = [await fixture.offer(), await fixture.bidder()];
  const bid = await fixture.make(tenant, at);
  expect(bid.expires_at).toBe('2027-03-04T17:00:00.000Z');
  await setClock(services, '2027-03-04T16:59:00Z');
  await expireBids(services.database.db);
  expect(await service.details(createTestCtx(services, tenant), { id: bid.id })).toMatchObject({ status: 'open' });
  await setClock(services, '2027-03-12T00:00:00Z');
  await Promise.all([expireBids(services.database.db), expireBids(services.database.db)]);
  expect(await expireBids(services.database.db)).toBe(0);
  expect(await service.details(createTestCtx(services, tenant), { id: bid.id })).toMatchObject({ status: 'expired', moves: [] });
  const heard = (await listSentNotifications(services, 'offer.expired')).filter(({ to }) => to.personId === tenant.id);
  expect(heard).toHaveLength(1);
});
