import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallResult } from '#contract/kernel/call.ts';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import { toShillings } from '#contract/money/cents.ts';
import { searchCalls } from '#contract/search/calls.ts';
import type { ListingCard, PublicListing } from '#contract/search/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { makeApp } from '#server/app.ts';
import { listListings, readListingDetails } from '#server/listing/listing-reads.ts';
import { readPropertyDashboardFigures } from '#server/property/dashboard-facts.ts';
import { details as unitDetails } from '#server/unit/service.ts';
import { sendRequest } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import { buildCompareRows } from '#web/compare/rows.ts';
import { toListingCardView } from '#web/portal/card/card-view.ts';
import { toPublicListingView } from '#web/portal/offer/offer-view.ts';
import { toUnitRowView } from '#web/portal/offer/property-view.ts';
import { buildListingStructuredData, buildOfferStructuredData } from '#web/portal/structured-data.ts';
import { formatKes, formatRating } from '#web/ui/format.ts';
import { type CreatedPublicListing, createPublicListing } from './fixtures/offers.ts';

/** Every description of one unit, compared with every other description of it. */
let services: TestServices;
let app: FastifyInstance;
let owner: TestPerson;
let taken: CreatedPublicListing;
const later = () => addDays(clock.today(), 37);
type Calls = typeof searchCalls;

const unitType = (code: string) => sql<number>`(select id from taxon where kind = 'unit_type' and code = ${code})`;
/** Units that differ in everything that affects a bill, a date or a kind. */
const units = (): Readonly<Record<string, { unit?: object; listing?: object; property?: object; off?: object }>> => ({
  plain: {},
  'a promotion for two months': { off: { discount_type: 2, value: 1_000_000, months: 2 } },
  'a promotion of the deposit': { off: { discount_type: 1, value: 5000, applies_to: 'deposit' } },
  charged: {
    listing: {
      service_charge_cents: 350_000,
      agent_fee_cents: 100_000,
      other_charges: JSON.stringify([
        { label: 'Water', cents: 50_000, often: 'monthly' },
        { label: 'Papers', cents: 20_000, often: 'once' },
      ]),
    },
  },
  'free later, as its unit says': { unit: { available_from: later() } },
  'free later, as its listing says': { unit: { available_from: clock.today() }, listing: { available_from: later() } },
  'a lease by the year': {
    listing: { listing_type: 1, price_period: 6, price_cents: 120_000_000 },
    off: { discount_type: 1, value: 10_000, months: 1 },
  },
  'for sale': { listing: { listing_type: 2, price_period: 3, price_cents: 900_000_000 }, off: { discount_type: 1, value: 500 } },
  'a bedsitter': { unit: { bedrooms: 0, unit_type_id: unitType('bedsitter') } },
  'a shop': { unit: { bedrooms: 0, unit_type_id: unitType('shop') }, listing: { furnished: 'furnished' } },
  'a plot': { unit: { bedrooms: 0, unit_type_id: unitType('plot_of_land') }, listing: { listing_type: 2, price_period: 3 } },
  rated: { property: { rating_avg: 3.55, rating_count: 2 } },
});

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  owner = await createPerson(services, 'owner');
  const first = await createPublicListing(services);
  taken = { ...first, companyId: owner.me.companyId ?? 0, ownerId: owner.id };
});
afterAll(async () => {
  await app.close();
  await services.database.close();
});

const ask = async <K extends keyof Calls>(name: K, query: string): Promise<CallResult<Calls[K]>> => {
  const answer = await sendRequest(app, `${searchCalls[name].path}?${query}`);
  expect(answer.status, name).toBe(200);
  return answer.json;
};

type Said = Partial<{
  price: number;
  period: number;
  perMonth: number;
  moveIn: number;
  eachMonth: number;
  promotion: ListingCard['promotion'];
  available: string | null;
  rating: string | null;
  furnished: string | null;
  bedrooms: number | null;
}>;
const ofCard = (card: ListingCard | undefined): Said => ({
  price: card?.price_cents ?? -1,
  period: card?.price_period ?? -1,
  moveIn: card?.move_in_cents ?? -1,
  eachMonth: card?.monthly_cents ?? -1,
  promotion: card?.promotion ?? null,
  available: card?.available_from ?? null,
  rating: card?.rating ? formatRating(card.rating.avg) : null,
  furnished: card?.furnished ?? null,
  bedrooms: card?.bedrooms ?? null,
});
const ofOffer = (one: PublicListing): Said => {
  const bill = calculateListingCost(one, clock.today());
  return {
    price: one.price_cents,
    period: one.price_period,
    perMonth: bill.price_cents,
    moveIn: bill.move_in_cents,
    eachMonth: bill.month_cents,
    promotion: bill.promotion,
    available: one.available_from,
    furnished: one.furnished,
  };
};

