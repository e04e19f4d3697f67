import type { Role } from '#contract/kernel/roles.ts';
import { confirmationKey } from '#server/listing/confirmation.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { asNow } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';

/** Examples of the rooms listing, lead and promotion. The sweep asks as the superadmin, who sees everybody's. */
let n = 0;
const offer = async (house: House, facts: object = {}) => addListing(house, await place(house), facts);
const draft = (house: House) => offer(house, { status: 'draft', published_at: null });
const days = { starts_at: '2026-12-01T00:00:00Z', ends_at: '2026-12-31T00:00:00Z' };
/** Promotions are whose homes they are: of the owner the sweep asks as, the first of them. */
const own = async (house: House) => {
  const row = await house.database.db.selectFrom('person').select(['id', 'email']).where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow();
  return place(house, await asNow(house, { id: row.id, email: row.email ?? '' }));
};
const promotion = async (house: House, facts: object = {}) => {
  const at = await own(house);
  const listing = await addListing(house, at);
  const row = await house.database.db
    .insertInto('promotion')
    .values({
      company_id: at.owner.me.companyId ?? 0,
      name: 'Rainy season',
      discount_type: 1,
      value: 1000,
      starts_at: new Date(Date.now() + 86_400_000),
      ends_at: new Date(Date.now() + 9 * 86_400_000),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db.insertInto('promotion_listing').values({ promotion_id: row.id, listing_id: listing }).execute();
  return row.id;
};
const lead = async (house: House) => {
  const at = await place(house);
  const row = await house.database.db
    .insertInto('lead')
    .values({ company_id: at.owner.me.companyId ?? 0, property_id: at.property, name: 'Wanjiru', phone: '+254712345678' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
/** The sweep asks more often than anybody would. */
const unthrottled = (house: House) => house.database.db.deleteFrom('throttle').execute();

const coming = async ({ database: { db } }: House) => {
  const values = { kind: 'valuation' as const, starts_on: `2099-01-${String(1 + (++n % 28)).padStart(2, '0')}`, points: 30 };
  await db.deleteFrom('buyer_rate').where('starts_on', '=', values.starts_on).execute();
  return db.insertInto('buyer_rate').values(values).returning('id').executeTakeFirstOrThrow();
};

const marketExamples: Readonly<Record<string, Example>> = {
  'rate.today': async () => ({}),
  'rate.all': async () => ({ page: 1 }),
  'rate.add': async () => ({ kind: 'legal', starts_on: `20${30 + (++n % 60)}-01-01`, points: 200, least_cents: 0 }),
  'rate.correct': async (house) => ({ ...(await coming(house)), points: 40, least_cents: 0 }),
  'rate.remove': (house) => coming(house),
  'listing.all': async () => ({ page: 1 }),
  'listing.exported': async () => ({}),
  'listing.details': async (house) => ({ id: await offer(house) }),
  'listing.numbers': async (house) => ({ id: await offer(house) }),
  'listing.readiness': async (house) => ({ id: await draft(house) }),
  'listing.choices': async (house) => ({ property_id: (await place(house)).property }),
  'listing.card': async (house) => ({ listing_id: await offer(house) }),
  'listing.bulk': async (house) => ({ ids: [await offer(house)], act: 'pause' }),
  'listing.create': async (house) => {
    const { property, unit } = await place(house);
    return { property_id: property, unit_id: unit, listing_type: 0, price_cents: 4_500_000 };
  },
  'listing.createMany': async (house) => {
    const { property, unit } = await place(house);
    return { property_id: property, unit_ids: [unit], listing_type: 0, price_cents: 4_500_000, publish: true };
  },
  'listing.update': async (house) => ({ id: await draft(house), title: 'Bright rooms' }),
  'listing.move': async (house) => ({ id: await draft(house), move: 'publish' }),
  'listing.confirm': async (house) => ({ id: await offer(house) }),
  'listing.remove': async (house) => ({ id: await draft(house) }),
  'listing.still': async (house) => ({ key: confirmationKey(house.secret, await offer(house, { asked_at: new Date() }), new Date()) }),
  'listing.seen': async (house) => ({ id: await offer(house) }),
  'listing.analytics': async (house) => ({ id: (await place(house)).property, days: 30 }),
  'lead.enquire': async (house) => {
    await unthrottled(house);
    return { listing_id: await offer(house), name: 'Wanjiru', phone: '0712 345 678', message: 'Is it free?' };
  },
  'lead.all': async () => ({ page: 1 }),
  'lead.board': async () => ({}),
  'lead.withAgents': async () => ({ page: 1 }),
  'lead.details': async (house) => ({ id: await lead(house) }),
  'lead.people': async (house) => ({ id: await lead(house) }),
  'lead.create': async (house) => ({ listing_id: await offer(house), name: 'Otieno', phone: '0722 000 111' }),
  'lead.update': async (house) => ({ id: await lead(house), note: 'Calls back on Monday' }),
  'lead.move': async (house) => ({ id: await lead(house), move: 'contact' }),
  'promotion.all': async () => ({ page: 1 }),
  'promotion.details': async (house) => ({ id: await promotion(house) }),
  'promotion.choices': async () => ({}),
  'promotion.create': async (house) => ({
    name: 'December',
    discount_type: 1,
    value: 1000,
    ...days,
    listing_ids: [await addListing(house, await own(house))],
  }),
  'promotion.update': async (house) => ({ id: await promotion(house), name: 'Renamed' }),
  'promotion.move': async (house) => ({ id: await promotion(house), move: 'schedule' }),
};

const marketAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(marketExamples).map((key) => [key, /^promotion\.(create|update|move)$/.test(key) ? ('owner' as const) : ('superadmin' as const)]),
);

export const roomExamples: RoomExamples = { examples: marketExamples, askers: marketAskers };
