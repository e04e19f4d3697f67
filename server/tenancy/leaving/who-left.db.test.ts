import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { exportPerson } from '#server/identity/export.ts';
import { inspectionService } from '#server/inspection/service.ts';
import { livingService } from '#server/living/service.ts';
import { paperService } from '#server/paper/service.ts';
import { ctxOf } from '#test/world.ts';
import { addProperty, addUnit } from '#test/worlds/market.ts';
import { as, asha, at, file, here, house, livedIn, me, read, start, tenancyTests, who } from '#test/worlds/tenancies.ts';
import * as tenancy from '../service.ts';

tenancyTests();

const db = () => house.database.db;
const paper = (id: number, name: string) =>
  as(here.owner, (ctx) => paperService(house).add(ctx, { tenancy_id: id, kind: 'other', name, file, shared: 'true' } as never));
const looked = async (id: number, unitId: number, day: string, status = 'agreed') =>
  (
    await db()
      .insertInto('inspection')
      .values({
        ...{ company_id: here.owner.me.companyId ?? 0, property_id: here.property, unit_id: unitId, tenancy_id: id, kind: 'routine', areas: '[]' },
        ...{ scheduled_at: new Date(`${day}T09:00:00Z`), status: status as 'agreed' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

test('who left sees the home, the rent, the people, the papers and what was found as of that day, wherever the others live now', async () => {
  const { id, unitId } = await livedIn({
    startsOn: addDays(start, -100),
    endsOn: addDays(start, 900),
    people: [
      { ...who(), role: 'lead', shareBp: 5_000 },
      { ...me(), role: 'co_tenant', shareBp: 5_000 },
    ],
  });
  const old = await read(id);
  const lead = old.people[0];
  await paper(id, 'House rules');
  const before = await looked(id, unitId, addDays(start, -20));
  await at(addDays(start, 10));
  const left = addDays(start, 9);
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`update tenancy_person set until = ${left} where tenancy_id = ${id} and role = 'co_tenant'`.execute(tx);
      await sql`update tenancy_person set share_bp = 10000 where tenancy_id = ${id} and role = 'lead'`.execute(tx);
    });
  await at(addDays(start, 20));
  const to = await addUnit(house, await addProperty(house, here.owner.me.companyId ?? 0));
  await as(here.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id: to, reason: 'a smaller one', after: 'vacant', rent_cents: cents(2_000_000) }));
  const people = [{ name: 'Zuri', phone: '0712 000 777', role: 'lead' as const, share_bp: 10_000 }];
  await as(here.owner, (ctx) => tenancy.changePeople(ctx, { id, from: addDays(start, 20), people, reason: '' }));
  await paper(id, 'New rules');
  const [later, there] = [await looked(id, unitId, addDays(start, 21)), await looked(id, to, addDays(start, 5))];
  const planned = await looked(id, to, addDays(start, 30), 'scheduled');

  const then = { unit: old.unit, property: old.property, lead: old.lead, others: 1, rent_cents: 3_000_000, next: null, ends_on: old.ends_on };
  const seen = await read(id, asha);
  expect(seen).toMatchObject({ ...then, schedule: [], acts: [] });
  expect(seen.people.map(({ name, until }) => [name, until])).toEqual([
    [lead?.name, null],
    ['Asha', left],
  ]);
  expect(seen.terms.map((one) => one.rent_cents)).toEqual([3_000_000]);
  expect((await tenancy.mine(ctxOf(house, asha), { page: 1, page_size: 10 })).results).toMatchObject([{ ...then, asks: false }]);
  expect(await read(id)).toMatchObject({ unit: { id: to }, lead: { name: 'Zuri' }, rent_cents: 2_000_000 });

  const inspections = inspectionService(house);
  const mine = await inspections.mine(ctxOf(house, asha), { page: 1, page_size: 10 });
  expect(mine.results.map((one) => one.id)).toEqual([before]);
  for (const none of [later, there, planned]) await expect(inspections.details(ctxOf(house, asha), { id: none })).rejects.toThrow('Item Not Found');
  expect((await inspections.details(ctxOf(house, asha), { id: before })).id).toBe(before);

  const papers = await paperService(house).all(ctxOf(house, asha), { tenancy_id: id });
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
  expect((await livingService(house).home(ctxOf(house, asha), { tenancy_id: id })).address).toContain(here_?.address ?? '');
  const told = JSON.stringify((await exportPerson(db(), asha.id)) as object);
  expect(told).toContain('300000');
  expect(told).not.toContain('4000000');
  expect(gone).toBeDefined();
});
