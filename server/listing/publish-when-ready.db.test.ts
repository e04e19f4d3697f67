import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, addPictures, addProperty, addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { listingService } from './service.ts';

let services: TestServices;
let service: ReturnType<typeof listingService>;
const row = (id: number) => services.database.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setProperty = (id: number, set: object) => services.database.db.updateTable('property').set(set).where('id', '=', id).execute();
const bulk = (who: TestPerson, given: object) => runAsPerson(services, who, (ctx) => service.bulk(ctx, { ids: [], act: 'pause', ...given }));
const shownTo = async (id: number) => (await sql`select 1 from public_listing where id = ${id}`.execute(services.database.db)).rows.length === 1;

beforeAll(async () => {
  services = await createTestServices();
  service = listingService(services);
});

async function unverified() {
  const owner = await createPerson(services, 'owner');
  const property = await addProperty(services, owner.me.companyId ?? 0, { status: 'pending_verification' });
  const unit = await addUnit(services, property);
  await addPictures(services, property, 3);
  return { owner, property, unit };
}
const offer = ({ owner, property, unit }: Awaited<ReturnType<typeof unverified>>) =>
  runAsPerson(services, owner, (ctx) => service.createMany(ctx, { property_id: property, unit_ids: [unit], listing_type: 0, publish: true }));

describe('listings queued for publishing', () => {
  test('a queued draft shows the reason it is hidden, goes live when its property is verified, and notifies the owner once', async () => {
    const at = await unverified();
    const { made } = await offer(at);
    const id = made[0]?.id ?? 0;
    expect(await service.details(createTestCtx(services, at.owner), { id })).toMatchObject({ status: 'draft', wanted: true, hidden: 'unverified' });
    await setProperty(at.property, { status: 'verified' });
    await runQueuedJobs(services);
    expect(await service.details(createTestCtx(services, at.owner), { id })).toMatchObject({
      status: 'live',
      wanted: false,
      hidden: null,
      shown: true,
    });
    expect((await listSentNotifications(services)).filter((one) => one.event === 'listing.live')).toHaveLength(1);
    await setProperty(at.property, { stalled: true });
    expect(await service.details(createTestCtx(services, at.owner), { id })).toMatchObject({ status: 'live', hidden: 'stalled', shown: false });
  });
  test('uploading the last missing image publishes a queued draft, but not a draft that is not queued', async () => {
    const owner = await createPerson(services, 'owner');
    const property = await addProperty(services, owner.me.companyId ?? 0);
    await addPictures(services, property, 2);
    const [asked, left] = [await addUnit(services, property), await addUnit(services, property)];
    const { made } = await offer({ owner, property, unit: asked });
    const quiet = await addListing(services, { property, unit: left }, { status: 'draft', published_at: null });
    await addPictures(services, property, 1);
    await runQueuedJobs(services);
    expect([(await row(made[0]?.id ?? 0)).status, (await row(quiet)).status]).toEqual(['live', 'draft']);
  });
  test('an incomplete listing can be queued for publishing, and publishing without queueing is refused', async () => {
    const at = await unverified();
    const id = await addListing(services, at, { status: 'draft', published_at: null });
    const publish = (wait: boolean) => runAsPerson(services, at.owner, (ctx) => service.move(ctx, { id, move: 'publish', reason: '', wait }));
    await expect(publish(false)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await publish(true)).toMatchObject({ status: 'draft', wanted: true });
  });
  test('the reason a listing is hidden is shown if and only if the listing is not public', async () => {
    const at = await createOwnerWithUnit(services);
    const id = await addListing(services, at);
    for (const set of [
      { status: 'pending_verification' },
      { stalled: true, status: 'verified' },
      { stalled: false, archived_at: new Date() },
      { archived_at: null },
    ]) {
      await setProperty(at.property, set);
      expect((await service.details(createTestCtx(services, at.owner), { id })).hidden === null, JSON.stringify(set)).toBe(await shownTo(id));
    }
  });
});

