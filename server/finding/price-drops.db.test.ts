import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { combinePriceDropsByListing } from './price-drops.ts';
import { findingService, notifyHomeRelisted, notifyListingClosed, notifyPriceDrop, runSavedSearches } from './service.ts';

let services: TestServices;
let tenant: TestPerson;
const calls = () => findingService(services);
const later = () => setClock(services, new Date(clock.ms() + 60_000).toISOString());
const forget = () => sql`delete from job.job`.execute(services.database.db);
const home = /^\/property\/\d+\/[^/]+(\/units\/\d+\/[^/]+)?$/;
beforeAll(async () => {
  services = await createTestServices();
  tenant = await createPerson(services, 'tenant');
  await later();
});
afterAll(() => setClock(services, null));

const offer = async (title: string, price: number) => {
  const id = await addListing(services, await createOwnerWithUnit(services), { published_at: clock.now(), price_cents: price, title });
  await priced(id, price);
  return id;
};
/** Changes the price as the listing module does. */
async function priced(id: number, price: number, period = 3): Promise<void> {
  const { db } = services.database;
  await db
    .updateTable('listing')
    .set({ price_cents: toCents(price), price_period: period })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('listing_price')
    .values({ listing_id: id, at: clock.now(), price_cents: toCents(price), price_period: period })
    .execute();
}
const save = (query: string, name: string) => runAsPerson(services, tenant, (ctx) => calls().searchSave(ctx, { name, query, often: 'instant' }));
const heard = async (name: string) =>
  (await listSentNotifications(services, 'search.price'))
    .filter((t) => t.params.name === name)
    .map((t) => [t.params.title, t.params.from, t.params.to, t.page]);

test('price drop: one notification with both prices is sent for a listing that already matched, or newly matches, a saved search', async () => {
  const [above, within, outside] = [await offer('Above', 2_500_000), await offer('Within', 1_500_000), await offer('Outside', 9_000_000)];
  await later();
  await save('type=rent&max=20000', 'Cheap');
  await runSavedSearches(services);
  await forget();
  await later();
  await priced(above, 1_900_000);
  await priced(outside, 5_000_000);
  for (let n = 0; n < 2; n += 1) await runSavedSearches(services);
  expect(await heard('Cheap')).toEqual([['Above', 'KES 25,000', 'KES 19,000', expect.stringMatching(home)]]);
  expect(await listSentNotifications(services, 'search.match')).toEqual([]);
  await forget();
  await later();
  await priced(within, 1_400_000);
  for (let n = 0; n < 2; n += 1) await runSavedSearches(services);
  expect(await heard('Cheap')).toEqual([['Within', 'KES 15,000', 'KES 14,000', expect.stringMatching(home)]]);
});

test('price drop: no notification is sent for an increase, a small drop, another price period or a drop before the search was saved', async () => {
  const ids = [await offer('Rises', 1_000_000), await offer('Hardly', 1_000_000), await offer('Yearly', 1_000_000), await offer('Before', 1_000_000)];
  await later();
  await priced(ids[3] ?? 0, 800_000);
  await later();
  await save('type=rent&max=21000', 'Quiet');
  await runSavedSearches(services);
  await forget();
  await later();
  await priced(ids[0] ?? 0, 1_100_000);
  await priced(ids[1] ?? 0, 995_000);
  await priced(ids[2] ?? 0, 900_000, 2);
  await runSavedSearches(services);
  expect(await heard('Quiet')).toEqual([]);
});

test('price drop: no notification is sent if the price is raised above the earlier price before the run', async () => {
  const id = await offer('Back up', 1_800_000);
  await later();
  await save('type=rent&max=19000', 'Fickle');
  await runSavedSearches(services);
  await forget();
  await later();
  await priced(id, 1_200_000);
  await later();
  await priced(id, 1_850_000);
  await runSavedSearches(services);
  expect(await heard('Fickle')).toEqual([]);
});

