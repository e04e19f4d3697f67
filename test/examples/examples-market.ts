import type { Role } from '#contract/kernel/roles.ts';
import { makeConfirmationKey } from '#server/listing/confirmation.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { reloadTestPerson } from '#test/people.ts';

/** Examples of the modules listing, lead and promotion. The sweep calls as the super admin, who sees the records of all companies. */
let n = 0;
const offer = async (services: TestServices, facts: object = {}) => addListing(services, await createOwnerWithUnit(services), facts);
const draft = (services: TestServices) => offer(services, { status: 'draft', published_at: null });
const days = { starts_at: '2026-12-01T00:00:00Z', ends_at: '2026-12-31T00:00:00Z' };
/** Promotions belong to the company of the homes: the company of the first owner, whose account the sweep uses. */
const own = async (services: TestServices) => {
  const row = await services.database.db
    .selectFrom('person')
    .select(['id', 'email'])
    .where('user_type', '=', 4)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return createOwnerWithUnit(services, await reloadTestPerson(services, { id: row.id, email: row.email ?? '' }));
};
const promotion = async (services: TestServices, facts: object = {}) => {
  const at = await own(services);
  const listing = await addListing(services, at);
  const row = await services.database.db
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
  await services.database.db.insertInto('promotion_listing').values({ promotion_id: row.id, listing_id: listing }).execute();
  return row.id;
};
const lead = async (services: TestServices) => {
  const at = await createOwnerWithUnit(services);
  const row = await services.database.db
    .insertInto('lead')
    .values({ company_id: at.owner.me.companyId ?? 0, property_id: at.property, name: 'Wanjiru', phone: '+254712345678' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
/** The sweep sends more requests than a person. */
const unthrottled = (services: TestServices) => services.database.db.deleteFrom('throttle').execute();

const coming = async ({ database: { db } }: TestServices) => {
  const values = { kind: 'valuation' as const, starts_on: `2099-01-${String(1 + (++n % 28)).padStart(2, '0')}`, points: 30 };
  await db.deleteFrom('buyer_rate').where('starts_on', '=', values.starts_on).execute();
  return db.insertInto('buyer_rate').values(values).returning('id').executeTakeFirstOrThrow();
};

const marketExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'rate.current': async () => ({}),
  'rate.list': async () => ({ page: 1 }),
  'rate.add': async () => ({ kind: 'legal', starts_on: `20${30 + (++n % 60)}-01-01`, points: 200, least_cents: 0 }),
  'rate.correct': async (services) => ({ ...(await coming(services)), points: 40, least_cents: 0 }),
  'rate.remove': (services) => coming(services),
  'listing.list': async () => ({ page: 1 }),
  'listing.exportCsv': async () => ({}),
  'listing.details': async (services) => ({ id: await offer(services) }),
  'listing.performance': async (services) => ({ id: await offer(services) }),
  'listing.readiness': async (services) => ({ id: await draft(services) }),
  'listing.choices': async (services) => ({ property_id: (await createOwnerWithUnit(services)).property }),
  'listing.shareCard': async (services) => ({ listing_id: await offer(services) }),
  'listing.bulk': async (services) => ({ ids: [await offer(services)], act: 'pause' }),
  'listing.create': async (services) => {
    const { property, unit } = await createOwnerWithUnit(services);
    return { property_id: property, unit_id: unit, listing_type: 0, price_cents: 4_500_000 };
  },
  'listing.createMany': async (services) => {
    const { property, unit } = await createOwnerWithUnit(services);
    return { property_id: property, unit_ids: [unit], listing_type: 0, price_cents: 4_500_000, publish: true };
  },
  'listing.update': async (services) => ({ id: await draft(services), title: 'Bright rooms' }),
  'listing.move': async (services) => ({ id: await draft(services), move: 'publish' }),
  'listing.confirm': async (services) => ({ id: await offer(services) }),
  'listing.remove': async (services) => ({ id: await draft(services) }),
  'listing.confirmByKey': async (services) => ({
    key: makeConfirmationKey(services.secret, await offer(services, { asked_at: new Date() }), new Date()),
  }),
  'listing.recordView': async (services) => ({ id: await offer(services) }),
  'listing.analytics': async (services) => ({ id: (await createOwnerWithUnit(services)).property, days: 30 }),
  'lead.enquire': async (services) => {
    await unthrottled(services);
    return { listing_id: await offer(services), name: 'Wanjiru', phone: '0712 345 678', message: 'Is it free?' };
  },
  'lead.list': async () => ({ page: 1 }),
  'lead.board': async () => ({}),
  'lead.listWithAgents': async () => ({ page: 1 }),
  'lead.details': async (services) => ({ id: await lead(services) }),
  'lead.listAssignees': async (services) => ({ id: await lead(services) }),
  'lead.create': async (services) => ({ listing_id: await offer(services), name: 'Otieno', phone: '0722 000 111' }),
  'lead.update': async (services) => ({ id: await lead(services), note: 'Calls back on Monday' }),
  'lead.move': async (services) => ({ id: await lead(services), move: 'contact' }),
  'promotion.list': async () => ({ page: 1 }),
  'promotion.details': async (services) => ({ id: await promotion(services) }),
  'promotion.choices': async () => ({}),
  'promotion.create': async (services) => ({
    name: 'December',
    discount_type: 1,
    value: 1000,
    ...days,
    listing_ids: [await addListing(services, await own(services))],
  }),
  'promotion.update': async (services) => ({ id: await promotion(services), name: 'Renamed' }),
  'promotion.move': async (services) => ({ id: await promotion(services), move: 'schedule' }),
};

const marketAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(marketExamples).map((key) => [key, /^promotion\.(create|update|move)$/.test(key) ? ('owner' as const) : ('superadmin' as const)]),
);

export const moduleExamples: ModuleExamples = { examples: marketExamples, askers: marketAskers };
