import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { normalizeSavedQuery } from './searches.ts';
import { findingService, notifyListingClosed, notifyPriceDrop, runSavedSearches } from './service.ts';

let services: TestServices;
let tenant: TestPerson;
const calls = () => findingService(services);
const offer = async (facts: object = {}) => addListing(services, await createOwnerWithUnit(services), { published_at: clock.now(), ...facts });
const add = (listing_id: number, who = tenant) => runAsPerson(services, who, (ctx) => calls().favouriteAdd(ctx, { listing_id }));
const savesOf = async (id: number) =>
  (await services.database.db.selectFrom('listing').select('saves').where('id', '=', id).executeTakeFirstOrThrow()).saves;
const forget = () => sql`delete from job.job`.execute(services.database.db);

beforeAll(async () => {
  services = await createTestServices();
  tenant = await createPerson(services, 'tenant');
});

describe('saved listings', () => {
  test('a listing saved twice counts once, and the list shows the price at the time of saving and the current price', async () => {
    const id = await offer();
    await add(id);
    await add(id);
    expect(await savesOf(id)).toBe(1);
    await services.database.db
      .updateTable('listing')
      .set({ price_cents: toCents(4_000_000) })
      .where('id', '=', id)
      .execute();
    const mine = await calls().favourites(createTestCtx(services, tenant), { page: 1, page_size: 10 });
    expect(mine.results.map((f) => [f.id, f.saved_cents, f.card?.price_cents])).toEqual([[id, 4_500_000, 4_000_000]]);
    await runAsPerson(services, tenant, (ctx) => calls().favouriteRemove(ctx, { id }));
    expect(await savesOf(id)).toBe(0);
    await expect(runAsPerson(services, tenant, (ctx) => calls().favouriteRemove(ctx, { id }))).rejects.toMatchObject({
      failure: 'notFound',
    });
  });

  test('a hidden listing cannot be saved; a saved listing that is later closed appears in the list without its card', async () => {
    await expect(add(await offer({ status: 'draft' }))).rejects.toMatchObject({ failure: 'notFound' });
    const id = await offer();
    await add(id);
    await services.database.db.updateTable('listing').set({ status: 'closed' }).where('id', '=', id).execute();
    const mine = await calls().favourites(createTestCtx(services, tenant), { page: 1, page_size: 10 });
    expect(mine.results.find((f) => f.id === id)?.card).toBeNull();
  });

  test('a saved home shows the date of the last change of its listing, unit or property', async () => {
    const id = await offer();
    await add(id);
    const { db } = services.database;
    const changed = async () =>
      (await calls().favourites(createTestCtx(services, tenant), { page: 1, page_size: 10 })).results.find((f) => f.id === id)?.changed_at;
    const row = await db.selectFrom('listing').select(['property_id', 'unit_id']).where('id', '=', id).executeTakeFirstOrThrow();
    const now = clock.ms();
    const at = (n: number) => new Date(now + n * 3_600_000);
    await db
      .updateTable('listing')
      .set({ updated_at: at(1) })
      .where('id', '=', id)
      .execute();
    expect(await changed()).toBe(at(1).toISOString());
    await db
      .updateTable('property')
      .set({ updated_at: at(2) })
      .where('id', '=', row.property_id)
      .execute();
    expect(await changed()).toBe(at(2).toISOString());
    await db
      .updateTable('unit')
      .set({ updated_at: at(3) })
      .where('id', '=', row.unit_id)
      .execute();
    expect(await changed()).toBe(at(3).toISOString());
  });

  test('people can edit and remove only their own saved homes', async () => {
    const id = await offer();
    await add(id);
    const other = await createPerson(services, 'tenant');
    await expect(runAsPerson(services, other, (ctx) => calls().favouriteNote(ctx, { id, note: 'x' }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    await runAsPerson(services, tenant, (ctx) => calls().favouriteNote(ctx, { id, note: 'Ask about water' }));
    await expect(runAsPerson(services, other, (ctx) => calls().favouriteRemove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    expect((await calls().favourites(createTestCtx(services, tenant), { page: 1, page_size: 10 })).results.find((f) => f.id === id)?.note).toBe(
      'Ask about water',
    );
  });

  test('a price drop of one per cent notifies each person who saved the listing once; a smaller drop or an increase notifies no one', async () => {
    await forget();
    const id = await offer();
    const other = await createPerson(services, 'tenant');
    await add(id);
    await add(id, other);
    const { db } = services.database;
    await notifyPriceDrop(db, { listingId: id, from: 4_500_000, to: 4_455_001 });
    await notifyPriceDrop(db, { listingId: id, from: 4_455_000, to: 4_500_000 });
    expect(await listSentNotifications(services, 'favourite.price')).toEqual([]);
    await notifyPriceDrop(db, { listingId: id, from: 4_500_000, to: 4_455_000 });
    await notifyPriceDrop(db, { listingId: id, from: 4_500_000, to: 4_455_000 });
    const heard = await listSentNotifications(services, 'favourite.price');
    expect(heard.map((t) => t.to.personId).sort()).toEqual([tenant.id, other.id].sort());
    expect(heard[0]?.params).toMatchObject({ from: 'KES 45,000', to: 'KES 44,550' });
  });

  test('closing a listing notifies each person who saved the listing only once', async () => {
    await forget();
    const id = await offer();
    await add(id);
    for (let n = 0; n < 2; n++) await notifyListingClosed(services.database.db, { listingId: id, as: 'let' });
    expect((await listSentNotifications(services, 'favourite.taken')).map((t) => t.to.personId)).toEqual([tenant.id]);
  });
});

describe('saved searches', () => {
  /** Listings published after the save are new for the search. */
  const later = () => setClock(services, new Date(clock.ms() + 1000).toISOString());
  beforeAll(later);
  afterAll(() => setClock(services, null));
  const save = (query: string, name = 'Two rooms', who = tenant) =>
    runAsPerson(services, who, (ctx) => calls().searchSave(ctx, { name, query, often: 'instant' }));
  const rowOf = (id: number) => services.database.db.selectFrom('saved_search').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('store the filters without page, cursor and language, and reject an invalid filter with the name of its field', () => {
    expect(normalizeSavedQuery('?type=rent&beds=2&page=3&after=abc&lang=sw')).toBe('type=rent&beds=2');
    expect(normalizeSavedQuery('')).toBe('');
    try {
      normalizeSavedQuery('type=rent&max=cheap');
      expect.unreachable();
    } catch (problem) {
      expect(problem).toMatchObject({ failure: 'invalid', extra: { fields: { query: expect.stringContaining('max') } } });
    }
  });

  test('each run notifies the person of listings that match since the last run, and never twice of the same listing', async () => {
    await forget();
    await offer({ price_cents: 1_000_000 });
    const { id } = await save('type=rent&max=20000');
    await runSavedSearches(services);
    expect(await listSentNotifications(services, 'search.match')).toEqual([]);
    await later();
    await offer({ price_cents: 9_000_000 });
    const fits = await offer({ price_cents: 1_500_000, title: 'Bedsitter that fits' });
    await runSavedSearches(services);
    await runSavedSearches(services);
    const heard = await listSentNotifications(services, 'search.match');
    expect(heard.map((t) => [t.to.personId, t.params.count, t.params.title])).toEqual([[tenant.id, '1', 'Bedsitter that fits']]);
    expect(heard[0]?.params.stop).toContain((await rowOf(id)).stop_key);
    // A link to the single home, not to the search.
    expect(heard[0]?.page).toMatch(/^\/property\/\d+\/[^/]+(\/units\/\d+\/[^/]+)?$/);
    expect(fits).toBeGreaterThan(0);
  });

  test('a listing published in a transaction that commits after a run is included once, in the next run', async () => {
    await save('type=rent&max=20000', 'Late');
    await later();
    const late = await offer({ price_cents: 1_100_000, title: 'Committed late' });
    await services.database.db.updateTable('listing').set({ status: 'draft' }).where('id', '=', late).execute();
    await offer({ price_cents: 1_100_000, title: 'In time' });
    await runSavedSearches(services);
    await forget();
    await services.database.db.updateTable('listing').set({ status: 'live' }).where('id', '=', late).execute();
    await runSavedSearches(services);
    await runSavedSearches(services);
    const heard = (await listSentNotifications(services, 'search.match')).filter((t) => t.params.name === 'Late');
    expect(heard.map((t) => [t.params.count, t.params.title])).toEqual([['1', 'Committed late']]);
  });

  test('a search with daily alerts sends the next alert only after a day', async () => {
    const { id } = await save('type=rent&max=20000', 'Daily');
    await runAsPerson(services, tenant, (ctx) => calls().searchUpdate(ctx, { id, name: 'Daily', often: 'daily' }));
    await later();
    await forget();
    await offer({ price_cents: 1_200_000 });
    await runSavedSearches(services);
    expect((await listSentNotifications(services, 'search.match')).map((t) => t.params.name)).not.toContain('Daily');
    await services.database.db
      .updateTable('saved_search')
      .set({ last_run_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', id)
      .execute();
    await runSavedSearches(services);
    expect((await listSentNotifications(services, 'search.match')).map((t) => t.params.name)).toContain('Daily');
  });

  test('a search whose alerts are switched off sends no alert', async () => {
    const off = await save('type=rent&max=19000', 'Quiet');
    await save('type=rent&max=18000', 'Loud');
    await runAsPerson(services, tenant, (ctx) => calls().searchUpdate(ctx, { id: off.id, name: 'Quiet', often: 'off' }));
    await later();
    await forget();
    await offer({ price_cents: 1_300_000, title: 'Small and cheap' });
    await runSavedSearches(services);
    const heard = (await listSentNotifications(services, 'search.match')).map((t) => t.params.name);
    expect([heard.includes('Loud'), heard.includes('Quiet')]).toEqual([true, false]);
  });

  test('the stop link in an alert switches off only that search, without sign-in', async () => {
    const [one, two] = [await save('type=rent', 'One'), await save('type=rent', 'Other')];
    const { stop_key } = await rowOf(one.id);
    expect(await runAsPerson(services, null, (ctx) => calls().searchStop(ctx, { key: stop_key }))).toEqual({ name: 'One' });
    expect([(await rowOf(one.id)).often, (await rowOf(two.id)).often]).toEqual(['off', 'instant']);
    await expect(runAsPerson(services, null, (ctx) => calls().searchStop(ctx, { key: 'somebody-guessed-this' }))).rejects.toMatchObject({
      failure: 'notFound',
    });
  });

  test('saving the same search a second time creates no duplicate, and switches its alerts on if they were off', async () => {
    const first = await save('type=rent&beds=3', 'Three rooms');
    expect(await save('?type=rent&beds=3&page=2', 'Three rooms')).toEqual(first);
    await runAsPerson(services, tenant, (ctx) => calls().searchUpdate(ctx, { id: first.id, name: 'Three rooms', often: 'off' }));
    expect(await save('type=rent&beds=3', 'Three rooms')).toEqual(first);
    expect((await rowOf(first.id)).often).toBe('instant');
    expect((await save('type=rent&beds=3', 'Three rooms', await createPerson(services, 'tenant'))).id).not.toBe(first.id);
  });

  test('are hidden from other people, and the list shows the number of matches', async () => {
    const { id } = await save('type=rent&max=20000', 'Mine');
    const other = await createPerson(services, 'tenant');
    expect((await calls().searches(createTestCtx(services, other), { page: 1, page_size: 10 })).count).toBe(0);
    await expect(runAsPerson(services, other, (ctx) => calls().searchRemove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    const { results } = await calls().searches(createTestCtx(services, tenant), { page: 1, page_size: 10 });
    expect(results.find((s) => s.id === id)?.count).toBeGreaterThan(0);
  });
});