test('price drop: a price raised and then lowered to its earlier amount sends no notification for saved searches or favourites', async () => {
  const id = await offer('Up and back', 1_700_000);
  await runAsPerson(services, tenant, (ctx) => calls().favouriteAdd(ctx, { listing_id: id }));
  await later();
  await save('type=rent&max=17500', 'Honest');
  await runSavedSearches(services);
  await forget();
  await later();
  await priced(id, 2_200_000);
  await later();
  await priced(id, 1_700_000);
  await runSavedSearches(services);
  await notifyPriceDrop(services.database.db, { listingId: id, from: 2_200_000, to: 1_700_000 });
  expect([await heard('Honest'), await listSentNotifications(services, 'favourite.price')]).toEqual([[], []]);
});

test('price drop: several drops of one listing are combined, and drops that are too small are ignored', () => {
  const at = new Date();
  const fall = (listing_id: number, from: number, to: number) => ({ listing_id, at, from, to });
  expect(combinePriceDropsByListing([fall(1, 90, 80), fall(2, 1000, 999), fall(1, 100, 90)])).toEqual([fall(1, 100, 80)]);
});

test('favourite notification: links to the home, and reports a home that is listed again at most once a day', async () => {
  await forget();
  const { db } = services.database;
  const id = await offer('Kept', 3_000_000);
  await runAsPerson(services, tenant, (ctx) => calls().favouriteAdd(ctx, { listing_id: id }));
  await notifyPriceDrop(db, { listingId: id, from: 3_000_000, to: 2_000_000 });
  await notifyListingClosed(db, { listingId: id, as: 'let' });
  for (let n = 0; n < 2; n += 1) await notifyHomeRelisted(db, { listingId: id });
  for (const event of ['favourite.price', 'favourite.taken', 'favourite.back'] as const)
    expect(
      (await listSentNotifications(services, event)).map((t) => [t.to.personId, t.page]),
      event,
    ).toEqual([[tenant.id, expect.stringMatching(home)]]);
});

test('favourite notification: is sent for a new listing of the same unit, unless the new listing is no longer live', async () => {
  await forget();
  const { db } = services.database;
  const old = await offer('Once let', 3_000_000);
  await runAsPerson(services, tenant, (ctx) => calls().favouriteAdd(ctx, { listing_id: old }));
  const { property_id, unit_id } = await db.selectFrom('listing').select(['property_id', 'unit_id']).where('id', '=', old).executeTakeFirstOrThrow();
  await db.updateTable('listing').set({ status: 'closed' }).where('id', '=', old).execute();
  const again = await offer('Let again', 3_100_000);
  await db.updateTable('listing').set({ property_id, unit_id }).where('id', '=', again).execute();
  await notifyHomeRelisted(db, { listingId: again });
  expect((await listSentNotifications(services, 'favourite.back')).map((t) => [t.params.title, t.params.price])).toEqual(
    unit_id ? [['Let again', 'KES 31,000']] : [],
  );
  await forget();
  await db.updateTable('listing').set({ status: 'paused' }).where('id', '=', again).execute();
  await notifyHomeRelisted(db, { listingId: again });
  expect(await listSentNotifications(services, 'favourite.back')).toEqual([]);
});

test('saved search: shows the names of its locations, types and amenities', async () => {
  const { rows } = await sql<{ code: string; name: string }>`select code, name from taxon where kind = 'amenity' order by id limit 1`.execute(
    services.database.db,
  );
  const code = rows[0]?.code ?? '';
  const { id } = await save(`type=rent&amenities=${code},no_such`, 'Named');
  const { results } = await calls().searches(createTestCtx(services, tenant), { page: 1, page_size: 50 });
  expect(results.find((one) => one.id === id)?.names).toEqual({ [`amenities ${code}`]: { name: rows[0]?.name, name_sw: expect.any(String) } });
});
