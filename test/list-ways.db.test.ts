import pg from 'pg';
import { expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { listBookings } from '#server/booking/lists.ts';
import { readSessionById } from '#server/identity/session.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { getDatabaseUrl } from './db.ts';
import { addProperty, addUnit } from './fixtures/market.ts';
import {
  createActiveTenancy,
  createTestTenancy,
  emptyOpeningBalance,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from './fixtures/tenancies.ts';
import { createPerson, createTestCtx, reloadTestPerson, type TestPerson } from './people.ts';

setUpTenancyTests();
const asked = { page: 1, page_size: 20, sort: 'next_on' } as const;

/** A person as a request with their session loads them, with the companies that gave theirs a mandate. */
async function signedIn(one: TestPerson): Promise<TestPerson> {
  const { id } = await testServices.database.db
    .insertInto('person_session')
    .values({ person_id: one.id, token: `token-${one.id}-${Math.random()}`, expires_at: new Date(clock.ms() + 3_600_000) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const me = (await readSessionById(testServices.database, id))?.me;
  if (!me) throw new Error('no session');
  return { ...one, me };
}
const listed = async (one: TestPerson) =>
  (await tenancy.list(createTestCtx(testServices, one), asked)).results.map(({ id }) => id).sort((a, b) => a - b);

test('tenancy list: an agent sees the same tenancies whether mandates come from the session or a query, and none after a mandate ends', async () => {
  const { db } = testServices.database;
  const first = await createActiveTenancy();
  const elsewhere = await addProperty(testServices, testPlace.owner.me.companyId ?? 0);
  const second = await createTestTenancy({ unitId: await addUnit(testServices, elsewhere), opening: emptyOpeningBalance() });
  const agent = await createPerson(testServices, 'agent');
  expect((await signedIn(agent)).me.mandators).toEqual([]);
  expect(await listed(await signedIn(agent))).toEqual([]);
  const terms = { owner_company_id: testPlace.owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0, grants: ['tenancies.read'] };
  const mandate = await db
    .insertInto('mandate')
    .values({ ...terms, all_properties: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('mandate_property').values({ mandate_id: mandate.id, property_id: elsewhere }).execute();
  const known = await signedIn(agent);
  expect(known.me.mandators).toEqual([terms.owner_company_id]);
  expect(await listed(known)).toEqual([second.id]);
  expect(await listed(await reloadTestPerson(testServices, agent))).toEqual([second.id]);
  const owner = await signedIn(testPlace.owner);
  expect(owner.me.mandators).toEqual([]);
  expect(await listed(owner)).toEqual(expect.arrayContaining([first.id, second.id]));
  expect(await listed(owner)).toEqual(await listed(await reloadTestPerson(testServices, testPlace.owner)));
  await db
    .updateTable('mandate')
    .set({ starts_on: addDays(startDay, 400) })
    .where('id', '=', mandate.id)
    .execute();
  expect((await signedIn(agent)).me.mandators).toEqual([]);
  await db.updateTable('mandate').set({ starts_on: null, ended_at: clock.now() }).where('id', '=', mandate.id).execute();
  expect(await listed(known)).toEqual([]);
});

test('tenancy list: for every reader, the first page is read from an index in the order of the list', async () => {
  // Keyed by text, because a reused connection is recorded twice.
  const heard = new Map<string, unknown[]>();
  const ear = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && Array.isArray(values) && text.includes('= any (array(')) heard.set(text, values);
      return query(text, values, ...rest);
    }) as typeof client.query;
  };
  const { pool, reads } = testServices.database;
  for (const one of [pool, reads]) one.on('acquire', ear);
  for (const one of [await signedIn(testPlace.owner), await createPerson(testServices, 'superadmin')]) {
    await tenancy.list(createTestCtx(testServices, one), asked);
    await listBookings(createTestCtx(testServices, one), { ...asked, sort: 'due' });
  }
  for (const one of [pool, reads]) one.off('acquire', ear);
  const planner = new pg.Client({ connectionString: getDatabaseUrl(testServices) });
  await planner.connect();
  // PostgreSQL sorts a table of few rows rather than use an index; the test checks whether the index could be used.
  for (const way of ['sort', 'seqscan', 'bitmapscan']) await planner.query(`set enable_${way} = off`);
  const plans: string[] = [];
  for (const [text, values] of heard) {
    const { rows } = await planner.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
    plans.push(/Limit\n +-> +Index (?:Only )?Scan using (\w+)/.exec(rows.map((row) => row['QUERY PLAN']).join('\n'))?.[1] ?? 'sorted');
  }
  await planner.end();
  expect(plans).toEqual(['tenancy_company_next', 'booking_company_due', 'tenancy_next', 'booking_due']);
});
