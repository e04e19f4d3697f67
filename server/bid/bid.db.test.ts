import { beforeAll, describe, expect, test } from 'vitest';
import { saleStepNames } from '#contract/bid/terms.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { happened } from '#server/kernel/happen.ts';
import { setClock } from '#test/clock.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, type Somebody, somebody } from '#test/world.ts';
import { type BidWorld, bidWorld } from '#test/worlds/bids.ts';
import { expireBids } from './clock.ts';
import { openBids } from './personal-data.ts';
import { termsOf } from './service.ts';

let world: BidWorld;
let house: BidWorld['house'];
let service: BidWorld['service'];
beforeAll(async () => {
  world = await bidWorld();
  ({ house, service } = world);
});
type At = Awaited<ReturnType<BidWorld['offer']>>;
const list = (who: Somebody, at: At) =>
  service.all(ctxOf(house, who), { page: 1, page_size: 10, sort: '-cents', z_filter: { listing_id: at.listing } });

describe('a bid', () => {
  test('is refused from a caller without an id, and nothing is written', async () => {
    const [at, tenant] = [await world.offer(), await world.bidder()];
    const nobody: Somebody = { ...tenant, me: { ...tenant.me, userId: null } };
    await expect(world.make(nobody, at)).rejects.toMatchObject({ failure: 'signedOut' });
    expect((await list(at.owner, at)).results).toEqual([]);
  });

  test('goes back and forth, each turn stays as it was said, and only whoever did not speak last may answer', async () => {
    const [at, tenant] = [await world.offer(), await world.bidder()];
    const first = await world.make(tenant, at, 4_000_000, { term_months: 12, starts_on: '2030-01-01', conditions: 'New paint' });
    expect(first).toMatchObject({ status: 'open', turns: 1, moves: ['withdraw'], others: null, latest: { cents: 4_000_000, term_months: 12 } });
    const seen = await service.details(ctxOf(house, at.owner), { id: first.id });
    expect([...seen.moves].sort()).toEqual(['accept', 'counter', 'decline']);
    const second = await world.turn(at.owner, first, 4_400_000);
    expect(second).toMatchObject({ status: 'countered', turns: 2, moves: ['counter'] });
    await expect(world.turn(tenant, second, 4_400_000)).rejects.toMatchObject({ extra: { fields: { cents: expect.any(String) } } });
    const third = await world.turn(tenant, second, 4_200_000);
    expect(third.history.map(({ cents, by_bidder }) => [cents, by_bidder])).toEqual([
      [4_000_000, true],
      [4_400_000, false],
      [4_200_000, true],
    ]);
    await expect(world.turn(tenant, first, 1)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(world.move(tenant, third, 'accept_counter')).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: ['withdraw'] } });
  });

  test('a slip of the finger goes to nobody, and a counter is put right while the other side thinks', async () => {
    const [at, tenant] = [await world.offer({ price_cents: cents(5_000_000) }), await world.bidder()];
    const above = { extra: { fields: { cents: expect.any(String) } } };
    await expect(world.make(tenant, at, 15_000_001)).rejects.toMatchObject(above);
    const bid = await world.make(tenant, at, 4_000_000);
    await expect(world.turn(at.owner, bid, 5_000_001)).rejects.toMatchObject(above);
    const typo = await world.turn(at.owner, bid, 490_000);
    const right = await world.turn(at.owner, typo, 4_900_000);
    expect(right).toMatchObject({ status: 'countered', turns: 3, latest: { cents: 4_900_000 } });
    expect(await service.details(ctxOf(house, tenant), { id: bid.id })).toMatchObject({ latest: { cents: 4_900_000 } });
    const more = await world.turn(tenant, right, 6_000_000);
    expect(await world.turn(at.owner, more, 5_900_000)).toMatchObject({ latest: { cents: 5_900_000 } });
  });

  test('needs a home that is offered and whose price can be talked about; one open chain a person and home', async () => {
    const tenant = await world.bidder();
    await expect(world.make(tenant, await world.offer({ negotiable: false }))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(world.make(tenant, await world.offer({ status: 'paused' }))).rejects.toMatchObject({ failure: 'gone' });
    const at = await world.offer();
    await expect(world.make(tenant, at, 5, { starts_on: '2020-01-01' })).rejects.toMatchObject({
      extra: { fields: { starts_on: expect.any(String) } },
    });
    const one = await world.make(tenant, at);
    await expect(world.make(tenant, at)).rejects.toMatchObject({ failure: 'conflict' });
    await world.move(tenant, one, 'withdraw');
    expect(await world.make(tenant, at)).toMatchObject({ status: 'open' });
  });

  test('of one’s own is all a bidder sees; whoever manages the home compares them all; strangers see none; the platform reads', async () => {
    const [at, one, two] = [await world.offer(), await world.bidder(), await world.bidder()];
    const [low] = [await world.make(one, at, 100), await world.make(two, at, 200)];
    expect((await list(at.owner, at)).results.map((bid) => bid.latest.cents)).toEqual([200, 100]);
    expect((await service.mine(ctxOf(house, one), { page: 1, page_size: 10 })).results.map((bid) => bid.latest.cents)).toEqual([100]);
    await expect(service.details(ctxOf(house, two), { id: low.id })).rejects.toMatchObject({ failure: 'notFound' });
    const [stranger, admin] = [await somebody(house, 'owner'), await somebody(house, 'admin')];
    expect((await list(stranger, at)).count).toBe(0);
    await expect(world.move(stranger, low, 'accept')).rejects.toMatchObject({ failure: 'notFound' });
    expect(await service.details(ctxOf(house, admin), { id: low.id })).toMatchObject({ moves: [], others: 1 });
    await expect(world.move(admin, low, 'accept')).rejects.toMatchObject({ failure: 'forbidden' });
  });
});

