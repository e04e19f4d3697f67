import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExampleUnit, createPropertyInCounty } from '#test/examples/examples-unit.ts';
import { createPerson, createTestCtx, reloadTestPerson, type TestPerson } from '#test/people.ts';
import { listUnits } from './lists.ts';

let services: TestServices;
let owner: TestPerson;
let property: { id: number; company_id: number };
beforeAll(async () => {
  services = await createTestServices();
  const { db } = services.database;
  owner = await createPerson(services, 'owner');
  property = await createPropertyInCounty(services, owner.me.companyId, '047', 'Lived Court');
  const units = [await createExampleUnit(services, property.id, { name: 'A1' }), await createExampleUnit(services, property.id, { name: 'A2' })];
  const at = (n: number) => ({ company_id: property.company_id, property_id: property.id, unit_id: units[n]?.id ?? 0 });
  const jane = await db
    .insertInto('occupant')
    .values({ ...at(0), name: 'Jane Wanjiru' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('opening_balance')
    .values({ ...at(0), occupant_id: jane.id, cents: toCents(250_000), as_of: '2026-10-31' })
    .execute();
  await db
    .insertInto('occupant')
    .values({ ...at(1), name: 'Gone Otieno', ended_at: new Date() })
    .execute();
});

const asked = () => unitCalls.list.query.parse({ page: 1, z_filter: { property: property.id } });
const seenBy = async (who: TestPerson) => (await listUnits(createTestCtx(services, who), asked())).results;

test('unit list: shows occupants and their arrears, but no former occupant', async () => {
  expect((await seenBy(owner)).map((row) => [row.name, row.lives])).toEqual([
    ['A1', { name: 'Jane Wanjiru', balance_cents: 250_000, as_of: '2026-10-31', tenancy: null }],
    ['A2', null],
  ]);
});

test('unit list: omits tenant fields if the reader lacks permission to read tenants or the property is outside the mandate', async () => {
  const { db } = services.database;
  const agent = await createPerson(services, 'agent');
  const may = async (grants: string[]) => {
    await db
      .deleteFrom('mandate')
      .where('agent_company_id', '=', agent.me.companyId ?? 0)
      .execute();
    await db
      .insertInto('mandate')
      .values({ owner_company_id: property.company_id, agent_company_id: agent.me.companyId ?? 0, grants })
      .execute();
    return reloadTestPerson(services, agent);
  };
  const selling = await may(['property.read', 'units.read', 'units.edit']);
  const rows = await seenBy(selling);
  expect(rows.map((row) => row.name)).toEqual(['A1', 'A2']);
  // An agent may see tenants where a mandate says so; this one does not.
  expect(JSON.stringify(rows)).not.toContain('Jane');
  const letting = await may(['property.read', 'units.read', 'tenants.read']);
  expect((await seenBy(letting))[0]?.lives).toMatchObject({ name: 'Jane Wanjiru' });
  const clerk: TestPerson = { ...owner, me: { ...owner.me, grants: new Set([...owner.me.grants].filter((one) => !one.startsWith('tenants.'))) } };
  for (const row of await seenBy(clerk)) expect(row).not.toHaveProperty('lives');
});
