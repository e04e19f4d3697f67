import { beforeAll, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addProperty } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import { listMandates } from './mandates.ts';
import { explain, whoMay } from './service.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

test('permission explainer: lists an agent with a mandate, and names the mandate or the property as the reason', async () => {
  const [owner, agent, stranger] = [
    await createPerson(services, 'owner'),
    await createPerson(services, 'agent'),
    await createPerson(services, 'agent'),
  ];
  const owner_company_id = owner.me.companyId ?? 0;
  const [near, far] = [await addProperty(services, owner_company_id), await addProperty(services, owner_company_id)];
  const { db } = services.database;
  const terms = { owner_company_id, agent_company_id: agent.me.companyId ?? 0, grants: ['property.read', 'units.edit'], all_properties: false };
  const mandate = await db.insertInto('mandate').values(terms).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('mandate_property').values({ mandate_id: mandate.id, property_id: near }).execute();
  const ctx = createTestCtx(services, owner);
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

test('mandate list: shows a company only the mandates that the company gave or received', async () => {
  const [admin, owner, agent, other] = [
    await createPerson(services, 'admin'),
    await createPerson(services, 'owner'),
    await createPerson(services, 'agent'),
    await createPerson(services, 'agent'),
  ];
  const company = (who: typeof owner) => who.me.companyId ?? 0;
  for (const [from, to] of [
    [owner, agent],
    [owner, other],
  ] as const)
    await services.database.db
      .insertInto('mandate')
      .values({ owner_company_id: company(from), agent_company_id: company(to), grants: ['property.read'] })
      .execute();
  const of = async (viewer: typeof owner, company_id: number) => {
    const { count, results } = await listMandates(createTestCtx(services, viewer), { page: 1, page_size: 10, z_filter: { company_id } });
    expect(results).toHaveLength(count);
    return results.map((one) => one.agent.id).sort((a, b) => a - b);
  };
  expect(await of(admin, company(owner))).toEqual([company(agent), company(other)]);
  expect(await of(admin, company(agent))).toEqual([company(agent)]);
  // A party of one mandate cannot find other parties with the filter.
  expect(await of(agent, company(owner))).toEqual([company(agent)]);
  expect(await of(agent, company(other))).toEqual([]);
});
