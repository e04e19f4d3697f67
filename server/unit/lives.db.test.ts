import { beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { propertyOf, unitOf } from '#test/examples/examples-unit.ts';
import { asNow, ctxOf, type Somebody, somebody } from '#test/world.ts';
import { list } from './lists.ts';

let house: House;
let owner: Somebody;
let property: { id: number; company_id: number };
beforeAll(async () => {
  house = await freshHouse();
  const { db } = house.database;
  owner = await somebody(house, 'owner');
  property = await propertyOf(house, owner.me.companyId, '047', 'Lived Court');
  const units = [await unitOf(house, property.id, { name: 'A1' }), await unitOf(house, property.id, { name: 'A2' })];
  const at = (n: number) => ({ company_id: property.company_id, property_id: property.id, unit_id: units[n]?.id ?? 0 });
  const jane = await db
    .insertInto('occupant')
    .values({ ...at(0), name: 'Jane Wanjiru' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('opening_balance')
    .values({ ...at(0), occupant_id: jane.id, cents: cents(250_000), as_of: '2026-10-31' })
    .execute();
  await db
    .insertInto('occupant')
    .values({ ...at(1), name: 'Gone Otieno', ended_at: new Date() })
    .execute();
});

const asked = () => unitCalls.list.query.parse({ page: 1, z_filter: { property: property.id } });
const seenBy = async (who: Somebody) => (await list(ctxOf(house, who), asked())).results;

test('the table says who lives there and what they owed; of who left it says nobody', async () => {
  expect((await seenBy(owner)).map((row) => [row.name, row.lives])).toEqual([
    ['A1', { name: 'Jane Wanjiru', balance_cents: 250_000, as_of: '2026-10-31', tenancy: null }],
    ['A2', null],
  ]);
});

test('who may not know of tenants gets no such field, and a mandate for another property’s tenants tells nothing of these', async () => {
  const { db } = house.database;
  const agent = await somebody(house, 'agent');
  const may = async (grants: string[]) => {
    await db
      .deleteFrom('mandate')
      .where('agent_company_id', '=', agent.me.companyId ?? 0)
      .execute();
    await db
      .insertInto('mandate')
      .values({ owner_company_id: property.company_id, agent_company_id: agent.me.companyId ?? 0, grants })
      .execute();
    return asNow(house, agent);
  };
  const selling = await may(['property.read', 'units.read', 'units.edit']);
  const rows = await seenBy(selling);
  expect(rows.map((row) => row.name)).toEqual(['A1', 'A2']);
  // The agent may know of tenants where a mandate says so: here none does.
  expect(JSON.stringify(rows)).not.toContain('Jane');
  const letting = await may(['property.read', 'units.read', 'tenants.read']);
  expect((await seenBy(letting))[0]?.lives).toMatchObject({ name: 'Jane Wanjiru' });
  const clerk: Somebody = { ...owner, me: { ...owner.me, grants: new Set([...owner.me.grants].filter((one) => !one.startsWith('tenants.'))) } };
  for (const row of await seenBy(clerk)) expect(row).not.toHaveProperty('lives');
});
