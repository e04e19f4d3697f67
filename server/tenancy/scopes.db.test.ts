import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { asNow, somebody } from '#test/world.ts';
import { as, asha, at, goneToday, here, house, livedIn, me, read, start, tenancyTests, who } from '#test/worlds/tenancies.ts';
import * as tenancy from './service.ts';

tenancyTests();

/** Staff of the landlord's own company with these rights. */
async function helper(grants: readonly string[]) {
  const one = await somebody(house, 'staff', grants);
  await house.database.db.updateTable('person').set({ company_id: here.owner.me.companyId }).where('id', '=', one.id).execute();
  await house.database.db
    .updateTable('staff_role')
    .set({ company_id: here.owner.me.companyId, name: grants.join() })
    .where('id', '=', sql<number>`(select staff_role_id from person where id = ${one.id})`)
    .execute();
  return asNow(house, one);
}

test('what both sides may ask for is there for staff who have the right of those who manage it, and for no others', async () => {
  const { id } = await livedIn();
  expect(await read(id, await helper(['tenancies.read']))).toMatchObject({ id });
  await expect(read(id, await helper(['booking.read']))).rejects.toThrow('Item Not Found');
});

test('who left reads what was theirs for two years, to the day they left; who comes after them is none of theirs', async () => {
  const { id } = await livedIn({
    startsOn: addDays(start, -100),
    endsOn: addDays(start, 900),
    people: [
      { ...who(), role: 'lead', shareBp: 5_000 },
      { ...me(), role: 'co_tenant', shareBp: 5_000 },
    ],
  });
  const [lead] = (await read(id)).people;
  const people: Parameters<typeof tenancy.changePeople>[1]['people'] = [
    { tenant_id: lead?.tenant_id, role: 'lead', share_bp: 5_000 },
    { name: 'Zuri', phone: '0712 000 444', role: 'co_tenant', share_bp: 5_000 },
  ];
  const asked = await as(here.owner, (ctx) => tenancy.changePeople(ctx, { id, from: start, people, reason: 'Asha moves on' }));
  await as(asha, (ctx) => tenancy.agreePeople(ctx, { id, version: asked.people_ask?.version ?? 0 }));
  const seen = await read(id, asha);
  expect(seen.people.map((one) => one.name)).toEqual([lead?.name, 'Asha']);
  expect(seen).toMatchObject({ schedule: [], acts: [], renewal: null });
  expect(seen.history.every((one) => one.at < start)).toBe(true);
  await at(addDays(start, 600));
  await read(id, asha);
  await at(addDays(start, 800));
  await expect(read(id, asha)).rejects.toThrow('Item Not Found');
});

test('who lives along or stands surety reads it while they do; who paid, for two years after its end', async () => {
  const guarantor = await somebody(house, 'tenant');
  const surety = { somebody: { personId: guarantor.id, name: 'Baba', phone: '+254712777003', email: null }, role: 'guarantor' as const, shareBp: 0 };
  const { id } = await livedIn({ people: [{ ...me(), role: 'lead', shareBp: 10_000 }, surety] });
  expect(await read(id, guarantor)).toMatchObject({ acts: [] });
  await goneToday(id);
  await expect(read(id, guarantor)).rejects.toThrow('Item Not Found');
  expect(await read(id, asha)).toMatchObject({ status: 4 });
  await at(addDays(start, 800));
  await expect(read(id, asha)).rejects.toThrow('Item Not Found');
});
