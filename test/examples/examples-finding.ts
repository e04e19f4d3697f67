import type { Role } from '#contract/kernel/roles.ts';
import { cents } from '#contract/money/cents.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { addListing, place } from '#test/worlds/market.ts';

let n = 0;
/** The sweep asks as the first tenant there is. */
const tenant = async ({ database: { db } }: House) =>
  (await db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow()).id;
const offer = async (house: House) => addListing(house, await place(house));
const favourite = async (house: House) => {
  const listing_id = await offer(house);
  await house.database.db
    .insertInto('favourite')
    .values({ person_id: await tenant(house), listing_id, price_cents: cents(4_500_000) })
    .execute();
  return listing_id;
};
const search = async (house: House) =>
  house.database.db
    .insertInto('saved_search')
    .values({ person_id: await tenant(house), name: `Search ${++n}`, query: 'type=rent&beds=2', stop_key: `a-key-for-stopping-${n}` })
    .returning(['id', 'stop_key'])
    .executeTakeFirstOrThrow();
const report = async (house: House, mine = false) => {
  const at = await place(house);
  return house.database.db
    .insertInto('abuse_report')
    .values({
      target: 'property',
      property_id: at.property,
      reporter_key: `example ${++n}`,
      reporter_id: mine ? await tenant(house) : null,
      reason: 'viewing_fee',
      body: 'They asked for money to see it',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};
/** A report about the owner who asks in the sweep. */
async function aboutOwner(house: House, status: 'pending' | 'closed'): Promise<number> {
  const { id } = await report(house);
  const { db } = house.database;
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
const admin = async ({ database: { db } }: House) =>
  (await db.selectFrom('person').select('id').where('user_type', '=', 2).orderBy('id').executeTakeFirstOrThrow()).id;

const findingExamples: Readonly<Record<string, Example>> = {
  'finding.favourites': async (house) => {
    await favourite(house);
    return { page: 1 };
  },
  'finding.favouriteIds': async () => ({}),
  'finding.favouriteAdd': async (house) => ({ listing_id: await offer(house) }),
  'finding.favouriteNote': async (house) => ({ id: await favourite(house), note: 'Ask about water' }),
  'finding.favouriteRemove': async (house) => ({ id: await favourite(house) }),
  'finding.searches': async (house) => {
    await house.database.db.deleteFrom('saved_search').execute();
    await search(house);
    return { page: 1 };
  },
  'finding.searchSave': async (house) => {
    await house.database.db.deleteFrom('saved_search').execute();
    return { name: 'Two rooms', query: 'type=rent&beds=2&page=3', often: 'daily' };
  },
  'finding.searchUpdate': async (house) => ({ id: (await search(house)).id, name: 'Renamed', often: 'weekly' }),
  'finding.searchRemove': async (house) => ({ id: (await search(house)).id }),
  'finding.searchStop': async (house) => ({ key: (await search(house)).stop_key }),
  'abuse.report': async (house) => {
    await house.database.db.deleteFrom('throttle').execute();
    return { target: 'listing', target_id: await offer(house), reason: 'already_let', body: 'Somebody lives there' };
  },
  'abuse.all': async (house) => {
    await report(house);
    return { page: 1 };
  },
  'abuse.details': async (house) => ({ id: (await report(house)).id }),
  'abuse.handlers': async (house) => ({ id: (await report(house)).id }),
  'abuse.assign': async (house) => ({ id: (await report(house)).id, person_id: await admin(house) }),
  'abuse.close': async (house) => ({ id: (await report(house)).id, outcome: 'not_upheld', action: 'none', decision: 'The agent showed receipts' }),
  'abuse.revoke': async (house) => ({ id: (await report(house, true)).id }),
  'abuse.mine': async () => ({ page: 1 }),
  'abuse.against': async () => ({ page: 1 }),
  'abuse.answer': async (house) => ({ id: await aboutOwner(house, 'pending'), answer: 'The fee was never asked for by us' }),
  'abuse.appeal': async (house) => ({ id: await aboutOwner(house, 'closed'), appeal: 'The receipts were overlooked' }),
  'abuse.decideAppeal': async (house) => {
    const id = await aboutOwner(house, 'closed');
    await house.database.db
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
  'abuse.all': 'superadmin',
  'abuse.details': 'superadmin',
  'abuse.handlers': 'superadmin',
  'abuse.assign': 'superadmin',
  'abuse.close': 'superadmin',
  'abuse.revoke': 'tenant',
};

export const roomExamples: RoomExamples = { examples: findingExamples, askers: findingAskers };
