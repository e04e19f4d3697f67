import { saleSteps } from '#contract/bid/terms.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';

/** The first owner or tenant, whose account the sweep uses. */
const first = async ({ database: { db } }: TestServices, type: number) =>
  db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', type).orderBy('id').executeTakeFirstOrThrow();
const home = async (services: TestServices, facts: object = {}) => {
  const owner = await first(services, 4);
  const at = await createOwnerWithUnit(services);
  await services.database.db
    .updateTable('property')
    .set({ company_id: owner.company_id ?? 0 })
    .where('id', '=', at.property)
    .execute();
  return { company: owner.company_id ?? 0, property: at.property, listing: await addListing(services, at, { negotiable: true, ...facts }) };
};
const bid = async (services: TestServices, facts: object = {}) => {
  const at = await home(services, { listing_type: 2 });
  const { id: person_id } = await first(services, 0);
  const { db } = services.database;
  const row = await db
    .insertInto('bid')
    .values({
      company_id: at.company,
      property_id: at.property,
      listing_id: at.listing,
      person_id,
      turns: 1,
      expires_at: new Date(Date.now() + 86_400_000),
      ...facts,
    })
    .returning(['id', 'revision'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bid_turn')
    .values({ bid_id: row.id, n: 1, by_bidder: true, cents: toCents(100) })
    .execute();
  return { ...row, ...at, person_id };
};
const sale = async (services: TestServices, done = false) => {
  const { id, company, property, listing, person_id } = await bid(services, { status: 'accepted', expires_at: null });
  const { db } = services.database;
  const row = await db
    .insertInto('sale_file')
    .values({ company_id: company, property_id: property, listing_id: listing, bid_id: id, buyer_id: person_id, price_cents: toCents(100) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sale_step')
    .values(saleSteps.map(({ step }, n) => ({ sale_id: row.id, step, n: n + 1, done_at: done ? new Date() : null })))
    .execute();
  return row.id;
};
const byId = async (services: TestServices) => {
  const { id, revision } = await bid(services);
  return { id, revision };
};

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'bid.biddingInfo': async (services) => ({ listing_id: (await home(services)).listing }),
  // A bidder needs a phone number, so the example opens an enquiry with it.
  'bid.create': async (services) => {
    const { id } = await first(services, 0);
    await services.database.db.updateTable('person').set({ phone: '+254712000163' }).where('id', '=', id).execute();
    return { listing_id: (await home(services)).listing, cents: 4_000_000, starts_on: addDays(clock.today(), 10), term_months: 12 };
  },
  'bid.list': async () => ({ page: 1 }),
  'bid.listMine': async () => ({ page: 1 }),
  'bid.listSales': async () => ({ page: 1 }),
  'bid.details': async (services) => ({ id: (await bid(services)).id }),
  'bid.counter': async (services) => ({ ...(await byId(services)), cents: 200 }),
  'bid.move': async (services) => ({ ...(await byId(services)), move: 'decline', reason: 'Too low' }),
  'bid.sale': async (services) => ({ id: await sale(services) }),
  'bid.saleStep': async (services) => ({ id: await sale(services), step: 'search', done: true }),
  'bid.saleFile': async (services) => ({
    id: await sale(services),
    step: 'search',
    file: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
  }),
  'bid.saleMove': async (services) => ({ id: await sale(services), move: 'fall_through', reason: 'No loan' }),
};
const manager = ['counter', 'move', 'saleStep', 'saleFile', 'saleMove'];
const askers = Object.fromEntries(manager.map((name) => [`bid.${name}`, 'owner'])) as Record<string, Exclude<Role, 'anonymous'>>;

export const moduleExamples: ModuleExamples = { examples, askers };