async function everywhere(at: CreatedPublicListing): Promise<Record<string, Said>> {
  const found = <T extends { id: number }>(list: readonly T[]) => list.find((one) => one.id === at.listingId);
  const [cards, search, compared, property, unit, home, like, map, mine, door] = await Promise.all([
    ask('cards', `ids=${at.listingId}`),
    ask('listings', 'size=60&sort=newest'),
    ask('compare', `ids=${at.listingId}`),
    ask('property', `id=${at.propertyId}`),
    ask('unit', `id=${at.unitId}`),
    ask('home', ''),
    ask('similar', `id=${(await createPublicListing(services)).listingId}`),
    ask('map', 'bbox=33.6,-5,42,5&zoom=18'),
    readListingDetails(createTestCtx(services, owner), { id: at.listingId }),
    unitDetails(createTestCtx(services, owner), { id: at.unitId }),
  ]);
  const row = property.units.find((one) => one.id === at.unitId);
  const side = compared.results[0];
  const [page] = unit.offers;
  if (!row?.offer || !side || !page) throw new Error('not shown');
  const cell = (key: string) => buildCompareRows([side]).find((one) => one.key === key)?.cells[0];
  const money = (key: string) => {
    const it = cell(key);
    return it?.kind === 'money' ? it.cents : -1;
  };
  const ld = buildOfferStructuredData(page, 'x') as { price: string; availabilityStarts?: string };
  const about = buildListingStructuredData({
    name: '',
    description: '',
    url: '',
    image: '',
    offers: [],
    posted: null,
    property: unit.property,
    unit: unit.unit,
  }) as {
    about: { numberOfBedrooms?: number };
  };
  const pin = map.pins.find((one) => one.property_id === at.propertyId);
  const likeIt = found(like.results);
  const newest = found(home.newest);
  const bill = calculateListingCost(mine, clock.today());
  return {
    card: ofCard(cards.results[0]),
    search: ofCard(found(search.results)),
    ...(likeIt ? { similar: ofCard(likeIt) } : {}),
    ...(newest ? { home: ofCard(newest) } : {}),
    'compare, its card': ofCard(side.card),
    'compare, its rows': {
      price: money('price'),
      moveIn: money('move_in'),
      ...(cell('available')?.kind === 'day' ? { available: (cell('available') as { at: string }).at } : {}),
      rating: side.property.rating ? formatRating(side.property.rating.avg) : null,
    },
    'compare, its offer': ofOffer(side.offer),
    'map pin': pin ? { perMonth: pin.min_cents } : {},
    'table of the property': {
      price: row.offer.price_cents,
      period: row.offer.price_period,
      available: row.offer.available_from,
      bedrooms: row.bedrooms,
      rating: property.rating ? formatRating(property.rating.avg) : null,
    },
    'page of the unit': {
      ...ofOffer(page),
      bedrooms: unit.unit.bedrooms,
      rating: unit.property.rating ? formatRating(unit.property.rating.avg) : null,
    },
    'structured data': {
      price: Number(ld.price) * 100,
      available: ld.availabilityStarts ?? null,
      bedrooms: about.about.numberOfBedrooms ?? null,
    },
    'the owner’s page of the unit': {
      eachMonth: found(door.listings)?.month_cents ?? -1,
      bedrooms: door.bedrooms,
    },
    'the owner’s preview': {
      price: mine.price_cents,
      period: mine.price_period,
      perMonth: bill.price_cents,
      moveIn: bill.move_in_cents,
      eachMonth: bill.month_cents,
      promotion: bill.promotion,
    },
  };
}

