import { saleSteps } from '#contract/bid/terms.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { addListing, place } from '#test/worlds/market.ts';

/** The sweep asks as the first owner and the first tenant there are. */
const first = async ({ database: { db } }: House, type: number) =>
  db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', type).orderBy('id').executeTakeFirstOrThrow();
const home = async (house: House, facts: object = {}) => {
  const owner = await first(house, 4);
  const at = await place(house);
  await house.database.db
    .updateTable('property')
    .set({ company_id: owner.company_id ?? 0 })
    .where('id', '=', at.property)
    .execute();
  return { company: owner.company_id ?? 0, property: at.property, listing: await addListing(house, at, { negotiable: true, ...facts }) };
};
const bid = async (house: House, facts: object = {}) => {
  const at = await home(house, { listing_type: 2 });
  const { id: person_id } = await first(house, 0);
  const { db } = house.database;
  const row = await db
    .insertInto('bid')
    .values({
      ...{ company_id: at.company, property_id: at.property, listing_id: at.listing, person_id, turns: 1 },
      expires_at: new Date(Date.now() + 86_400_000),
      ...facts,
    })
    .returning(['id', 'revision'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bid_turn')
    .values({ bid_id: row.id, n: 1, by_bidder: true, cents: cents(100) })
    .execute();
  return { ...row, ...at, person_id };
};
const sale = async (house: House, done = false) => {
  const { id, company, property, listing, person_id } = await bid(house, { status: 'accepted', expires_at: null });
  const { db } = house.database;
  const row = await db
    .insertInto('sale_file')
    .values({ company_id: company, property_id: property, listing_id: listing, bid_id: id, buyer_id: person_id, price_cents: cents(100) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sale_step')
    .values(saleSteps.map(({ step }, n) => ({ sale_id: row.id, step, n: n + 1, done_at: done ? new Date() : null })))
    .execute();
  return row.id;
};
const byId = async (house: House) => {
  const { id, revision } = await bid(house);
  return { id, revision };
};

const examples: Readonly<Record<string, Example>> = {
  'bid.offer': async (house) => ({ listing_id: (await home(house)).listing }),
  // Who bids has a number, so an enquiry is opened with it.
  'bid.make': async (house) => {
    const { id } = await first(house, 0);
    await house.database.db.updateTable('person').set({ phone: '+254712000163' }).where('id', '=', id).execute();
    return { listing_id: (await home(house)).listing, cents: 4_000_000, starts_on: addDays(clock.today(), 10), term_months: 12 };
  },
  'bid.all': async () => ({ page: 1 }),
  'bid.mine': async () => ({ page: 1 }),
  'bid.sales': async () => ({ page: 1 }),
  'bid.details': async (house) => ({ id: (await bid(house)).id }),
  'bid.turn': async (house) => ({ ...(await byId(house)), cents: 200 }),
  'bid.move': async (house) => ({ ...(await byId(house)), move: 'decline', reason: 'Too low' }),
  'bid.sale': async (house) => ({ id: await sale(house) }),
  'bid.saleStep': async (house) => ({ id: await sale(house), step: 'search', done: true }),
  'bid.saleFile': async (house) => ({ id: await sale(house), step: 'search', file: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') }),
  'bid.saleMove': async (house) => ({ id: await sale(house), move: 'fall_through', reason: 'No loan' }),
};
const manager = ['turn', 'move', 'saleStep', 'saleFile', 'saleMove'];
const askers = Object.fromEntries(manager.map((name) => [`bid.${name}`, 'owner'])) as Record<string, Exclude<Role, 'anonymous'>>;

export const roomExamples: RoomExamples = { examples, askers };
