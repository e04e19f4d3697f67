import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { as, asha, at, end, fresh, here, house, leave, livedIn, make, read, start, tenancyTests, told, unitOf, who } from '#test/worlds/tenancies.ts';
import * as jobs from '../clock.ts';
import * as tenancy from '../service.ts';
import { moveOver } from './transfer.ts';

tenancyTests();

const day = addDays(start, 20);
const move = (id: number, unit_id: number, more: object = {}) =>
  as(here.owner, (ctx) => tenancy.transfer(ctx, { id, unit_id, on: day, reason: 'a larger one', after: 'vacant', ...more }));
const stays = async (id: number) =>
  (
    await sql<{ unit_id: number; during: string }>`select unit_id, during::text from stay where tenancy_id = ${id} order by lower(during)`.execute(
      house.database.db,
    )
  ).rows;

describe('moving to another unit on a day to come', () => {
  test('holds the new one from then on and ends the old stay there; the clock carries it out once, however late', async () => {
    const { id, unitId } = await livedIn({ startsOn: addDays(start, -100), endsOn: addDays(start, 300) });
    const to = await fresh();
    const planned = await move(id, to, { rent_cents: 2_700_000 });
    expect(planned).toMatchObject({
      unit: { id: unitId },
      transfer: { unit: { id: to }, on: day, rent_cents: 2_700_000 },
      units: [{ unit: { id: unitId } }],
    });
    expect(planned.acts).toContain('withdraw_transfer');
    expect(planned.acts).not.toContain('leave');
    expect(await stays(id)).toEqual([
      { unit_id: unitId, during: `[${addDays(start, -100)},${day})` },
      { unit_id: to, during: `[${day},)` },
    ]);
    expect([await unitOf(unitId), await unitOf(to)]).toEqual(['occupied', 'ordered']);
    expect(await told('tenancy.transfer_planned', id)).toBe(1);
    expect((await read(id, asha)).transfer).toMatchObject({ on: day });
    await moveOver(house.database.db);
    expect((await read(id)).unit.id).toBe(unitId);
    // A week of downtime, then two nodes at once.
    await at(addDays(day, 7));
    await Promise.all([moveOver(house.database.db), moveOver(house.database.db)]);
    await moveOver(house.database.db);
    const full = await read(id);
    expect(full).toMatchObject({ unit: { id: to }, transfer: null, rent_cents: 2_700_000 });
    expect(full.terms.at(-1)).toMatchObject({ from: day, why: 'transfer' });
    expect([await unitOf(unitId), await unitOf(to)]).toEqual(['vacant', 'occupied']);
    expect(await told('tenancy.transferred', id)).toBe(2);
  });

  test('is refused for a day that has passed, before the unit is free, and of who is leaving', async () => {
    const { id } = await livedIn();
    const to = await fresh();
    await expect(move(id, to, { on: addDays(start, -1) })).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    const other = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await expect(move(id, other.unitId)).rejects.toMatchObject({ extra: { fields: { unit_id: expect.any(String) } } });
    await leave(other.id, addDays(start, 40));
    await expect(move(id, other.unitId)).rejects.toMatchObject({ extra: { fields: { on: expect.stringContaining('11 April 2027') } } });
    await leave(id, addDays(start, 35));
    await expect(move(id, to)).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
  });

  test('is taken back while nobody holds the old unit after them; meanwhile they neither leave nor move elsewhere', async () => {
    const { id, unitId } = await livedIn();
    const to = await fresh();
    await move(id, to);
    await expect(leave(id, addDays(start, 60))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(move(id, await fresh())).rejects.toMatchObject({ failure: 'conflict' });
    const back = () => as(here.owner, (ctx) => tenancy.withdrawTransfer(ctx, { id, reason: '' }));
    expect(await back()).toMatchObject({ transfer: null });
    expect([await unitOf(unitId), await unitOf(to)]).toEqual(['occupied', 'vacant']);
    expect((await stays(id))[0]?.during).toBe(`[${start},)`);
    await expect(back()).rejects.toMatchObject({ failure: 'conflict' });
    await move(id, to);
    await make({ unitId, startsOn: day, people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await expect(back()).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('waits while whoever lives there has not gone: both stay a day longer where they are', async () => {
    const first = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await leave(first.id, addDays(start, 31));
    const { id, unitId } = await livedIn();
    const on = addDays(start, 32);
    await move(id, first.unitId, { on });
    await at(on);
    for (const _ of [1, 2]) {
      await jobs.overstay(house.database.db);
      await moveOver(house.database.db);
    }
    expect(await read(id)).toMatchObject({ unit: { id: unitId }, transfer: { on: addDays(on, 1) } });
    expect(await stays(id)).toEqual([
      { unit_id: unitId, during: `[${start},${addDays(on, 1)})` },
      { unit_id: first.unitId, during: `[${addDays(on, 1)},)` },
    ]);
    await end(first.id);
    expect(await unitOf(first.unitId)).toBe('ordered');
    await at(addDays(on, 1));
    await moveOver(house.database.db);
    expect((await read(id)).unit.id).toBe(first.unitId);
  });

  test('after the end of a term, with a rent: the new rent holds from that day and has no end of its own', async () => {
    const { id, unitId } = await livedIn({ startsOn: addDays(start, -100), endsOn: addDays(start, 3), holdover: 'stop' });
    const to = await fresh();
    await move(id, to, { rent_cents: 2_700_000 });
    await at(day);
    await jobs.finish(house.database.db);
    await moveOver(house.database.db);
    const full = await read(id);
    expect(full).toMatchObject({ unit: { id: to }, transfer: null, rent_cents: 2_700_000 });
    expect(full.terms.slice(-2)).toMatchObject([
      { from: addDays(start, 4), last: addDays(day, -1), rent_cents: 3_000_000, why: 'roll' },
      { from: day, last: null, why: 'transfer' },
    ]);
    expect([await unitOf(unitId), await unitOf(to)]).toEqual(['vacant', 'occupied']);
  });

  test('comes to nothing where the tenancy ends first', async () => {
    const { id } = await livedIn({ startsOn: addDays(start, -100), endsOn: addDays(start, 3), holdover: 'stop' });
    const to = await fresh();
    await move(id, to);
    await at(addDays(start, 5));
    await jobs.finish(house.database.db);
    await end(id, { kind: 'expired' });
    expect(await unitOf(to)).toBe('vacant');
  });

  const other = () => ({ people: [{ ...who(), role: 'lead' as const, shareBp: 10_000 }] });
  test('one after the other on a day: whoever comes into what another leaves moves with them, whichever was first', async () => {
    const [first, second] = [await livedIn(), await livedIn(other())];
    const to = await fresh();
    await move(second.id, to);
    await move(first.id, second.unitId);
    await at(day);
    await moveOver(house.database.db);
    expect([(await read(first.id)).unit.id, (await read(second.id)).unit.id]).toEqual([second.unitId, to]);
    expect(await Promise.all([first.unitId, second.unitId, to].map(unitOf))).toEqual(['vacant', 'occupied', 'occupied']);
    expect(await told('tenancy.delayed', first.id)).toBe(0);
  });

  test('one after the other, and the last is not empty: all wait where they are', async () => {
    const [first, second, last] = [await livedIn(), await livedIn(other()), await livedIn(other())];
    await leave(last.id, addDays(start, 31));
    const on = addDays(start, 32);
    await move(second.id, last.unitId, { on });
    await move(first.id, second.unitId, { on });
    await at(on);
    await jobs.overstay(house.database.db);
    await moveOver(house.database.db);
    expect([await read(first.id), await read(second.id)]).toMatchObject([
      { unit: { id: first.unitId }, transfer: { on: addDays(on, 1) } },
      { unit: { id: second.unitId }, transfer: { on: addDays(on, 1) } },
    ]);
    expect(await told('tenancy.delayed', first.id)).toBe(1);
    await end(last.id);
    await at(addDays(on, 1));
    await moveOver(house.database.db);
    expect([(await read(first.id)).unit.id, (await read(second.id)).unit.id]).toEqual([second.unitId, last.unitId]);
  });
});
