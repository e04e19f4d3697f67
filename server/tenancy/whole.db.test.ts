import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import * as unit from '#server/unit/service.ts';
import { addUnit } from '#test/market.ts';
import { end, here, house, leave, livedInWhole, start, tenancyTests, unitOf } from '#test/tenancies.ts';
import { ctxOf } from '#test/world.ts';
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
    await leave(id, start, { agreed: true });
    await end(id);
    expect(await Promise.all(units.map(unitOf))).toEqual(['vacant', 'vacant']);
  });
});