test.each(Object.keys(units()))('listed unit (%s): all pages and API answers show the same terms', async (kind) => {
  const { off, ...facts } = units()[kind] ?? {};
  const at = await createPublicListing(services, { ...facts, taken });
  if (off) await promote(at, off);
  const places = Object.entries(await everywhere(at));
  for (const [one, said] of places)
    for (const [other, theirs] of places)
      for (const key of Object.keys(said) as (keyof Said)[]) if (key in theirs) expect(said[key], `${key}: ${one} and ${other}`).toEqual(theirs[key]);
});

async function promote(at: CreatedPublicListing, off: object): Promise<void> {
  const { db } = services.database;
  const days = { starts_at: new Date(clock.ms() - 60_000), ends_at: new Date(clock.ms() + 86_400_000) };
  const { id } = await db
    .insertInto('promotion')
    .values({ company_id: at.companyId, name: 'Off', status: 'running', discount_type: 1, ...days, ...off })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('promotion_listing').values({ promotion_id: id, listing_id: at.listingId }).execute();
}

test('listed unit: the card, the table row and the unit page show the same terms', async () => {
  const at = await createPublicListing(services, { taken, unit: { available_from: later() } });
  await promote(at, { discount_type: 2, value: 1_000_000, months: 2 });
  const [cards, property, unit] = await Promise.all([
    ask('cards', `ids=${at.listingId}`),
    ask('property', `id=${at.propertyId}`),
    ask('unit', `id=${at.unitId}`),
  ]);
  const [card, [page], row] = [cards.results[0], unit.offers, property.units[0]];
  if (!card || !page || !row) throw new Error('not shown');
  const [small, wide, line] = [
    toListingCardView(card, 'en'),
    toPublicListingView(page, [], clock.now().toISOString(), 'en'),
    toUnitRowView(property, row, clock.today(), 'en'),
  ];
  expect(small).toMatchObject({ price: formatKes(5_000_000), promotion: `First 2 months ${formatKes(4_000_000)}`, moveIn: formatKes(9_000_000) });
  expect([line.price, wide.price]).toEqual([small.price, small.price]);
  expect(wide.moveIn.total[1]).toBe(small.moveIn);
  expect(wide.promotion).toContain(small.promotion);
  expect(wide.terms).toContainEqual([expect.any(String), line.available]);
  expect(line.available).not.toBe('Now');
});

test('listing search: search and sort use the monthly rent without the promotion, and the bedroom filter applies to homes only', async () => {
  const at = await createPublicListing(services, { taken, listing: { price_cents: 7_700_000 } });
  await promote(at, { discount_type: 1, value: 5000, months: 12 });
  const shillings = toShillings(7_700_000);
  const ids = async (query: string) => (await ask('listings', query)).results.map((one) => one.id);
  expect(await ids(`min=${shillings}&max=${shillings}`)).toEqual([at.listingId]);
  expect(await ids(`min=${shillings / 2}&max=${shillings / 2}`)).toEqual([]);
  const shop = await createPublicListing(services, { taken, unit: { bedrooms: 0, unit_type_id: unitType('shop') } });
  const studio = await createPublicListing(services, { taken, unit: { bedrooms: 0, unit_type_id: unitType('studio') } });
  const none = await ids('beds=0&size=60');
  expect(none).toContain(studio.listingId);
  expect(none).not.toContain(shop.listingId);
  const beds = (await ask('facets', '')).beds.find((one) => one.value === '0');
  expect(beds?.n).toBe(none.length);
});

test("live listings: the owner's count equals the public list and the owner's list of live listings", async () => {
  const at = await createPublicListing(services, { taken });
  const numbers = async () => {
    const ctx = createTestCtx(services, owner);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from public_listing v join property p on p.id = v.property_id
      where p.company_id = ${taken.companyId}`.execute(services.database.db);
    const [tile, listings] = [
      await readPropertyDashboardFigures(ctx),
      await listListings(ctx, { page: 1, page_size: 20, sort: '-updated_at', z_filter: { shown: true } }),
    ];
    return [rows[0]?.n, tile.live, listings.count];
  };
  const [before = 0, ...same] = await numbers();
  expect(before).toBeGreaterThan(0);
  expect(same).toEqual([before, before]);
  // The listing is live but hidden, because its property is no longer verified.
  await sql`update property set status = 'expired' where id = ${at.propertyId}`.execute(services.database.db);
  expect(await numbers()).toEqual([before - 1, before - 1, before - 1]);
});
