import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain, told } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, addPictures, addProperty, addUnit, place } from '#test/worlds/market.ts';
import { listingService } from './service.ts';

let house: House;
let service: ReturnType<typeof listingService>;
const row = (id: number) => house.database.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setProperty = (id: number, set: object) => house.database.db.updateTable('property').set(set).where('id', '=', id).execute();
const bulk = (who: Somebody, given: object) => inTransaction(house, who, (ctx) => service.bulk(ctx, { ids: [], act: 'pause', ...given }));
const shownTo = async (id: number) => (await sql`select 1 from public_listing where id = ${id}`.execute(house.database.db)).rows.length === 1;

beforeAll(async () => {
  house = await freshHouse();
  service = listingService(house);
});

async function unverified() {
  const owner = await somebody(house, 'owner');
  const property = await addProperty(house, owner.me.companyId ?? 0, { status: 'pending_verification' });
  const unit = await addUnit(house, property);
  await addPictures(house, property, 3);
  return { owner, property, unit };
}
const offer = ({ owner, property, unit }: Awaited<ReturnType<typeof unverified>>) =>
  inTransaction(house, owner, (ctx) => service.createMany(ctx, { property_id: property, unit_ids: [unit], listing_type: 0, publish: true }));

describe('drafts that wait', () => {
  test('go live when the property is verified, the owner is told once, and until then they say what they wait for', async () => {
    const at = await unverified();
    const { made } = await offer(at);
    const id = made[0]?.id ?? 0;
    expect(await service.details(ctxOf(house, at.owner), { id })).toMatchObject({ status: 'draft', wanted: true, hidden: 'unverified' });
    await setProperty(at.property, { status: 'verified' });
    await drain(house);
    expect(await service.details(ctxOf(house, at.owner), { id })).toMatchObject({ status: 'live', wanted: false, hidden: null, shown: true });
    expect((await told(house)).filter((one) => one.event === 'listing.live')).toHaveLength(1);
    await setProperty(at.property, { stalled: true });
    expect(await service.details(ctxOf(house, at.owner), { id })).toMatchObject({ status: 'live', hidden: 'stalled', shown: false });
  });
  test('the last picture is the last condition as well; a draft nobody asked to publish stays one', async () => {
    const owner = await somebody(house, 'owner');
    const property = await addProperty(house, owner.me.companyId ?? 0);
    await addPictures(house, property, 2);
    const [asked, left] = [await addUnit(house, property), await addUnit(house, property)];
    const { made } = await offer({ owner, property, unit: asked });
    const quiet = await addListing(house, { property, unit: left }, { status: 'draft', published_at: null });
    await addPictures(house, property, 1);
    await drain(house);
    expect([(await row(made[0]?.id ?? 0)).status, (await row(quiet)).status]).toEqual(['live', 'draft']);
  });
  test('publishing by hand may wait, too; without that it is refused as before', async () => {
    const at = await unverified();
    const id = await addListing(house, at, { status: 'draft', published_at: null });
    const publish = (wait: boolean) => inTransaction(house, at.owner, (ctx) => service.move(ctx, { id, move: 'publish', reason: '', wait }));
    await expect(publish(false)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await publish(true)).toMatchObject({ status: 'draft', wanted: true });
  });
  test('what a listing says is why strangers do not see it, and nothing where they do', async () => {
    const at = await place(house);
    const id = await addListing(house, at);
    for (const set of [
      { status: 'pending_verification' },
      { stalled: true, status: 'verified' },
      { stalled: false, archived_at: new Date() },
      { archived_at: null },
    ]) {
      await setProperty(at.property, set);
      expect((await service.details(ctxOf(house, at.owner), { id })).hidden === null, JSON.stringify(set)).toBe(await shownTo(id));
    }
  });
});

