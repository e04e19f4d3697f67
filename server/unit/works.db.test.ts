import { beforeAll, expect, test } from 'vitest';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { readiness } from '#server/listing/find.ts';
import * as listing from '#server/listing/moves.ts';
import { standStill } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction } from '#test/world.ts';
import { addListing, type Place, place } from '#test/worlds/market.ts';
import { one } from './one.ts';
import * as unit from './service.ts';

let house: House;
let at: Place;
let soon: Day;
beforeAll(async () => {
  house = await freshHouse();
  soon = addDays(await standStill(house), 2);
  at = await place(house);
});

const as = <T>(work: (ctx: Parameters<typeof unit.move>[0]) => Promise<T>) => inTransaction(house, at.owner, work);
const start = () => as((ctx) => unit.move(ctx, { id: at.unit, move: 'start_maintenance', reason: 'New tiles', expected_on: soon }));
const end = () => as((ctx) => unit.move(ctx, { id: at.unit, move: 'end_maintenance', reason: '', expected_on: null }));
const rowOf = () => house.database.db.selectFrom('unit').selectAll().where('id', '=', at.unit).executeTakeFirstOrThrow();

test('works do not free a unit somebody lives in: it is never offered, split or deleted, neither meanwhile nor afterwards', async () => {
  const let_since = new Date('2026-01-01T00:00:00Z');
  await house.database.db.updateTable('unit').set({ status: 'occupied', status_since: let_since }).where('id', '=', at.unit).execute();
  const offer = await addListing(house, at, { status: 'draft', published_at: null });
  const taken = async () => {
    expect(await rowOf()).toMatchObject({ status: 'occupied', status_since: let_since });
    expect((await readiness(ctxOf(house, at.owner), { id: offer })).items.find((i) => i.key === 'vacant')?.ok).toBe(false);
    await expect(as((ctx) => listing.move(ctx, { id: offer, move: 'publish', reason: '' }))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(as((ctx) => unit.remove(ctx, { id: at.unit }))).rejects.toThrow('Somebody lives in this unit');
    const { unit_type_id } = await rowOf();
    const parts = ['L', 'R'].map((name) => ({ name, unit_type_id, rent_cents: null, deposit_cents: null, area_m2: null }));
    await expect(as((ctx) => unit.split(ctx, { id: at.unit, parts }))).rejects.toThrow('In use or frozen');
  };
  expect((await one(ctxOf(house, at.owner), { id: at.unit })).moves).toEqual(['start_maintenance']);
  expect(await start()).toMatchObject({ status: unitStatuses.occupied, status_reason: 'New tiles', expected_on: soon, moves: ['end_maintenance'] });
  expect((await rowOf()).works_since).not.toBeNull();
  await taken();
  await expect(start()).rejects.toMatchObject({ failure: 'wrongState' });
  expect(await end()).toMatchObject({ status: unitStatuses.occupied, status_reason: '', expected_on: null, moves: ['start_maintenance'] });
  expect((await rowOf()).works_since).toBeNull();
  await taken();
  await expect(end()).rejects.toMatchObject({ failure: 'wrongState' });
});
