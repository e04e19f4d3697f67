import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { place } from '#test/worlds/market.ts';
import { as, at, fresh, here, house, leave, livedIn, me, noticed, read, start, tenancyTests, told, unitOf, who } from '#test/worlds/tenancies.ts';
import * as tenancy from './service.ts';

type People = Parameters<typeof tenancy.changePeople>[1]['people'];

tenancyTests();

describe('who is in it and where, while it stands', () => {
  test('who is in it: a co-tenant leaves, shares are split anew, one lead stays', async () => {
    const { id } = await livedIn({
      people: [
        { ...me(), role: 'lead', shareBp: 5_000 },
        { ...who(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
    const [lead, second] = (await read(id)).people;
    await at(addDays(start, 5));
    const change = (people: People, from = addDays(start, 5)) => as(here.owner, (ctx) => tenancy.changePeople(ctx, { id, from, people, reason: '' }));
    const keeps = (share_bp: number) => ({ tenant_id: lead?.tenant_id, role: 'lead' as const, share_bp });
    await expect(change([keeps(5_000)])).rejects.toMatchObject({ extra: { fields: { people: expect.stringContaining('50') } } });
    await expect(change([{ tenant_id: second?.tenant_id, role: 'co_tenant', share_bp: 10_000 }])).rejects.toMatchObject({
      extra: { fields: { people: expect.any(String) } },
    });
    for (const from of [addDays(start, -1), addDays(start, 6), '9999-12-31'])
      await expect(change([keeps(10_000)], from)).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
    await expect(change([keeps(10_000), { tenant_id: second?.tenant_id, role: 'occupant', share_bp: 100 }])).rejects.toMatchObject({
      extra: { fields: { people: expect.any(String) } },
    });
    const heard = await told('tenancy.people', id);
    const after = await change([keeps(10_000), { name: 'Mosi', phone: '0712 000 333', role: 'occupant', share_bp: 0 }]);
    expect(after.people.map((one) => [one.name, one.role, one.share_bp, one.until])).toEqual([
      ['Asha', 'lead', 10_000, null],
      ['Mosi', 'occupant', 0, null],
      [second?.name, 'co_tenant', 5_000, addDays(start, 4)],
    ]);
    // Who stays and who leaves; who manages the home did it.
    expect(await told('tenancy.people', id)).toBe(heard + 2);
    const status = await house.database.db
      .selectFrom('tenant')
      .select('status')
      .where('id', '=', second?.tenant_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(status.status).not.toBe('current');
    // The lead hands over to somebody else: who has an account says so themselves. Whoever has none comes back as they were.
    expect(await change([{ tenant_id: second?.tenant_id, role: 'lead', share_bp: 10_000 }])).toMatchObject({ people_ask: { waits: ['Asha'] } });
    const back = await change([keeps(5_000), { tenant_id: second?.tenant_id, role: 'co_tenant', share_bp: 5_000 }]);
    expect(back.people_ask).toBeNull();
    expect(back.people.find((one) => one.tenant_id === second?.tenant_id)).toMatchObject({ share_bp: 5_000, until: null });
  });

  test('the unit: both stays change in one step, the old one is free', async () => {
    const { id, unitId } = await livedIn({ startsOn: addDays(start, -100), endsOn: addDays(start, 200) });
    const other = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    const to = await fresh();
    const transfer = (unit_id: number) =>
      as(here.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id, reason: 'a bigger one', after: 'vacant', rent_cents: cents(2_800_000) }));
    await expect(transfer(other.unitId)).rejects.toMatchObject({ extra: { fields: { unit_id: expect.any(String) } } });
    await expect(transfer(unitId)).rejects.toMatchObject({ extra: { fields: { unit_id: expect.any(String) } } });
    const foreign = await place(house);
    await expect(transfer(foreign.unit)).rejects.toMatchObject({ failure: 'notFound' });
    const full = await transfer(to);
    expect(full).toMatchObject({
      unit: { id: to },
      status: 2,
      rent_cents: 2_800_000,
      units: [
        { unit: { id: unitId }, last: addDays(start, -1) },
        { unit: { id: to }, last: null },
      ],
    });
    expect([await unitOf(unitId), await unitOf(to)]).toEqual(['vacant', 'occupied']);
  });
});

describe('moving to another unit', () => {
  test('of somebody who should have gone already: their stay there lasts today at least', async () => {
    const { id } = await livedIn({ startsOn: addDays(start, -100), endsOn: addDays(start, 200) });
    await leave(id, addDays(start, 3), noticed(addDays(start, 3)));
    await at(addDays(start, 9));
    const to = await fresh();
    const full = await as(here.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id: to, reason: 'works in the old one', after: 'works' }));
    expect(full).toMatchObject({ unit: { id: to }, leaving_on: addDays(start, 3) });
    const { rows } = await sql<{ during: string }>`select during::text from stay where tenancy_id = ${id} and released_at is null`.execute(
      house.database.db,
    );
    expect(rows).toEqual([{ during: `[${addDays(start, 9)},${addDays(start, 10)})` }]);
  });
});
