import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';
import { normalizedQuery } from './searches.ts';
import { findingService, runSearches, tellClosed, tellRepriced } from './service.ts';

let house: House;
let tenant: Somebody;
const calls = () => findingService(house);
const offer = async (facts: object = {}) => addListing(house, await place(house), { published_at: clock.now(), ...facts });
const add = (listing_id: number, who = tenant) => inTransaction(house, who, (ctx) => calls().favouriteAdd(ctx, { listing_id }));
const savesOf = async (id: number) =>
  (await house.database.db.selectFrom('listing').select('saves').where('id', '=', id).executeTakeFirstOrThrow()).saves;
const forget = () => sql`delete from job.job`.execute(house.database.db);

beforeAll(async () => {
  house = await freshHouse();
  tenant = await somebody(house, 'tenant');
});

describe('saved homes', () => {
  test('saving twice counts once, removing takes it back; the list shows what it cost then and costs now', async () => {
    const id = await offer();
    await add(id);
    await add(id);
    expect(await savesOf(id)).toBe(1);
    await house.database.db
      .updateTable('listing')
      .set({ price_cents: cents(4_000_000) })
      .where('id', '=', id)
      .execute();
    const mine = await calls().favourites(ctxOf(house, tenant), { page: 1, page_size: 10 });
    expect(mine.results.map((f) => [f.id, f.saved_cents, f.card?.price_cents])).toEqual([[id, 4_500_000, 4_000_000]]);
    await inTransaction(house, tenant, (ctx) => calls().favouriteRemove(ctx, { id }));
    expect(await savesOf(id)).toBe(0);
    await expect(inTransaction(house, tenant, (ctx) => calls().favouriteRemove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('what strangers cannot see cannot be saved; what is no longer offered stays in the list without its card', async () => {
    await expect(add(await offer({ status: 'draft' }))).rejects.toMatchObject({ failure: 'notFound' });
    const id = await offer();
    await add(id);
    await house.database.db.updateTable('listing').set({ status: 'closed' }).where('id', '=', id).execute();
    const mine = await calls().favourites(ctxOf(house, tenant), { page: 1, page_size: 10 });
    expect(mine.results.find((f) => f.id === id)?.card).toBeNull();
  });

  test('a saved home says when it was changed last, whether the listing, its unit or its property was', async () => {
    const id = await offer();
    await add(id);
    const { db } = house.database;
    const changed = async () =>
      (await calls().favourites(ctxOf(house, tenant), { page: 1, page_size: 10 })).results.find((f) => f.id === id)?.changed_at;
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

  test('a note and a removal are one’s own only', async () => {
    const id = await offer();
    await add(id);
    const other = await somebody(house, 'tenant');
    await expect(inTransaction(house, other, (ctx) => calls().favouriteNote(ctx, { id, note: 'x' }))).rejects.toMatchObject({ failure: 'notFound' });
    await inTransaction(house, tenant, (ctx) => calls().favouriteNote(ctx, { id, note: 'Ask about water' }));
    await expect(inTransaction(house, other, (ctx) => calls().favouriteRemove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    expect((await calls().favourites(ctxOf(house, tenant), { page: 1, page_size: 10 })).results.find((f) => f.id === id)?.note).toBe(
      'Ask about water',
    );
  });

  test('a fall of one per cent tells every saver, once; a smaller one or a rise tells nobody', async () => {
    await forget();
    const id = await offer();
    const other = await somebody(house, 'tenant');
    await add(id);
    await add(id, other);
    const { db } = house.database;
    await tellRepriced(db, { listingId: id, from: 4_500_000, to: 4_455_001 });
    await tellRepriced(db, { listingId: id, from: 4_455_000, to: 4_500_000 });
    expect(await told(house, 'favourite.price')).toEqual([]);
    await tellRepriced(db, { listingId: id, from: 4_500_000, to: 4_455_000 });
    await tellRepriced(db, { listingId: id, from: 4_500_000, to: 4_455_000 });
    const heard = await told(house, 'favourite.price');
    expect(heard.map((t) => t.to.personId).sort()).toEqual([tenant.id, other.id].sort());
    expect(heard[0]?.params).toMatchObject({ from: 'KES 45,000', to: 'KES 44,550' });
  });

  test('an offer that closes tells its savers once', async () => {
    await forget();
    const id = await offer();
    await add(id);
    for (let n = 0; n < 2; n++) await tellClosed(house.database.db, { listingId: id, as: 'let' });
    expect((await told(house, 'favourite.taken')).map((t) => t.to.personId)).toEqual([tenant.id]);
  });
});

describe('saved searches', () => {
  /** What is published now is news for whoever saved a search before. */
  const later = () => setClock(house, new Date(clock.ms() + 1000).toISOString());
  beforeAll(later);
  afterAll(() => setClock(house, null));
  const save = (query: string, name = 'Two rooms', who = tenant) =>
    inTransaction(house, who, (ctx) => calls().searchSave(ctx, { name, query, often: 'instant' }));
  const rowOf = (id: number) => house.database.db.selectFrom('saved_search').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('the filters are kept; page, cursor and language are not; nonsense is refused by name', () => {
    expect(normalizedQuery('?type=rent&beds=2&page=3&after=abc&lang=sw')).toBe('type=rent&beds=2');
    expect(normalizedQuery('')).toBe('');
    try {
      normalizedQuery('type=rent&max=cheap');
      expect.unreachable();
    } catch (problem) {
      expect(problem).toMatchObject({ failure: 'invalid', extra: { fields: { query: expect.stringContaining('max') } } });
    }
  });

  test('a run tells what is new since the last one, of what fits, and never twice', async () => {
    await forget();
    await offer({ price_cents: 1_000_000 });
    const { id } = await save('type=rent&max=20000');
    await runSearches(house);
    expect(await told(house, 'search.match')).toEqual([]);
    await later();
    await offer({ price_cents: 9_000_000 });
    const fits = await offer({ price_cents: 1_500_000, title: 'Bedsitter that fits' });
    await runSearches(house);
    await runSearches(house);
    const heard = await told(house, 'search.match');
    expect(heard.map((t) => [t.to.personId, t.params.count, t.params.title])).toEqual([[tenant.id, '1', 'Bedsitter that fits']]);
    expect(heard[0]?.params.stop).toContain((await rowOf(id)).stop_key);
    // The one home itself, not the search that found it.
    expect(heard[0]?.page).toMatch(/^\/property\/\d+\/[^/]+(\/units\/\d+\/[^/]+)?$/);
    expect(fits).toBeGreaterThan(0);
  });

  test('an offer whose publication commits after a run looked past its moment is told by the next one, once', async () => {
    await save('type=rent&max=20000', 'Late');
    await later();
    const late = await offer({ price_cents: 1_100_000, title: 'Committed late' });
    await house.database.db.updateTable('listing').set({ status: 'draft' }).where('id', '=', late).execute();
    await offer({ price_cents: 1_100_000, title: 'In time' });
    await runSearches(house);
    await forget();
    await house.database.db.updateTable('listing').set({ status: 'live' }).where('id', '=', late).execute();
    await runSearches(house);
    await runSearches(house);
    const heard = (await told(house, 'search.match')).filter((t) => t.params.name === 'Late');
    expect(heard.map((t) => [t.params.count, t.params.title])).toEqual([['1', 'Committed late']]);
  });

  test('a daily one waits for its day; one that is off tells nothing', async () => {
    const { id } = await save('type=rent&max=20000', 'Daily');
    await inTransaction(house, tenant, (ctx) => calls().searchUpdate(ctx, { id, name: 'Daily', often: 'daily' }));
    await later();
    await forget();
    await offer({ price_cents: 1_200_000 });
    await runSearches(house);
    expect((await told(house, 'search.match')).map((t) => t.params.name)).not.toContain('Daily');
    await house.database.db
      .updateTable('saved_search')
      .set({ last_run_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', id)
      .execute();
    await runSearches(house);
    expect((await told(house, 'search.match')).map((t) => t.params.name)).toContain('Daily');
  });

  test('the key of a message stops that search alone, without a session', async () => {
    const [one, two] = [await save('type=rent', 'One'), await save('type=rent', 'Other')];
    const { stop_key } = await rowOf(one.id);
    expect(await inTransaction(house, null, (ctx) => calls().searchStop(ctx, { key: stop_key }))).toEqual({ name: 'One' });
    expect([(await rowOf(one.id)).often, (await rowOf(two.id)).often]).toEqual(['off', 'instant']);
    await expect(inTransaction(house, null, (ctx) => calls().searchStop(ctx, { key: 'somebody-guessed-this' }))).rejects.toMatchObject({
      failure: 'notFound',
    });
  });

  test('saving the same search twice is saving once; one that was off tells again', async () => {
    const first = await save('type=rent&beds=3', 'Three rooms');
    expect(await save('?type=rent&beds=3&page=2', 'Three rooms')).toEqual(first);
    await inTransaction(house, tenant, (ctx) => calls().searchUpdate(ctx, { id: first.id, name: 'Three rooms', often: 'off' }));
    expect(await save('type=rent&beds=3', 'Three rooms')).toEqual(first);
    expect((await rowOf(first.id)).often).toBe('instant');
    expect((await save('type=rent&beds=3', 'Three rooms', await somebody(house, 'tenant'))).id).not.toBe(first.id);
  });

  test('others neither see nor change them, and the list says how many homes fit', async () => {
    const { id } = await save('type=rent&max=20000', 'Mine');
    const other = await somebody(house, 'tenant');
    expect((await calls().searches(ctxOf(house, other), { page: 1, page_size: 10 })).count).toBe(0);
    await expect(inTransaction(house, other, (ctx) => calls().searchRemove(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    const { results } = await calls().searches(ctxOf(house, tenant), { page: 1, page_size: 10 });
    expect(results.find((s) => s.id === id)?.count).toBeGreaterThan(0);
  });
});
