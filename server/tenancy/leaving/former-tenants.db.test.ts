import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { exportPersonalData } from '#server/identity/export.ts';
import { inspectionService } from '#server/inspection/service.ts';
import { livingService } from '#server/living/service.ts';
import { paperService } from '#server/paper/service.ts';
import { addProperty, addUnit } from '#test/fixtures/market.ts';
import {
  ashaInput,
  ashaUser,
  createActiveTenancy,
  newTenantInput,
  noticeFile,
  readTenancy,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { createTestCtx } from '#test/people.ts';
import * as tenancy from '../service.ts';

setUpTenancyTests();

const db = () => testServices.database.db;
const paper = (id: number, name: string) =>
  runAs(testPlace.owner, (ctx) =>
    paperService(testServices).add(ctx, { tenancy_id: id, kind: 'other', name, file: noticeFile, shared: 'true' } as never),
  );
const looked = async (id: number, unitId: number, day: string, status = 'agreed') =>
  (
    await db()
      .insertInto('inspection')
      .values({
        company_id: testPlace.owner.me.companyId ?? 0,
        property_id: testPlace.property,
        unit_id: unitId,
        tenancy_id: id,
        kind: 'routine',
        areas: '[]',
        scheduled_at: new Date(`${day}T09:00:00Z`),
        status: status as 'agreed',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

test('former co-tenant: sees home, rent, people, documents and inspections as of their own move-out day', async () => {
  const { id, unitId } = await createActiveTenancy({
    startsOn: addDays(startDay, -100),
    endsOn: addDays(startDay, 900),
    people: [
      { ...newTenantInput(), role: 'lead', shareBp: 5_000 },
      { ...ashaInput(), role: 'co_tenant', shareBp: 5_000 },
    ],
  });
  const old = await readTenancy(id);
  const lead = old.people[0];
  await paper(id, 'House rules');
  const before = await looked(id, unitId, addDays(startDay, -20));
  await setTestDay(addDays(startDay, 10));
  const left = addDays(startDay, 9);
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`update tenancy_person set until = ${left} where tenancy_id = ${id} and role = 'co_tenant'`.execute(tx);
      await sql`update tenancy_person set share_bp = 10000 where tenancy_id = ${id} and role = 'lead'`.execute(tx);
    });
  await setTestDay(addDays(startDay, 20));
  const to = await addUnit(testServices, await addProperty(testServices, testPlace.owner.me.companyId ?? 0));
  await runAs(testPlace.owner, (ctx) =>
    tenancy.transfer(ctx, { id, unit_id: to, reason: 'a smaller one', after: 'vacant', rent_cents: toCents(2_000_000) }),
  );
  const people = [{ name: 'Zuri', phone: '0712 000 777', role: 'lead' as const, share_bp: 10_000 }];
  await runAs(testPlace.owner, (ctx) => tenancy.changePeople(ctx, { id, from: addDays(startDay, 20), people, reason: '' }));
  await paper(id, 'New rules');
  const [later, there] = [await looked(id, unitId, addDays(startDay, 21)), await looked(id, to, addDays(startDay, 5))];
  const planned = await looked(id, to, addDays(startDay, 30), 'scheduled');

  const then = { unit: old.unit, property: old.property, lead: old.lead, others: 1, rent_cents: 3_000_000, next: null, ends_on: old.ends_on };
  const seen = await readTenancy(id, ashaUser);
  expect(seen).toMatchObject({ ...then, schedule: [], acts: [] });
  expect(seen.people.map(({ name, until }) => [name, until])).toEqual([
    [lead?.name, null],
    ['Asha', left],
  ]);
  expect(seen.terms.map((one) => one.rent_cents)).toEqual([3_000_000]);
  expect((await tenancy.listOwn(createTestCtx(testServices, ashaUser), { page: 1, page_size: 10 })).results).toMatchObject([
    { ...then, asks: false },
  ]);
  expect(await readTenancy(id)).toMatchObject({ unit: { id: to }, lead: { name: 'Zuri' }, rent_cents: 2_000_000 });

  const inspections = inspectionService(testServices);
  const mine = await inspections.listMine(createTestCtx(testServices, ashaUser), { page: 1, page_size: 10 });
  expect(mine.results.map((one) => one.id)).toEqual([before]);
  for (const none of [later, there, planned])
    await expect(inspections.details(createTestCtx(testServices, ashaUser), { id: none })).rejects.toThrow('Item Not Found');
  expect((await inspections.details(createTestCtx(testServices, ashaUser), { id: before })).id).toBe(before);

  const papers = await paperService(testServices).list(createTestCtx(testServices, ashaUser), { tenancy_id: id });
  expect(papers.results.map((one) => one.name)).toEqual(['House rules']);

  const [here_, gone] = await Promise.all(
    [unitId, to].map((unit) =>
      db()
        .selectFrom('unit')
        .innerJoin('property', 'property.id', 'unit.property_id')
        .select(['property.address', 'unit.name'])
        .where('unit.id', '=', unit)
        .executeTakeFirstOrThrow(),
    ),
  );
  expect((await livingService(testServices).home(createTestCtx(testServices, ashaUser), { tenancy_id: id })).address).toContain(here_?.address ?? '');
  const told = JSON.stringify((await exportPersonalData(db(), ashaUser.id)) as object);
  expect(told).toContain('300000');
  expect(told).not.toContain('4000000');
  expect(gone).toBeDefined();
});
