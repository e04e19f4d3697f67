import { beforeAll, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { addProperty } from '#test/worlds/market.ts';
import { mandates } from './mandates.ts';
import { explain, whoMay } from './service.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});

test('who may do what lists agents by their mandate, and says that it is the mandate', async () => {
  const [owner, agent, stranger] = [await somebody(house, 'owner'), await somebody(house, 'agent'), await somebody(house, 'agent')];
  const owner_company_id = owner.me.companyId ?? 0;
  const [near, far] = [await addProperty(house, owner_company_id), await addProperty(house, owner_company_id)];
  const { db } = house.database;
  const terms = { owner_company_id, agent_company_id: agent.me.companyId ?? 0, grants: ['property.read', 'units.edit'], all_properties: false };
  const mandate = await db.insertInto('mandate').values(terms).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('mandate_property').values({ mandate_id: mandate.id, property_id: near }).execute();
  const ctx = ctxOf(house, owner);
  const asked = async (action: 'edit' | 'delete', property_id?: number) => {
    const given = { document: 'units' as const, action, ...(property_id ? { property_id } : {}) };
    const { results } = await whoMay(ctx, { page: 1, page_size: 100, ...given });
    expect(results.map((one) => one.id)).not.toContain(stranger.id);
    const row = results.find((one) => one.id === agent.id);
    const why = await explain(ctx, { person_id: agent.id, ...given });
    expect(why.allowed).toBe(row?.allowed);
    return [row?.allowed, why.chain.at(-1)?.link];
  };
  expect(await asked('edit')).toEqual([true, 'mandate']);
  expect(await asked('delete')).toEqual([false, 'mandate']);
  expect(await asked('edit', near)).toEqual([true, 'property']);
  expect(await asked('edit', far)).toEqual([false, 'property']);
  await db.updateTable('mandate').set({ ended_at: new Date() }).where('id', '=', mandate.id).execute();
  const { results } = await whoMay(ctx, { page: 1, page_size: 100, document: 'units', action: 'edit' });
  expect(results.map((one) => one.id)).not.toContain(agent.id);
});

test('a company’s mandates are those it gave and those it holds, and nobody else’s', async () => {
  const [admin, owner, agent, other] = [
    await somebody(house, 'admin'),
    await somebody(house, 'owner'),
    await somebody(house, 'agent'),
    await somebody(house, 'agent'),
  ];
  const company = (who: typeof owner) => who.me.companyId ?? 0;
  for (const [from, to] of [
    [owner, agent],
    [owner, other],
  ] as const)
    await house.database.db
      .insertInto('mandate')
      .values({ owner_company_id: company(from), agent_company_id: company(to), grants: ['property.read'] })
      .execute();
  const of = async (viewer: typeof owner, company_id: number) => {
    const { count, results } = await mandates(ctxOf(house, viewer), { page: 1, page_size: 10, z_filter: { company_id } });
    expect(results).toHaveLength(count);
    return results.map((one) => one.agent.id).sort((a, b) => a - b);
  };
  expect(await of(admin, company(owner))).toEqual([company(agent), company(other)]);
  expect(await of(admin, company(agent))).toEqual([company(agent)]);
  // Who is on one side of one sees no other through the filter.
  expect(await of(agent, company(owner))).toEqual([company(agent)]);
  expect(await of(agent, company(other))).toEqual([]);
});
