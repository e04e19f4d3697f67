import { beforeAll, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import { changeActive, consequences } from './service.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

test('account deactivation: the consequences match their preview, and listings leave the portal when the last head of the company is deactivated', async () => {
  const admin = await createPerson(services, 'admin');
  const at = await createOwnerWithUnit(services);
  const { owner } = at;
  const { db } = services.database;
  const company_id = owner.me.companyId ?? 0;
  await addListing(services, at);
  const mine = db.selectFrom('property').select('id').where('company_id', '=', company_id);
  const shown = () => db.selectFrom('public_listing').select('id').where('property_id', 'in', mine).execute();
  const said = () => consequences(createTestCtx(services, admin), { user_id: [owner.id] });
  const before = (await shown()).length;
  expect(before).toBeGreaterThan(0);
  expect(await said()).toEqual({ live_listings: before, staff: 0, mandates: 0 });
  const second = { name: 'Second', email: 'second@makao.test', user_type: 4, company_id, verified_status: 'verified' as const, onboarding: false };
  const { id } = await db.insertInto('person').values(second).returning('id').executeTakeFirstOrThrow();
  expect((await said()).live_listings).toBe(0);
  await db.deleteFrom('person').where('id', '=', id).execute();
  const off = (reason?: string) =>
    runAsPerson(services, admin, (ctx) => changeActive(ctx, { user_id: owner.id, is_active: false, ...(reason ? { reason } : {}) }));
  await expect(off()).rejects.toMatchObject({ failure: 'invalid' });
  await off('Asked by phone');
  expect(await shown()).toEqual([]);
});

test('preview of consequences: counts shared records of several people once, and returns 404 for people out of scope', async () => {
  const { db } = services.database;
  const admin = await createPerson(services, 'admin');
  const [one, two] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  await addListing(services, one);
  await addListing(services, two);
  const said = (...user_id: number[]) => consequences(createTestCtx(services, admin), { user_id });
  const [a, b] = [await said(one.owner.id), await said(two.owner.id)];
  expect(a.live_listings).toBeGreaterThan(0);
  expect((await said(one.owner.id, two.owner.id, one.owner.id)).live_listings).toBe(a.live_listings + b.live_listings);
  const agent = await createPerson(services, 'agent');
  const [owner_company_id, agent_company_id] = [one.owner.me.companyId ?? 0, agent.me.companyId ?? 0];
  await db
    .insertInto('mandate')
    .values({ owner_company_id, agent_company_id, grants: ['property.read'] })
    .execute();
  expect((await said(agent.id)).mandates).toBe(1);
  expect((await said(one.owner.id, agent.id)).mandates).toBe(1);
  const second = { name: 'Second', email: 'beside@makao.test', user_type: 4, verified_status: 'verified' as const, onboarding: false };
  const beside = await db
    .insertInto('person')
    .values({ ...second, company_id: owner_company_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await said(one.owner.id)).live_listings).toBe(0);
  expect((await said(one.owner.id, beside.id)).live_listings).toBe(a.live_listings);
  const tenant = await createPerson(services, 'tenant');
  await expect(consequences(createTestCtx(services, tenant), { user_id: [tenant.id, one.owner.id] })).rejects.toMatchObject({ failure: 'notFound' });
  await expect(said(one.owner.id, 999_999_999)).rejects.toMatchObject({ failure: 'notFound' });
});
