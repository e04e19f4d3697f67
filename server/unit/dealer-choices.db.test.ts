import { beforeAll, expect, test } from 'vitest';
import * as listing from '#server/listing/find.ts';
import { one } from '#server/property/one.ts';
import { freshHouse, type House } from '#test/db.ts';
import { asNow, ctxOf, type Somebody, somebody } from '#test/world.ts';
import { addProperty, type Place, place } from '#test/worlds/market.ts';
import * as unit from './service.ts';

let house: House;
let at: Place;
let dealer: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  at = await place(house);
  const made = await somebody(house, 'dealer');
  await house.database.db.updateTable('company').set({ region: '047' }).where('id', '=', made.me.companyId).execute();
  dealer = await asNow(house, made);
});

const namesOf = ({ properties }: { properties: readonly { id: number }[] }) => properties.map(({ id }) => id);

test('a dealer filters by the properties of their county, and adds units and offers only where a write would be let through', async () => {
  const ctx = ctxOf(house, dealer);
  expect(namesOf(await unit.choices(ctx, { q: '' }))).toContain(at.property);
  expect(namesOf(await listing.choices(ctx, {}))).toContain(at.property);
  expect(namesOf(await unit.choices(ctx, { q: '', creating: true }))).toEqual([]);
  expect(namesOf(await listing.choices(ctx, { creating: true }))).toEqual([]);
  expect((await one(ctx, { id: at.property })).may).toMatchObject({ units: false, offers: false });
  const own = await addProperty(house, dealer.me.companyId ?? 0);
  expect(namesOf(await unit.choices(ctx, { q: '', creating: true }))).toEqual([own]);
  expect(namesOf(await listing.choices(ctx, { creating: true }))).toEqual([own]);
  expect((await one(ctx, { id: own })).may).toMatchObject({ units: true, offers: true });
});
