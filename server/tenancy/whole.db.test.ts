import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { letAhead } from '#server/listing/clock.ts';
import * as unit from '#server/unit/service.ts';
import { told } from '#test/jobs.ts';
import { ctxOf } from '#test/world.ts';
import { addListing, addPictures, addProperty, addUnit } from '#test/worlds/market.ts';
import { as, at, end, here, house, leave, livedInWhole, make, noticed, opening, start, tenancyTests, unitOf, who } from '#test/worlds/tenancies.ts';
import * as jobs from './clock.ts';
import * as tenancy from './service.ts';

tenancyTests();

const listed = async (property: number) =>
  (await unit.list(ctxOf(house, here.owner), { page: 1, page_size: 10, sort: 'name', z_filter: { property } })).results;

describe('a whole property that is lived in', () => {
  test('each of its units says whose it is, in the list and on its own page; one that was added later is nobody’s', async () => {
    const { id, property, units } = await livedInWhole();

    const later = await addUnit(house, property);
    const rows = await listed(property);
    for (const one of units) expect(rows.find((row) => row.id === one)?.lives).toMatchObject({ tenancy: { id } });
    expect(rows.find((row) => row.id === later)?.lives).toBeNull();
    for (const unit_id of units)
      expect((await tenancy.ofUnit(ctxOf(house, here.owner), { unit_id })).results).toMatchObject([{ tenancy: { id, status: 2 } }]);
  });

  test('is left as one: every unit may be let from the same day, and all are free when they have gone', async () => {
    const { id, units } = await livedInWhole(2);
    const last = addDays(start, 40);
    await leave(id, last);
    const from = () => house.database.db.selectFrom('unit').select('let_from').where('id', 'in', units).execute();
    expect(await from()).toEqual([{ let_from: addDays(last, 1) }, { let_from: addDays(last, 1) }]);
    await leave(id, start, noticed(start));
    await end(id);
    expect(await Promise.all(units.map(unitOf))).toEqual(['vacant', 'vacant']);
  });

  test('is found by each of its units', async () => {
    const { id, units } = await livedInWhole(2);
    for (const unit_id of units)
      expect(
        (await tenancy.all(ctxOf(house, here.owner), { page: 1, page_size: 10, sort: '-created_at', tabs: false, z_filter: { unit_id } })).results,
      ).toMatchObject([{ id }]);
  });

  test('whoever comes next into one of its units hears of that unit', async () => {
    const { id, units } = await livedInWhole(2);
    await leave(id, addDays(start, 30));
    const second = units[1] ?? 0;
    const next = await make({ unitId: second, startsOn: addDays(start, 31), people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await at(addDays(start, 31));
    await jobs.overstay(house.database.db);
    const { name } = await house.database.db.selectFrom('unit').select('name').where('id', '=', second).executeTakeFirstOrThrow();
    const [letter] = (await told(house, 'tenancy.delayed')).filter(({ key }) => key.startsWith(`tenancy.delayed:${next.id}:`));
    expect(letter?.params.home).toMatch(new RegExp(`^${name}, `));
  });

  test('offered as a whole ahead, the offer waits as soon as one of its units cannot be let, and comes back with it', async () => {
    const property = await addProperty(house, here.owner.me.companyId ?? 0);
    await addPictures(house, property);
    const [first, second] = [await addUnit(house, property), await addUnit(house, property)];
    const { id } = await make({ unitId: first, opening: opening() });
    await leave(id, addDays(start, 40));
    const offer = await addListing(house, { property, unit: null });
    const listing = () => house.database.db.selectFrom('listing').select(['status', 'paused_by']).where('id', '=', offer).executeTakeFirstOrThrow();
    await letAhead(house.database.db, first);
    expect(await listing()).toMatchObject({ status: 'live' });
    await as(here.owner, (ctx) => tenancy.stayOn(ctx, { id, reason: 'they stay after all' }));
    await letAhead(house.database.db, first);
    expect(await listing()).toEqual({ status: 'paused', paused_by: 'unit' });
    await leave(id, addDays(start, 50));
    await letAhead(house.database.db, first);
    expect([await listing(), await unitOf(second)]).toEqual([{ status: 'live', paused_by: null }, 'vacant']);
  });
});
