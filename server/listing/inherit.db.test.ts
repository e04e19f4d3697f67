import { beforeAll, describe, expect, test } from 'vitest';
import { fromShillings } from '#contract/money/cents.ts';
import { freshHouse, type House } from '#test/db.ts';
import { promised } from '#test/jobs.ts';
import { inTransaction } from '#test/world.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { termsChanged } from './inherit.ts';
import { listingService } from './service.ts';

let house: House;
let service: ReturnType<typeof listingService>;
const k = fromShillings;
const row = (id: number) => house.database.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setUnit = (id: number, set: object) => house.database.db.updateTable('unit').set(set).where('id', '=', id).execute();
const create = (at: Place, more: object = {}) =>
  inTransaction(house, at.owner, (ctx) => service.create(ctx, { property_id: at.property, unit_id: at.unit, listing_type: 0, ...more }));
const update = (at: Place, id: number, more: object) => inTransaction(house, at.owner, (ctx) => service.update(ctx, { id, ...more }));

beforeAll(async () => {
  house = await freshHouse();
  service = listingService(house);
});

describe('a listing has from its unit what it does not say', () => {
  test('without a price it has the unit’s rent, with where it comes from; what it says itself is its own', async () => {
    const at = await place(house);
    await setUnit(at.unit, { deposit_cents: k(60_000), service_charge_cents: k(3_000), water_source: ['tank'] });
    const made = await create(at, { service_charge_cents: k(1_000) });
    expect(made).toMatchObject({
      price_cents: k(45_000),
      deposit_cents: k(60_000),
      service_charge_cents: k(1_000),
      water_source: ['tank'],
      inherits: ['rent', 'deposit', 'water', 'power'],
      held: { rent_cents: k(45_000), service_charge_cents: k(3_000), sources: { rent: 'unit', power: null } },
    });
  });
  test('where nothing is known the price is asked for, of a sale always', async () => {
    const at = await place(house);
    await expect(create(at, { listing_type: 2 })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { price_cents: expect.any(String) } },
    });
    await setUnit(at.unit, { rent_cents: null });
    await expect(create(at)).rejects.toMatchObject({ extra: { fields: { price_cents: expect.stringContaining('no rent') } } });
  });
  test('many at once: each has its own unit’s rent', async () => {
    const at = await place(house);
    const other = await addUnit(house, at.property, { rent_cents: k(30_000) });
    const { made } = await inTransaction(house, at.owner, (ctx) =>
      service.createMany(ctx, { property_id: at.property, unit_ids: [at.unit, other], listing_type: 0, publish: false }),
    );
    expect((await Promise.all(made.map((one) => row(one.id)))).map((one) => one.price_cents)).toEqual([k(45_000), k(30_000)]);
  });
});

describe('listings follow', () => {
  test('a new rent of the unit is the listing’s, kept beside the old one and told; its own price stays', async () => {
    const at = await place(house);
    const [follows, own] = [await create(at), await create(at, { price_cents: k(50_000) })];
    await setUnit(at.unit, { rent_cents: k(40_000) });
    await inTransaction(house, at.owner, (ctx) => service.move(ctx, { id: follows.id, move: 'publish', reason: '' }));
    await termsChanged(house.database.db, at.property);
    await termsChanged(house.database.db, at.property);
    expect(await row(follows.id)).toMatchObject({ price_cents: k(40_000), deposit_cents: k(40_000) });
    expect((await row(own.id)).price_cents).toBe(k(50_000));
    const prices = await house.database.db.selectFrom('listing_price').select('price_cents').where('listing_id', '=', follows.id).execute();
    expect(prices.map((one) => one.price_cents).sort()).toEqual([k(40_000), k(45_000)]);
    expect((await promised(house, 'listing.repriced')).filter((one) => one.listingId === follows.id)).toHaveLength(1);
  });
  test('said for all units of a type, listings that asked something else of their own follow from then on; of another type, or a sale, none', async () => {
    const at = await place(house);
    const [own, sale] = [await create(at, { price_cents: k(50_000) }), await create(at, { listing_type: 2, price_cents: k(9_000_000) })];
    const { unit_type_id } = await house.database.db.selectFrom('unit').select('unit_type_id').where('id', '=', at.unit).executeTakeFirstOrThrow();
    await setUnit(at.unit, { rent_cents: k(41_000) });
    await termsChanged(house.database.db, at.property, { terms: ['rent'], unitTypeId: unit_type_id + 1 });
    expect((await row(own.id)).price_cents).toBe(k(50_000));
    await termsChanged(house.database.db, at.property, { terms: ['rent'], unitTypeId: unit_type_id });
    expect(await row(own.id)).toMatchObject({ price_cents: k(41_000), inherits: expect.arrayContaining(['rent']) });
    expect(await row(sale.id)).toMatchObject({ price_cents: k(9_000_000) });
  });
  test('changed by hand it is its own; asked to, it inherits again', async () => {
    const at = await place(house);
    const { id } = await create(at);
    expect(await update(at, id, { price_cents: k(45_000), title: 'Same price' })).toMatchObject({ inherits: expect.arrayContaining(['rent']) });
    expect((await update(at, id, { price_cents: k(47_000) })).inherits).not.toContain('rent');
    expect(await update(at, id, { inherit: ['rent'] })).toMatchObject({ price_cents: k(45_000), inherits: expect.arrayContaining(['rent']) });
  });
  test('the others too: the same change for open listings of the same kind, not their titles, not a closed one', async () => {
    const at = await place(house);
    const first = await create(at);
    const units = [await addUnit(house, at.property), await addUnit(house, at.property)];
    const others = await Promise.all(units.map((unit) => create({ ...at, unit })));
    const [other, closed] = [others[0]?.id ?? 0, others[1]?.id ?? 0];
    await house.database.db.updateTable('listing').set({ status: 'closed' }).where('id', '=', closed).execute();
    const after = await update(at, first.id, { price_cents: k(52_000), title: 'Only this one', others: true });
    expect(after).toMatchObject({ price_cents: k(52_000), title: 'Only this one', alike: 1 });
    expect(await row(other)).toMatchObject({ price_cents: k(52_000) });
    expect((await row(other)).title).not.toBe('Only this one');
    expect((await row(closed)).price_cents).toBe(k(45_000));
  });
});