describe('bulk change of listings', () => {
  test('an error in one listing is reported for that listing, and the other listings are changed', async () => {
    const at = await createOwnerWithUnit(services);
    const live = await addListing(services, at);
    const draft = await addListing(
      services,
      { property: at.property, unit: await addUnit(services, at.property) },
      { status: 'draft', published_at: null },
    );
    const { rows } = await bulk(at.owner, { ids: [live, draft], act: 'pause' });
    expect(rows.map((one) => [one.id, one.done, one.status])).toEqual([
      [live, true, 'paused'],
      [draft, false, null],
    ]);
    expect(rows[1]?.problem).toBe('Not published yet');
    const unit = await services.database.db.selectFrom('unit').select('name').where('id', '=', at.unit).executeTakeFirstOrThrow();
    expect(rows[0]?.unit).toBe(unit.name);
    expect([(await row(live)).status, (await row(draft)).status]).toEqual(['paused', 'draft']);
  });
  test('publishes listings, changes prices by percent and closes listings', async () => {
    const at = await createOwnerWithUnit(services);
    const units = [at.unit, await addUnit(services, at.property)];
    const ids: number[] = [];
    for (const unit of units)
      ids.push(await addListing(services, { property: at.property, unit }, { status: 'draft', published_at: null, price_cents: toCents(4_500_000) }));
    expect((await bulk(at.owner, { ids, act: 'publish' })).rows.map((one) => one.status)).toEqual(['live', 'live']);
    await bulk(at.owner, { ids, act: 'edit', price: { how: 'percent', basis_points: 1000 } });
    expect((await Promise.all(ids.map(row))).map((one) => one.price_cents)).toEqual([4_950_000, 4_950_000]);
    await bulk(at.owner, { ids, act: 'close', closed_as: 'let' });
    expect((await Promise.all(ids.map(row))).map((one) => one.closed_as)).toEqual(['let', 'let']);
    expect((await bulk(at.owner, { ids, act: 'pause' })).rows.map((one) => one.problem)).toEqual(['Already let', 'Already let']);
  });
  test('sets only the given terms, and calculates a deposit in months from each listing’s own rent', async () => {
    const at = await createOwnerWithUnit(services);
    const of = async (facts: object) => addListing(services, { property: at.property, unit: await addUnit(services, at.property) }, facts);
    const [one, other] = [await of({ price_cents: toCents(4_000_000), min_term_months: 3 }), await of({ price_cents: toCents(6_000_000) })];
    const sale = await of({ listing_type: 2, price_period: 3, price_cents: toCents(900_000_000) });
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
    // A contact must be allowed: a person of another company is refused for each listing, a person of the own company is set.
    const stranger = await createPerson(services, 'owner');
    expect((await edit({ contact_id: stranger.me.userId })).rows.map((r) => r.done)).toEqual([false, false]);
    expect((await edit({ contact_id: at.owner.me.userId })).rows.map((r) => r.done)).toEqual([true, true]);
    // A sale has no deposit and no minimum stay, so it gets an error and the other listing is changed.
    const mixed = await edit({ min_term_months: 12 }, [one, sale]);
    expect(mixed.rows.map((r) => [r.id, r.done, r.problem])).toEqual([
      [one, true, ''],
      [sale, false, 'A listing for sale has no deposit and no minimum stay. Clear these fields.'],
    ]);
    await expect(edit({})).rejects.toMatchObject({ failure: 'invalid' });
    await expect(edit({ available_from: '2020-01-01' })).resolves.toMatchObject({ rows: [{ done: false }, { done: false }] });
    await expect(bulk(stranger, { ids: [one], act: 'edit', terms: { negotiable: false } })).rejects.toMatchObject({ failure: 'notFound' });
  });
  test('returns 404 and changes no listing if one of the listings belongs to another company', async () => {
    const [at, other] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
    const [mine, theirs] = [await addListing(services, at), await addListing(services, other)];
    await expect(bulk(at.owner, { ids: [mine, theirs], act: 'pause' })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await row(mine)).status).toBe('live');
  });
});

test('listing share card: has price, move-in cost and public link, and is empty for a hidden listing', async () => {
  const at = await createOwnerWithUnit(services);
  const id = await addListing(services, at, { price_cents: toCents(4_500_000), deposit_cents: toCents(4_500_000) });
  const { card } = await service.shareCard(createTestCtx(services, at.owner), { listing_id: id });
  expect(card).toMatchObject({ price_cents: 4_500_000, move_in_cents: 9_000_000, picture: `/og/listing/${id}.jpg` });
  expect(card?.path).toMatch(new RegExp(`^/property/${at.property}/.+/units/${at.unit}/`));
  expect((await service.shareCard(createTestCtx(services, at.owner), { property_id: at.property })).card?.path).toMatch(
    new RegExp(`^/property/${at.property}/[^/]+$`),
  );
  const stranger = await createPerson(services, 'owner');
  for (const given of [{ listing_id: id }, { unit_id: at.unit }, { property_id: at.property }, {}])
    await expect(service.shareCard(createTestCtx(services, stranger), given)).rejects.toMatchObject({ failure: 'notFound' });
  await setProperty(at.property, { stalled: true });
  expect((await service.shareCard(createTestCtx(services, at.owner), { unit_id: at.unit })).card).toBeNull();
});
