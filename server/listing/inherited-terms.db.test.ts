import { beforeAll, describe, expect, test } from 'vitest';
import { convertShillingsToCents } from '#contract/money/cents.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listJobPayloads } from '#test/jobs.ts';
import { runAsPerson } from '#test/people.ts';
import { onTermsChanged } from './inherited-terms.ts';
import { listingService } from './service.ts';

let services: TestServices;
let service: ReturnType<typeof listingService>;
const k = convertShillingsToCents;
const row = (id: number) => services.database.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setUnit = (id: number, set: object) => services.database.db.updateTable('unit').set(set).where('id', '=', id).execute();
const create = (at: OwnerWithUnit, more: object = {}) =>
  runAsPerson(services, at.owner, (ctx) => service.create(ctx, { property_id: at.property, unit_id: at.unit, listing_type: 0, ...more }));
const update = (at: OwnerWithUnit, id: number, more: object) => runAsPerson(services, at.owner, (ctx) => service.update(ctx, { id, ...more }));

beforeAll(async () => {
  services = await createTestServices();
  service = listingService(services);
});

describe('inherited listing terms', () => {
  test('a listing without a price uses the unit’s rent and names the unit as the source; a term set on the listing is not replaced', async () => {
    const at = await createOwnerWithUnit(services);
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
  test('a price is required where no rent is known, and always for a sale', async () => {
    const at = await createOwnerWithUnit(services);
    await expect(create(at, { listing_type: 2 })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { price_cents: expect.any(String) } },
    });
    await setUnit(at.unit, { rent_cents: null });
    await expect(create(at)).rejects.toMatchObject({ extra: { fields: { price_cents: expect.stringContaining('no rent') } } });
  });
  test('bulk creation gives each listing its own unit’s rent', async () => {
    const at = await createOwnerWithUnit(services);
    const other = await addUnit(services, at.property, { rent_cents: k(30_000) });
    const { made } = await runAsPerson(services, at.owner, (ctx) =>
      service.createMany(ctx, { property_id: at.property, unit_ids: [at.unit, other], listing_type: 0, publish: false }),
    );
    expect((await Promise.all(made.map((one) => row(one.id)))).map((one) => one.price_cents)).toEqual([k(45_000), k(30_000)]);
  });
});

describe('inherited listing terms: changes', () => {
  test('a new unit rent changes a listing that inherits the rent, with history and notification, but not a listing with its own price', async () => {
    const at = await createOwnerWithUnit(services);
    const [follows, own] = [await create(at), await create(at, { price_cents: k(50_000) })];
    await setUnit(at.unit, { rent_cents: k(40_000) });
    await runAsPerson(services, at.owner, (ctx) => service.move(ctx, { id: follows.id, move: 'publish', reason: '' }));
    await onTermsChanged(services.database.db, at.property);
    await onTermsChanged(services.database.db, at.property);
    expect(await row(follows.id)).toMatchObject({ price_cents: k(40_000), deposit_cents: k(40_000) });
    expect((await row(own.id)).price_cents).toBe(k(50_000));
    const prices = await services.database.db.selectFrom('listing_price').select('price_cents').where('listing_id', '=', follows.id).execute();
    expect(prices.map((one) => one.price_cents).sort()).toEqual([k(40_000), k(45_000)]);
    expect((await listJobPayloads(services, 'listing.repriced')).filter((one) => one.listingId === follows.id)).toHaveLength(1);
  });
  test('setting the rent for all units of a type replaces the prices of rental listings, but not for other unit types or sales', async () => {
    const at = await createOwnerWithUnit(services);
    const [own, sale] = [await create(at, { price_cents: k(50_000) }), await create(at, { listing_type: 2, price_cents: k(9_000_000) })];
    const { unit_type_id } = await services.database.db.selectFrom('unit').select('unit_type_id').where('id', '=', at.unit).executeTakeFirstOrThrow();
    await setUnit(at.unit, { rent_cents: k(41_000) });
    await onTermsChanged(services.database.db, at.property, { terms: ['rent'], unitTypeId: unit_type_id + 1 });
    expect((await row(own.id)).price_cents).toBe(k(50_000));
    await onTermsChanged(services.database.db, at.property, { terms: ['rent'], unitTypeId: unit_type_id });
    expect(await row(own.id)).toMatchObject({ price_cents: k(41_000), inherits: expect.arrayContaining(['rent']) });
    expect(await row(sale.id)).toMatchObject({ price_cents: k(9_000_000) });
  });
  test('editing the price of a listing stops inheritance, which can be restored', async () => {
    const at = await createOwnerWithUnit(services);
    const { id } = await create(at);
    expect(await update(at, id, { price_cents: k(45_000), title: 'Same price' })).toMatchObject({ inherits: expect.arrayContaining(['rent']) });
    expect((await update(at, id, { price_cents: k(47_000) })).inherits).not.toContain('rent');
    expect(await update(at, id, { inherit: ['rent'] })).toMatchObject({ price_cents: k(45_000), inherits: expect.arrayContaining(['rent']) });
  });
  test('a price set for similar listings applies to open listings of the same kind, but not to closed listings, and changes no other title', async () => {
    const at = await createOwnerWithUnit(services);
    const first = await create(at);
    const units = [await addUnit(services, at.property), await addUnit(services, at.property)];
    const others = await Promise.all(units.map((unit) => create({ ...at, unit })));
    const [other, closed] = [others[0]?.id ?? 0, others[1]?.id ?? 0];
    await services.database.db.updateTable('listing').set({ status: 'closed' }).where('id', '=', closed).execute();
    const after = await update(at, first.id, { price_cents: k(52_000), title: 'Only this one', others: true });
    expect(after).toMatchObject({ price_cents: k(52_000), title: 'Only this one', alike: 1 });
    expect(await row(other)).toMatchObject({ price_cents: k(52_000) });
    expect((await row(other)).title).not.toBe('Only this one');
    expect((await row(closed)).price_cents).toBe(k(45_000));
  });
});