test('bids are listed by deadline: what runs out first, then those that are over', async () => {
  const [at, one, two, three] = [await world.offer(), await world.bidder(), await world.bidder(), await world.bidder()];
  const [soon, , over] = [await world.make(one, at, 100), await world.make(two, at, 200), await world.make(three, at, 300)];
  await house.database.db
    .updateTable('bid')
    .set({ expires_at: new Date(clock.ms() + 60_000) })
    .where('id', '=', soon.id)
    .execute();
  await world.move(three, over, 'withdraw');
  const found = await service.all(ctxOf(house, at.owner), { page: 1, page_size: 10, sort: 'expires_at', z_filter: { listing_id: at.listing } });
  expect(found.results.map((bid) => bid.latest.cents)).toEqual([100, 200, 300]);
});

describe('a bid that comes to its end', () => {
  test('accepted for letting, the terms are frozen and the others stay; both are told and the conversation says it', async () => {
    const [at, one, two] = [await world.offer(), await world.bidder(), await world.bidder()];
    const bid = await world.make(one, at, 4_000_000, { term_months: 24 });
    const other = await world.make(two, at);
    await world.move(at.owner, bid, 'accept');
    expect(await termsOf(ctxOf(house, one), bid.id)).toMatchObject({ cents: 4_000_000, term_months: 24 });
    expect(await service.details(ctxOf(house, two), { id: other.id })).toMatchObject({ status: 'open' });
    const heard = (await told(house, 'offer.accepted')).map(({ to }) => to.personId);
    expect(heard).toEqual(expect.arrayContaining([one.id, at.owner.id]));
    const { db } = house.database;
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

  test('declining says why; the moves of a bid that is over are none', async () => {
    const [at, tenant] = [await world.offer(), await world.bidder()];
    const bid = await world.make(tenant, at);
    await expect(world.move(at.owner, bid, 'decline')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    expect(await world.move(at.owner, bid, 'decline', 'Too low')).toMatchObject({
      status: 'declined',
      reason: 'Too low',
      moves: [],
      expires_at: null,
    });
  });

  test('somebody who moves in ends the other bids for that home', async () => {
    const [at, tenant] = [await world.offer(), await world.bidder()];
    const bid = await world.make(tenant, at);
    await world.as(at.owner, (ctx) => happened(ctx, 'tenancy.activated', { tenancyId: 0, unitId: at.unit, bookingId: null }));
    expect(await service.details(ctxOf(house, tenant), { id: bid.id })).toMatchObject({ status: 'declined' });
  });
});

describe('a sale', () => {
  test('opens with an accepted bid, pauses the listing, and is complete when its ten steps are', async () => {
    const [at, tenant] = [await world.sale(), await world.bidder()];
    const bid = await world.make(tenant, at, 900_000_000);
    const id = (await world.move(at.owner, bid, 'accept')).sale?.id ?? 0;
    const status = async () =>
      (await house.database.db.selectFrom('listing').select('status').where('id', '=', at.listing).executeTakeFirst())?.status;
    expect(await status()).toBe('paused');
    const file = await service.sale(ctxOf(house, tenant), { id });
    // People, the home and the property by their names.
    expect(file).toMatchObject({
      buyer: expect.stringMatching(/./),
      seller: expect.stringMatching(/./),
      property: expect.stringMatching(/./),
      agent: null,
    });
    expect([file.price_cents, file.steps.map(({ step }) => step), file.may_work]).toEqual([900_000_000, saleStepNames, false]);
    expect(await openBids(house.database.db, tenant.id)).toEqual(expect.any(String));
    const finish = () => world.as(at.owner, (ctx) => service.saleMove(ctx, { id, move: 'complete' }));
    await expect(finish()).rejects.toMatchObject({ failure: 'conflict' });
    await expect(world.as(tenant, (ctx) => service.saleStep(ctx, { id, step: 'search', done: true }))).rejects.toMatchObject({ failure: 'notFound' });
    for (const step of saleStepNames) await world.as(at.owner, (ctx) => service.saleStep(ctx, { id, step, done: true, note: 'Seen' }));
    const paper = { data: Buffer.from('%PDF-1.4 deed'), type: 'pdf' as const, name: 'deed.pdf' };
    const withPaper = await world.as(at.owner, (ctx) => service.saleFile(ctx, { id, step: 'transfer', file: paper }));
    expect(withPaper.steps[8]).toMatchObject({ done_at: expect.any(String), file: { name: 'deed.pdf' } });
    expect(await finish()).toMatchObject({ status: 'completed', moves: [] });
    expect(await status()).toBe('closed');
    await expect(world.as(at.owner, (ctx) => service.saleStep(ctx, { id, step: 'search', done: false }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
  });

  test('that falls through says why and puts the home back on the market; its buyer may step back too', async () => {
    const [at, tenant] = [await world.sale(), await world.bidder()];
    const id = (await world.move(at.owner, await world.make(tenant, at), 'accept')).sale?.id ?? 0;
    const fall = (reason: string) => world.as(tenant, (ctx) => service.saleMove(ctx, { id, move: 'fall_through', reason }));
    await expect(fall('')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    expect(await fall('No loan')).toMatchObject({ status: 'fallen_through', reason: 'No loan' });
    const row = await house.database.db.selectFrom('listing').select('status').where('id', '=', at.listing).executeTakeFirst();
    expect(row?.status).toBe('live');
    expect(await openBids(house.database.db, tenant.id)).toBeNull();
  });
});

test('nobody answers for 72 hours, to the evening: it runs out once, however often the clock looks, and after a week', async () => {
  await setClock(house, '2027-03-01T09:00:00Z');
  const [at, tenant] = [await world.offer(), await world.bidder()];
  const bid = await world.make(tenant, at);
  expect(bid.expires_at).toBe('2027-03-04T17:00:00.000Z');
  await setClock(house, '2027-03-04T16:59:00Z');
  await expireBids(house.database.db);
  expect(await service.details(ctxOf(house, tenant), { id: bid.id })).toMatchObject({ status: 'open' });
  await setClock(house, '2027-03-12T00:00:00Z');
  await Promise.all([expireBids(house.database.db), expireBids(house.database.db)]);
  expect(await expireBids(house.database.db)).toBe(0);
  expect(await service.details(ctxOf(house, tenant), { id: bid.id })).toMatchObject({ status: 'expired', moves: [] });
  const heard = (await told(house, 'offer.expired')).filter(({ to }) => to.personId === tenant.id);
  expect(heard).toHaveLength(1);
});
