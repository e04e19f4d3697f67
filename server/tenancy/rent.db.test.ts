import { describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { as, asha, askedVersion, at, fresh, here, house, livedIn, make, read, start, tenancyTests, told } from '#test/worlds/tenancies.ts';
import { moveOver } from './people/transfer.ts';
import * as tenancy from './service.ts';

tenancyTests();

const [signed, less, more] = [3_000_000, 2_500_000, 3_100_000];
const set = (id: number, rent: number, from: string) =>
  as(here.owner, (ctx) => tenancy.changeRent(ctx, { id, from, rent_cents: cents(rent), reason: '', sure: true }));
const move = async (id: number, rent: number, on?: string) => {
  const unit_id = await fresh();
  return as(here.owner, (ctx) =>
    tenancy.transfer(ctx, { id, unit_id, rent_cents: cents(rent), reason: 'a larger one', after: 'vacant', ...(on ? { on } : {}) }),
  );
};
const rents = async (id: number) => (await read(id)).terms.map((term) => [term.from, term.rent_cents]);
const at1 = { extra: { fields: { rent_cents: expect.stringContaining('KES 30,000') } } };
const soon = { extra: { fields: { on: expect.stringContaining('30 days') } } };
const periodic = { termType: 'periodic', endsOn: null } as const;

test('what is taken off is no more than the rent in all, ends on its own day, and what was stopped stays so', async () => {
  const { id } = await livedIn();
  const less = (cents_: number) =>
    as(here.owner, (ctx) => tenancy.addCharge(ctx, { id, label: 'Less', kind: 'other', cents: cents(cents_), often: 'monthly', from: start }));
  const first = await less(-2_000_000);
  await expect(less(-2_000_000)).rejects.toMatchObject({ extra: { fields: { cents: expect.any(String) } } });
  const stop = (charge_id: number, last: string) => as(here.owner, (ctx) => tenancy.stopCharge(ctx, { id, charge_id, last }));
  await expect(stop(first.charges[0]?.id ?? 0, start)).rejects.toMatchObject({ extra: { fields: { charge_id: expect.any(String) } } });
  const from = addDays(start, 60);
  const water = await as(here.owner, (ctx) =>
    tenancy.addCharge(ctx, { id, label: 'Water', kind: 'water', cents: cents(50_000), often: 'monthly', from }),
  );
  const last = water.charges.at(-1)?.id ?? 0;
  await stop(last, addDays(from, 30));
  await expect(stop(last, addDays(from, 300))).rejects.toMatchObject({ extra: { fields: { last: expect.any(String) } } });
  await stop(last, addDays(from, 10));
});

describe('a rent that was agreed for a term', () => {
  test('does not rise by a move either, today or on a day to come; it may fall, and another move brings back what was signed, with its notice', async () => {
    const { id } = await livedIn();
    await expect(move(id, more)).rejects.toMatchObject(at1);
    await expect(move(id, more, addDays(start, 60))).rejects.toMatchObject(at1);
    await move(id, less);
    expect(await rents(id)).toEqual([[start, less]]);
    await at(addDays(start, 1));
    await expect(move(id, signed)).rejects.toMatchObject(soon);
    await expect(move(id, more, addDays(start, 60))).rejects.toMatchObject(at1);
    expect((await move(id, signed, addDays(start, 60))).transfer).toMatchObject({ rent_cents: signed });
  });

  test('comes back after it was lowered for a while, and no higher', async () => {
    const { id } = await livedIn();
    const [lowered, back] = [addDays(start, 30), addDays(start, 90)];
    await set(id, less, lowered);
    await expect(set(id, more, back)).rejects.toMatchObject(at1);
    await set(id, signed, back);
    expect(await rents(id)).toEqual([
      [start, signed],
      [lowered, less],
      [back, signed],
    ]);
  });

  test('is not gone over by a move that was planned before it was signed: what was told is told anew', async () => {
    const { id } = await livedIn({ startsOn: addDays(start, -100), ...periodic });
    const day = addDays(start, 60);
    await move(id, 3_500_000, day);
    expect(await told('tenancy.rent_change', id), 'with the plan').toBe(1);
    const offer = { ends_on: addDays(start, 400), rent_cents: cents(more), until: addDays(start, 10), message: '' };
    await as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer }));
    const version = await askedVersion(id, 'renewal');
    await as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id, version }));
    await at(day);
    await moveOver(house.database.db);
    expect((await rents(id)).at(-1)).toEqual([day, more]);
    expect(await told('tenancy.rent_change', id)).toBe(3);
  });
});

test('where no term holds it a move raises the rent with its notice, which runs from when they hear of it', async () => {
  const { id } = await livedIn(periodic);
  await expect(move(id, more)).rejects.toMatchObject(soon);
  await expect(move(id, more, addDays(start, 29))).rejects.toMatchObject(soon);
  await expect(move(id, 30_000_001, addDays(start, 30))).rejects.toMatchObject({ extra: { fields: { rent_cents: expect.any(String) } } });
  await move(id, more, addDays(start, 30));
  expect(await told('tenancy.rent_change', id)).toBe(1);
  await at(addDays(start, 30));
  await moveOver(house.database.db);
  expect((await rents(id)).at(-1)).toEqual([addDays(start, 30), more]);
  expect(await told('tenancy.rent_change', id), 'once').toBe(1);
});

describe('something more that is asked for', () => {
  const charge = (id: number, from: string, given: object = {}) =>
    as(here.owner, (ctx) =>
      tenancy.addCharge(ctx, { id, label: 'Garbage', kind: 'garbage', cents: cents(30_000), often: 'monthly', from, ...given }),
    );
  const early = { extra: { fields: { from: expect.any(String) } } };

  test('of who lives there: never for what has passed, with the notice of a rent where it comes again, and they hear of it', async () => {
    const { id } = await livedIn({ startsOn: addDays(start, -100) });
    for (const given of [{}, { often: 'yearly' }, { cents: null }]) await expect(charge(id, addDays(start, 29), given)).rejects.toMatchObject(early);
    for (const given of [{ often: 'once' }, { kind: 'discount', cents: cents(-1_000) }])
      await expect(charge(id, addDays(start, -1), given)).rejects.toMatchObject(early);
    expect(await told('tenancy.charge', id)).toBe(0);
    await charge(id, addDays(start, 30));
    await charge(id, start, { often: 'once' });
    await charge(id, start, { kind: 'discount', cents: cents(-1_000) });
    expect(await told('tenancy.charge', id)).toBe(3);
    expect((await read(id)).charges).toHaveLength(3);
  });

  test('of who is still to come: from their first day on', async () => {
    const { id } = await make({ unitId: here.unit, startsOn: addDays(start, 5) });
    await expect(charge(id, addDays(start, 4))).rejects.toMatchObject(early);
    await charge(id, addDays(start, 5));
    expect(await told('tenancy.charge', id)).toBe(1);
  });
});
