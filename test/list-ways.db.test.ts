import pg from 'pg';
import { expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { all as allBookings } from '#server/booking/find.ts';
import { sessionById } from '#server/identity/session.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { urlOf } from './db.ts';
import { asNow, ctxOf, type Somebody, somebody } from './world.ts';
import { addProperty, addUnit } from './worlds/market.ts';
import { here, house, livedIn, make, opening, start, tenancyTests } from './worlds/tenancies.ts';

tenancyTests();
const asked = { page: 1, page_size: 20, sort: 'next_on' } as const;

/** Somebody as a request with their session finds them: it says which companies gave theirs a mandate. */
async function signedIn(one: Somebody): Promise<Somebody> {
  const { id } = await house.database.db
    .insertInto('person_session')
    .values({ person_id: one.id, token: `token-${one.id}-${Math.random()}`, expires_at: new Date(clock.ms() + 3_600_000) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const me = (await sessionById(house.database, id))?.me;
  if (!me) throw new Error('no session');
  return { ...one, me };
}
const listed = async (one: Somebody) => (await tenancy.all(ctxOf(house, one), asked)).results.map(({ id }) => id).sort((a, b) => a - b);

test('a session that knows the mandates shows what asking for them would: within one, its properties; ended meanwhile, nothing', async () => {
  const { db } = house.database;
  const first = await livedIn();
  const elsewhere = await addProperty(house, here.owner.me.companyId ?? 0);
  const second = await make({ unitId: await addUnit(house, elsewhere), opening: opening() });
  const agent = await somebody(house, 'agent');
  expect((await signedIn(agent)).me.mandators).toEqual([]);
  expect(await listed(await signedIn(agent))).toEqual([]);
  const terms = { owner_company_id: here.owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0, grants: ['tenancies.read'] };
  const mandate = await db
    .insertInto('mandate')
    .values({ ...terms, all_properties: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('mandate_property').values({ mandate_id: mandate.id, property_id: elsewhere }).execute();
  const known = await signedIn(agent);
  expect(known.me.mandators).toEqual([terms.owner_company_id]);
  expect(await listed(known)).toEqual([second.id]);
  expect(await listed(await asNow(house, agent))).toEqual([second.id]);
  const owner = await signedIn(here.owner);
  expect(owner.me.mandators).toEqual([]);
  expect(await listed(owner)).toEqual(expect.arrayContaining([first.id, second.id]));
  expect(await listed(owner)).toEqual(await listed(await asNow(house, here.owner)));
  await db
    .updateTable('mandate')
    .set({ starts_on: addDays(start, 400) })
    .where('id', '=', mandate.id)
    .execute();
  expect((await signedIn(agent)).me.mandators).toEqual([]);
  await db.updateTable('mandate').set({ starts_on: null, ended_at: clock.now() }).where('id', '=', mandate.id).execute();
  expect(await listed(known)).toEqual([]);
});

test('the first page is read off an index that has the order, whoever asks', async () => {
  // By their text: a connection that is taken again is listened to twice.
  const heard = new Map<string, unknown[]>();
  const ear = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && Array.isArray(values) && text.includes('= any (array(')) heard.set(text, values);
      return query(text, values, ...rest);
    }) as typeof client.query;
  };
  const { pool, reads } = house.database;
  for (const one of [pool, reads]) one.on('acquire', ear);
  for (const one of [await signedIn(here.owner), await somebody(house, 'superadmin')]) {
    await tenancy.all(ctxOf(house, one), asked);
    await allBookings(ctxOf(house, one), { ...asked, sort: 'due' });
  }
  for (const one of [pool, reads]) one.off('acquire', ear);
  const planner = new pg.Client({ connectionString: urlOf(house) });
  await planner.connect();
  // A table of few rows is sorted sooner than looked up; what is asked is whether the index could.
  for (const way of ['sort', 'seqscan', 'bitmapscan']) await planner.query(`set enable_${way} = off`);
  const plans: string[] = [];
  for (const [text, values] of heard) {
    const { rows } = await planner.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
    plans.push(/Limit\n +-> +Index (?:Only )?Scan using (\w+)/.exec(rows.map((row) => row['QUERY PLAN']).join('\n'))?.[1] ?? 'sorted');
  }
  await planner.end();
  expect(plans).toEqual(['tenancy_company_next', 'booking_company_due', 'tenancy_next', 'booking_due']);
});
