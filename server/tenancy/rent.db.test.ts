import { describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import {
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  createTestTenancy,
  createTestUnit,
  newTenantInput,
  readRequestVersion,
  readTenancy,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { carryOutDueTransfers } from './people/transfer.ts';
import * as tenancy from './service.ts';

setUpTenancyTests();

const [signed, less, more] = [3_000_000, 2_500_000, 3_100_000];
const set = (id: number, rent: number, from: string) =>
  runAs(testPlace.owner, (ctx) => tenancy.changeRent(ctx, { id, from, rent_cents: toCents(rent), reason: '', sure: true }));
const move = async (id: number, rent: number, on?: string) => {
  const unit_id = await createTestUnit();
  return runAs(testPlace.owner, (ctx) =>
    tenancy.transfer(ctx, { id, unit_id, rent_cents: toCents(rent), reason: 'a larger one', after: 'vacant', ...(on ? { on } : {}) }),
  );
};
const rents = async (id: number) => (await readTenancy(id)).terms.map((term) => [term.from, term.rent_cents]);
const at1 = { extra: { fields: { rent_cents: expect.stringContaining('KES 30,000') } } };
const soon = { extra: { fields: { on: expect.stringContaining('30 days') } } };
const periodic = { termType: 'periodic', endsOn: null } as const;

test('tenancy charges: discounts cannot exceed the rent, and a stopped charge cannot be extended', async () => {
  const { id } = await createActiveTenancy();
  const less = (cents_: number) =>
    runAs(testPlace.owner, (ctx) =>
      tenancy.addCharge(ctx, { id, label: 'Less', kind: 'other', cents: toCents(cents_), often: 'monthly', from: startDay }),
    );
  const first = await less(-2_000_000);
  await expect(less(-2_000_000)).rejects.toMatchObject({ extra: { fields: { cents: expect.any(String) } } });
  const stop = (charge_id: number, last: string) => runAs(testPlace.owner, (ctx) => tenancy.stopCharge(ctx, { id, charge_id, last }));
  await expect(stop(first.charges[0]?.id ?? 0, startDay)).rejects.toMatchObject({ extra: { fields: { charge_id: expect.any(String) } } });
  const from = addDays(startDay, 60);
  const water = await runAs(testPlace.owner, (ctx) =>
    tenancy.addCharge(ctx, { id, label: 'Water', kind: 'water', cents: toCents(50_000), often: 'monthly', from }),
  );
  const last = water.charges.at(-1)?.id ?? 0;
  await stop(last, addDays(from, 30));
  await expect(stop(last, addDays(from, 300))).rejects.toMatchObject({ extra: { fields: { last: expect.any(String) } } });
  await stop(last, addDays(from, 10));
});

describe('rent of a fixed term', () => {
  test('cannot be raised above the signed rent by a unit transfer, and a reduction can be undone with notice', async () => {
    const { id } = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    await expect(move(id, more)).rejects.toMatchObject(at1);
    await expect(move(id, more, addDays(startDay, 60))).rejects.toMatchObject(at1);
    await move(id, less);
    expect(await rents(id)).toEqual([[startDay, less]]);
    await setTestDay(addDays(startDay, 1));
    await expect(move(id, signed)).rejects.toMatchObject(soon);
    await expect(move(id, more, addDays(startDay, 60))).rejects.toMatchObject(at1);
    expect((await move(id, signed, addDays(startDay, 60))).transfer).toMatchObject({ rent_cents: signed });
  });

  test('can return to the signed rent after a temporary reduction, but cannot exceed the signed rent', async () => {
    const { id } = await createActiveTenancy();
    const [lowered, back] = [addDays(startDay, 30), addDays(startDay, 90)];
    await set(id, less, lowered);
    await expect(set(id, more, back)).rejects.toMatchObject(at1);
    await set(id, signed, back);
    expect(await rents(id)).toEqual([
      [startDay, signed],
      [lowered, less],
      [back, signed],
    ]);
  });

  test('takes precedence over a rent change planned before signing, and tenants are notified of the new rent', async () => {
    const { id } = await createActiveTenancy({ startsOn: addDays(startDay, -100), ...periodic });
    const day = addDays(startDay, 60);
    await move(id, 3_500_000, day);
    expect(await countQueuedNotifications('tenancy.rent_change', id), 'with the plan').toBe(1);
    const offer = { ends_on: addDays(startDay, 400), rent_cents: toCents(more), until: addDays(startDay, 10), message: '' };
    await runAs(testPlace.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer }));
    const version = await readRequestVersion(id, 'renewal');
    await runAs(ashaUser, (ctx) => tenancy.acceptRenewal(ctx, { id, version }));
    await setTestDay(day);
    await carryOutDueTransfers(testServices.database.db);
    expect((await rents(id)).at(-1)).toEqual([day, more]);
    expect(await countQueuedNotifications('tenancy.rent_change', id)).toBe(3);
  });
});

test('month-to-month tenancy: a unit transfer can raise the rent only after the notice period, counted from the notification', async () => {
  const { id } = await createActiveTenancy(periodic);
  await expect(move(id, more)).rejects.toMatchObject(soon);
  await expect(move(id, more, addDays(startDay, 29))).rejects.toMatchObject(soon);
  await expect(move(id, 30_000_001, addDays(startDay, 30))).rejects.toMatchObject({ extra: { fields: { rent_cents: expect.any(String) } } });
  await move(id, more, addDays(startDay, 30));
  expect(await countQueuedNotifications('tenancy.rent_change', id)).toBe(1);
  await setTestDay(addDays(startDay, 30));
  await carryOutDueTransfers(testServices.database.db);
  expect((await rents(id)).at(-1)).toEqual([addDays(startDay, 30), more]);
  expect(await countQueuedNotifications('tenancy.rent_change', id), 'once').toBe(1);
});

describe('additional charge', () => {
  const charge = (id: number, from: string, given: object = {}) =>
    runAs(testPlace.owner, (ctx) =>
      tenancy.addCharge(ctx, { id, label: 'Garbage', kind: 'garbage', cents: toCents(30_000), often: 'monthly', from, ...given }),
    );
  const early = { extra: { fields: { from: expect.any(String) } } };

  test('is rejected during the tenancy for past days, needs notice if recurring, and notifies the tenant', async () => {
    const { id } = await createActiveTenancy({ startsOn: addDays(startDay, -100) });
    for (const given of [{}, { often: 'yearly' }, { cents: null }])
      await expect(charge(id, addDays(startDay, 29), given)).rejects.toMatchObject(early);
    for (const given of [{ often: 'once' }, { kind: 'discount', cents: toCents(-1_000) }])
      await expect(charge(id, addDays(startDay, -1), given)).rejects.toMatchObject(early);
    expect(await countQueuedNotifications('tenancy.charge', id)).toBe(0);
    await charge(id, addDays(startDay, 30));
    await charge(id, startDay, { often: 'once' });
    await charge(id, startDay, { kind: 'discount', cents: toCents(-1_000) });
    expect(await countQueuedNotifications('tenancy.charge', id)).toBe(3);
    expect((await readTenancy(id)).charges).toHaveLength(3);
  });

  test('is rejected before move-in for days before the tenancy starts', async () => {
    const { id } = await createTestTenancy({ unitId: testPlace.unit, startsOn: addDays(startDay, 5) });
    await expect(charge(id, addDays(startDay, 4))).rejects.toMatchObject(early);
    await charge(id, addDays(startDay, 5));
    expect(await countQueuedNotifications('tenancy.charge', id)).toBe(1);
  });
});
