import type { Role } from '#contract/kernel/roles.ts';
import { toCents } from '#contract/money/cents.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';

let n = 0;
/** The sweep calls as the first tenant. */
const tenant = async ({ database: { db } }: TestServices) =>
  (await db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow()).id;
const offer = async (services: TestServices) => addListing(services, await createOwnerWithUnit(services));
const favourite = async (services: TestServices) => {
  const listing_id = await offer(services);
  await services.database.db
    .insertInto('favourite')
    .values({ person_id: await tenant(services), listing_id, price_cents: toCents(4_500_000) })
    .execute();
  return listing_id;
};
const search = async (services: TestServices) =>
  services.database.db
    .insertInto('saved_search')
    .values({ person_id: await tenant(services), name: `Search ${++n}`, query: 'type=rent&beds=2', stop_key: `a-key-for-stopping-${n}` })
    .returning(['id', 'stop_key'])
    .executeTakeFirstOrThrow();
const report = async (services: TestServices, mine = false) => {
  const at = await createOwnerWithUnit(services);
  return services.database.db
    .insertInto('abuse_report')
    .values({
      target: 'property',
      property_id: at.property,
      reporter_key: `example ${++n}`,
      reporter_id: mine ? await tenant(services) : null,
      reason: 'viewing_fee',
      body: 'They asked for money to see it',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};
/** A complaint about the owner of the sweep. */
async function aboutOwner(services: TestServices, status: 'pending' | 'closed'): Promise<number> {
  const { id } = await report(services);
  const { db } = services.database;
  const owner = await db
    .selectFrom('person')
    .select('company_id')
    .where('user_type', '=', 4)
    .where('company_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const row = await db.selectFrom('abuse_report').select('property_id').where('id', '=', id).executeTakeFirstOrThrow();
  await db
    .updateTable('property')
    .set({ company_id: owner.company_id ?? 0 })
    .where('id', '=', row.property_id)
    .execute();
  await db
    .updateTable('abuse_report')
    .set({ status, outcome: status === 'closed' ? 'upheld' : null })
    .where('id', '=', id)
    .execute();
  return id;
}
const admin = async ({ database: { db } }: TestServices) =>
  (await db.selectFrom('person').select('id').where('user_type', '=', 2).orderBy('id').executeTakeFirstOrThrow()).id;

const findingExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'finding.favourites': async (services) => {
    await favourite(services);
    return { page: 1 };
  },
  'finding.favouriteIds': async () => ({}),
  'finding.favouriteAdd': async (services) => ({ listing_id: await offer(services) }),
  'finding.favouriteNote': async (services) => ({ id: await favourite(services), note: 'Ask about water' }),
  'finding.favouriteRemove': async (services) => ({ id: await favourite(services) }),
  'finding.searches': async (services) => {
    await services.database.db.deleteFrom('saved_search').execute();
    await search(services);
    return { page: 1 };
  },
  'finding.searchSave': async (services) => {
    await services.database.db.deleteFrom('saved_search').execute();
    return { name: 'Two rooms', query: 'type=rent&beds=2&page=3', often: 'daily' };
  },
  'finding.searchUpdate': async (services) => ({ id: (await search(services)).id, name: 'Renamed', often: 'weekly' }),
  'finding.searchRemove': async (services) => ({ id: (await search(services)).id }),
  'finding.searchStop': async (services) => ({ key: (await search(services)).stop_key }),
  'abuse.report': async (services) => {
    await services.database.db.deleteFrom('throttle').execute();
    return { target: 'listing', target_id: await offer(services), reason: 'already_let', body: 'Somebody lives there' };
  },
  'abuse.list': async (services) => {
    await report(services);
    return { page: 1 };
  },
  'abuse.details': async (services) => ({ id: (await report(services)).id }),
  'abuse.listHandlers': async (services) => ({ id: (await report(services)).id }),
  'abuse.assign': async (services) => ({ id: (await report(services)).id, person_id: await admin(services) }),
  'abuse.close': async (services) => ({
    id: (await report(services)).id,
    outcome: 'not_upheld',
    action: 'none',
    decision: 'The agent showed receipts',
  }),
  'abuse.revoke': async (services) => ({ id: (await report(services, true)).id }),
  'abuse.listOwn': async () => ({ page: 1 }),
  'abuse.listAgainstCompany': async () => ({ page: 1 }),
  'abuse.answer': async (services) => ({ id: await aboutOwner(services, 'pending'), answer: 'The fee was never asked for by us' }),
  'abuse.appeal': async (services) => ({ id: await aboutOwner(services, 'closed'), appeal: 'The receipts were overlooked' }),
  'abuse.decideAppeal': async (services) => {
    const id = await aboutOwner(services, 'closed');
    await services.database.db
      .updateTable('abuse_report')
      .set({ appeal: 'The receipts were overlooked', appealed_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { id, appeal_outcome: 'kept', appeal_decision: 'The receipts were read again' };
  },
};
const findingAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = {
  'abuse.answer': 'owner',
  'abuse.appeal': 'owner',
  'abuse.decideAppeal': 'superadmin',
  'abuse.list': 'superadmin',
  'abuse.details': 'superadmin',
  'abuse.listHandlers': 'superadmin',
  'abuse.assign': 'superadmin',
  'abuse.close': 'superadmin',
  'abuse.revoke': 'tenant',
};

export const moduleExamples: ModuleExamples = { examples: findingExamples, askers: findingAskers };