describe('many listings at once', () => {
  test('each by itself: what keeps one back is said of it, the others are done', async () => {
    const at = await place(house);
    const live = await addListing(house, at);
    const draft = await addListing(
      house,
      { property: at.property, unit: await addUnit(house, at.property) },
      { status: 'draft', published_at: null },
    );
    const { rows } = await bulk(at.owner, { ids: [live, draft], act: 'pause' });
    expect(rows.map((one) => [one.id, one.done, one.status])).toEqual([
      [live, true, 'paused'],
      [draft, false, null],
    ]);
    expect(rows[1]?.problem).toBe('Not published yet');
    const unit = await house.database.db.selectFrom('unit').select('name').where('id', '=', at.unit).executeTakeFirstOrThrow();
    expect(rows[0]?.unit).toBe(unit.name);
    expect([(await row(live)).status, (await row(draft)).status]).toEqual(['paused', 'draft']);
  });
  test('publish, reprice by percent, close', async () => {
    const at = await place(house);
    const units = [at.unit, await addUnit(house, at.property)];
    const ids: number[] = [];
    for (const unit of units)
      ids.push(await addListing(house, { property: at.property, unit }, { status: 'draft', published_at: null, price_cents: cents(4_500_000) }));
    expect((await bulk(at.owner, { ids, act: 'publish' })).rows.map((one) => one.status)).toEqual(['live', 'live']);
    await bulk(at.owner, { ids, act: 'edit', price: { how: 'percent', basis_points: 1000 } });
    expect((await Promise.all(ids.map(row))).map((one) => one.price_cents)).toEqual([4_950_000, 4_950_000]);
    await bulk(at.owner, { ids, act: 'close', closed_as: 'let' });
    expect((await Promise.all(ids.map(row))).map((one) => one.closed_as)).toEqual(['let', 'let']);
    expect((await bulk(at.owner, { ids, act: 'pause' })).rows.map((one) => one.problem)).toEqual(['Already let', 'Already let']);
  });
  test('terms they are to have alike: what is said is set, what is left out stays, months are of each one’s own rent', async () => {
    const at = await place(house);
    const of = async (facts: object) => addListing(house, { property: at.property, unit: await addUnit(house, at.property) }, facts);
    const [one, other] = [await of({ price_cents: cents(4_000_000), min_term_months: 3 }), await of({ price_cents: cents(6_000_000) })];
    const sale = await of({ listing_type: 2, price_period: 3, price_cents: cents(900_000_000) });
    const edit = (terms: object, ids = [one, other]) => bulk(at.owner, { ids, act: 'edit', terms });
    expect((await edit({ deposit: { how: 'months', months: 1.5 }, negotiable: true, available_from: '2099-02-01' })).rows.every((r) => r.done)).toBe(
      true,
    );
    const rows = await Promise.all([one, other].map(row));
    expect(rows.map((r) => [r.deposit_cents, r.negotiable, r.available_from, r.price_cents])).toEqual([
      [6_000_000, true, '2099-02-01', 4_000_000],
      [9_000_000, true, '2099-02-01', 6_000_000],
    ]);
    expect(rows[0]?.min_term_months).toBe(3);
    await edit({ deposit: { how: 'set', cents: 100_000 }, min_term_months: 6 });
    expect((await Promise.all([one, other].map(row))).map((r) => [r.deposit_cents, r.min_term_months])).toEqual([
      [100_000, 6],
      [100_000, 6],
    ]);
    // Who answers must be somebody who can: a stranger is refused row by row, one’s own is set.
    const stranger = await somebody(house, 'owner');
    expect((await edit({ contact_id: stranger.me.userId })).rows.map((r) => r.done)).toEqual([false, false]);
    expect((await edit({ contact_id: at.owner.me.userId })).rows.map((r) => r.done)).toEqual([true, true]);
    // A sale has none of these: it is said of it, and the others are done.
    const mixed = await edit({ min_term_months: 12 }, [one, sale]);
    expect(mixed.rows.map((r) => [r.id, r.done, r.problem])).toEqual([
      [one, true, ''],
      [sale, false, 'For sale: a sale has no deposit and no shortest stay'],
    ]);
    await expect(edit({})).rejects.toMatchObject({ failure: 'invalid' });
    await expect(edit({ available_from: '2020-01-01' })).resolves.toMatchObject({ rows: [{ done: false }, { done: false }] });
    await expect(bulk(stranger, { ids: [one], act: 'edit', terms: { negotiable: false } })).rejects.toMatchObject({ failure: 'notFound' });
  });
  test('a stranger’s is not found, and none is changed', async () => {
    const [at, other] = [await place(house), await place(house)];
    const [mine, theirs] = [await addListing(house, at), await addListing(house, other)];
    await expect(bulk(at.owner, { ids: [mine, theirs], act: 'pause' })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await row(mine)).status).toBe('live');
  });
});

test('a card to send round: price, what moving in costs and the public page; none where strangers see nothing', async () => {
  const at = await place(house);
  const id = await addListing(house, at, { price_cents: cents(4_500_000), deposit_cents: cents(4_500_000) });
  const { card } = await service.card(ctxOf(house, at.owner), { listing_id: id });
  expect(card).toMatchObject({ price_cents: 4_500_000, move_in_cents: 9_000_000, picture: `/og/listing/${id}.jpg` });
  expect(card?.path).toMatch(new RegExp(`^/property/${at.property}/.+/units/${at.unit}/`));
  expect((await service.card(ctxOf(house, at.owner), { property_id: at.property })).card?.path).toMatch(
    new RegExp(`^/property/${at.property}/[^/]+$`),
  );
  const stranger = await somebody(house, 'owner');
  for (const of of [{ listing_id: id }, { unit_id: at.unit }, { property_id: at.property }, {}])
    await expect(service.card(ctxOf(house, stranger), of)).rejects.toMatchObject({ failure: 'notFound' });
  await setProperty(at.property, { stalled: true });
  expect((await service.card(ctxOf(house, at.owner), { unit_id: at.unit })).card).toBeNull();
});
