import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';
import { oneEach } from './falls.ts';
import { findingService, runSearches, tellBack, tellClosed, tellRepriced } from './service.ts';

let house: House;
let tenant: Somebody;
const calls = () => findingService(house);
const later = () => setClock(house, new Date(clock.ms() + 60_000).toISOString());
const forget = () => sql`delete from job.job`.execute(house.database.db);
const home = /^\/property\/\d+\/[^/]+(\/units\/\d+\/[^/]+)?$/;
beforeAll(async () => {
  house = await freshHouse();
  tenant = await somebody(house, 'tenant');
  await later();
});
afterAll(() => setClock(house, null));

const offer = async (title: string, price: number) => {
  const id = await addListing(house, await place(house), { published_at: clock.now(), price_cents: price, title });
  await priced(id, price);
  return id;
};
/** The price it has from now on, as the listing room keeps it. */
async function priced(id: number, price: number, period = 3): Promise<void> {
  const { db } = house.database;
  await db
    .updateTable('listing')
    .set({ price_cents: cents(price), price_period: period })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('listing_price')
    .values({ listing_id: id, at: clock.now(), price_cents: cents(price), price_period: period })
    .execute();
}
const save = (query: string, name: string) => inTransaction(house, tenant, (ctx) => calls().searchSave(ctx, { name, query, often: 'instant' }));
const heard = async (name: string) =>
  (await told(house, 'search.price')).filter((t) => t.params.name === name).map((t) => [t.params.title, t.params.from, t.params.to, t.page]);

test('a home whose price falls into a search is told with both prices and opened itself, once; so is one that fitted already', async () => {
  const [above, within, outside] = [await offer('Above', 2_500_000), await offer('Within', 1_500_000), await offer('Outside', 9_000_000)];
  await later();
  await save('type=rent&max=20000', 'Cheap');
  await runSearches(house);
  await forget();
  await later();
  await priced(above, 1_900_000);
  await priced(outside, 5_000_000);
  for (let n = 0; n < 2; n += 1) await runSearches(house);
  expect(await heard('Cheap')).toEqual([['Above', 'KES 25,000', 'KES 19,000', expect.stringMatching(home)]]);
  expect(await told(house, 'search.match')).toEqual([]);
  await forget();
  await later();
  await priced(within, 1_400_000);
  for (let n = 0; n < 2; n += 1) await runSearches(house);
  expect(await heard('Cheap')).toEqual([['Within', 'KES 15,000', 'KES 14,000', expect.stringMatching(home)]]);
});

test('a rise, a small fall, another period, a fall before the search was saved tell nobody', async () => {
  const ids = [await offer('Rises', 1_000_000), await offer('Hardly', 1_000_000), await offer('Yearly', 1_000_000), await offer('Before', 1_000_000)];
  await later();
  await priced(ids[3] ?? 0, 800_000);
  await later();
  await save('type=rent&max=21000', 'Quiet');
  await runSearches(house);
  await forget();
  await later();
  await priced(ids[0] ?? 0, 1_100_000);
  await priced(ids[1] ?? 0, 995_000);
  await priced(ids[2] ?? 0, 900_000, 2);
  await runSearches(house);
  expect(await heard('Quiet')).toEqual([]);
});

test('a fall that was taken back before anybody was told is none', async () => {
  const id = await offer('Back up', 1_800_000);
  await later();
  await save('type=rent&max=19000', 'Fickle');
  await runSearches(house);
  await forget();
  await later();
  await priced(id, 1_200_000);
  await later();
  await priced(id, 1_850_000);
  await runSearches(house);
  expect(await heard('Fickle')).toEqual([]);
});

test('a price raised and put back has not fallen, for searches and hearts alike', async () => {
  const id = await offer('Up and back', 1_700_000);
  await inTransaction(house, tenant, (ctx) => calls().favouriteAdd(ctx, { listing_id: id }));
  await later();
  await save('type=rent&max=17500', 'Honest');
  await runSearches(house);
  await forget();
  await later();
  await priced(id, 2_200_000);
  await later();
  await priced(id, 1_700_000);
  await runSearches(house);
  await tellRepriced(house.database.db, { listingId: id, from: 2_200_000, to: 1_700_000 });
  expect([await heard('Honest'), await told(house, 'favourite.price')]).toEqual([[], []]);
});

test('several steps down are one fall; too small ones are none', () => {
  const at = new Date();
  const fall = (listing_id: number, from: number, to: number) => ({ listing_id, at, from, to });
  expect(oneEach([fall(1, 90, 80), fall(2, 1000, 999), fall(1, 100, 90)])).toEqual([fall(1, 100, 80)]);
});

test('what a saved home’s messages are about is what they open; one offered again tells its savers once a day', async () => {
  await forget();
  const { db } = house.database;
  const id = await offer('Kept', 3_000_000);
  await inTransaction(house, tenant, (ctx) => calls().favouriteAdd(ctx, { listing_id: id }));
  await tellRepriced(db, { listingId: id, from: 3_000_000, to: 2_000_000 });
  await tellClosed(db, { listingId: id, as: 'let' });
  for (let n = 0; n < 2; n += 1) await tellBack(db, { listingId: id });
  for (const event of ['favourite.price', 'favourite.taken', 'favourite.back'] as const)
    expect(
      (await told(house, event)).map((t) => [t.to.personId, t.page]),
      event,
    ).toEqual([[tenant.id, expect.stringMatching(home)]]);
});

test('another listing of a unit whose saved one was closed tells its savers; one that is no longer live tells nobody', async () => {
  await forget();
  const { db } = house.database;
  const old = await offer('Once let', 3_000_000);
  await inTransaction(house, tenant, (ctx) => calls().favouriteAdd(ctx, { listing_id: old }));
  const { property_id, unit_id } = await db.selectFrom('listing').select(['property_id', 'unit_id']).where('id', '=', old).executeTakeFirstOrThrow();
  await db.updateTable('listing').set({ status: 'closed' }).where('id', '=', old).execute();
  const again = await offer('Let again', 3_100_000);
  await db.updateTable('listing').set({ property_id, unit_id }).where('id', '=', again).execute();
  await tellBack(db, { listingId: again });
  expect((await told(house, 'favourite.back')).map((t) => [t.params.title, t.params.price])).toEqual(unit_id ? [['Let again', 'KES 31,000']] : []);
  await forget();
  await db.updateTable('listing').set({ status: 'paused' }).where('id', '=', again).execute();
  await tellBack(db, { listingId: again });
  expect(await told(house, 'favourite.back')).toEqual([]);
});

test('a saved search says what places, kinds and amenities of it are called', async () => {
  const { rows } = await sql<{ code: string; name: string }>`select code, name from taxon where kind = 'amenity' order by id limit 1`.execute(
    house.database.db,
  );
  const code = rows[0]?.code ?? '';
  const { id } = await save(`type=rent&amenities=${code},no_such`, 'Named');
  const { results } = await calls().searches(ctxOf(house, tenant), { page: 1, page_size: 50 });
  expect(results.find((one) => one.id === id)?.names).toEqual({ [`amenities ${code}`]: { name: rows[0]?.name, name_sw: expect.any(String) } });
});
