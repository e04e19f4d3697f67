import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { letAhead, unitMoved } from '#server/listing/clock.ts';
import { readinessOf } from '#server/listing/ready.ts';
import * as unit from '#server/unit/service.ts';
import { ctxOf } from '#test/world.ts';
import { addListing } from '#test/worlds/market.ts';
import { as, at, end, fresh, here, house, leave, livedIn, make, noticed, opening, start, tenancyTests, unitOf, who } from '#test/worlds/tenancies.ts';
import * as jobs from '../clock.ts';
import * as tenancy from '../service.ts';

tenancyTests();
const db = () => house.database.db;
const letFrom = async (id: number) => (await db().selectFrom('unit').select('let_from').where('id', '=', id).executeTakeFirstOrThrow()).let_from;
const shown = async (id: number) => (await sql`select 1 from public_listing where id = ${id}`.execute(db())).rows.length === 1;
const listing = async (id: number) => db().selectFrom('listing').select(['status', 'paused_by']).where('id', '=', id).executeTakeFirstOrThrow();
const vacant = async (id: number) => (await readinessOf(db(), id)).items.find((one) => one.key === 'vacant')?.ok;
const last = addDays(start, 40);
const next = () => ({ people: [{ ...who(), role: 'lead' as const, shareBp: 10_000 }] });

describe('letting ahead', () => {
  test('begins with the day somebody leaves on, and a listing says no earlier day', async () => {
    const { id, unitId } = await livedIn();
    const offer = await addListing(house, { property: here.property, unit: unitId }, { status: 'draft', available_from: start });
    expect([await letFrom(unitId), await vacant(offer)]).toEqual([null, false]);
    await leave(id, last);
    expect([await letFrom(unitId), await vacant(offer), await unitOf(unitId)]).toEqual([addDays(last, 1), true, 'occupied']);
    await db().updateTable('listing').set({ status: 'live' }).where('id', '=', offer).execute();
    expect(await shown(offer)).toBe(true);
    const card = await db().selectFrom('listing_card').select('available_from').where('id', '=', offer).executeTakeFirstOrThrow();
    expect(card.available_from).toBe(addDays(last, 1));
    // A late message about moving in closes nothing.
    await unitMoved(db(), unitId);
    expect(await listing(offer)).toMatchObject({ status: 'live' });
  });

  test('stops when leaving is taken back, and comes again with another day', async () => {
    const { id, unitId } = await livedIn();
    await leave(id, last);
    const offer = await addListing(house, { property: here.property, unit: unitId });
    await as(here.owner, (ctx) => tenancy.stayOn(ctx, { id, reason: 'they stay after all' }));
    expect([await letFrom(unitId), await shown(offer)]).toEqual([null, false]);
    for (const _ of [1, 2]) await letAhead(db(), unitId);
    expect(await listing(offer)).toEqual({ status: 'paused', paused_by: 'unit' });
    await leave(id, addDays(last, 5));
    for (const _ of [1, 2]) await letAhead(db(), unitId);
    expect(await listing(offer)).toEqual({ status: 'live', paused_by: null });
  });

  test('ends with the next hold, which pauses the listing; the next one moves in after them, and it is closed', async () => {
    const { id, unitId } = await livedIn();
    await leave(id, last);
    const offer = await addListing(house, { property: here.property, unit: unitId });
    await expect(make({ unitId, startsOn: last, ...next() })).rejects.toMatchObject({ extra: { fields: { starts_on: expect.any(String) } } });
    const after = await make({ unitId, startsOn: addDays(last, 1), ...next() });
    expect([await letFrom(unitId), await unitOf(unitId), await shown(offer)]).toEqual([null, 'occupied', false]);
    await letAhead(db(), unitId);
    expect(await listing(offer)).toEqual({ status: 'paused', paused_by: 'unit' });
    await at(last);
    await end(id);
    await unitMoved(db(), unitId);
    expect([await unitOf(unitId), (await listing(offer)).status]).toEqual(['ordered', 'paused']);
    await at(addDays(last, 1));
    for (const what of ['agreement', 'payment', 'inspection'] as const)
      await as(here.owner, (ctx) => tenancy.waive(ctx, { id: after.id, what, reason: 'on paper' }));
    await jobs.start(db());
    await unitMoved(db(), unitId);
    expect([await unitOf(unitId), (await listing(offer)).status]).toEqual(['occupied', 'closed']);
  });

  test('moves on with those who do not go, and is over when they have gone', async () => {
    const { id, unitId } = await livedIn();
    await leave(id, last);
    await at(addDays(last, 3));
    await jobs.overstay(db());
    expect(await letFrom(unitId)).toBe(addDays(last, 4));
    await end(id);
    expect([await letFrom(unitId), await unitOf(unitId)]).toEqual([null, 'vacant']);
  });
});

describe('what a unit says of who lives there', () => {
  test('the list names the tenant and their tenancy; its page names all who were there', async () => {
    const { id, unitId } = await livedIn({ startsOn: addDays(start, -200), endsOn: addDays(start, 100), ...next() });
    const listed = await unit.list(ctxOf(house, here.owner), { page: 1, page_size: 10, sort: 'name', z_filter: { property: here.property } });
    expect(listed.results.find((one) => one.id === unitId)?.lives).toMatchObject({ tenancy: { id }, name: expect.stringContaining('Tenant') });
    await leave(id, start, noticed(start));
    await end(id);
    await livedIn(next());
    await make({ unitId, startsOn: addDays(start, 10), ...next() });
    const stays = await tenancy.ofUnit(ctxOf(house, here.owner), { unit_id: unitId });
    expect(stays.results.map((one) => [one.from, one.last, one.released, one.tenancy?.status])).toEqual([
      [addDays(start, 10), null, false, 1],
      [addDays(start, -200), start, true, 4],
    ]);
    expect(stays.may_make).toBe(false);
    expect((await tenancy.ofUnit(ctxOf(house, here.owner), { unit_id: await fresh() })).may_make).toBe(true);
  });

  test('what does not fit: nobody’s tenancy, a start day, a term and a leaving day that passed', async () => {
    const counted = async () =>
      (await unit.mismatches(ctxOf(house, here.owner), { z_filter: { property: here.property } })).counts as Record<string, number>;
    await fresh({ status: 'occupied', occupied_said: true });
    await make({ unitId: await fresh(), ...next() });
    await livedIn({ endsOn: addDays(start, 10), holdover: 'stop', ...next() });
    const { id } = await livedIn({ opening: opening(), ...next() });
    await leave(id, addDays(start, 30));
    expect(await counted()).toMatchObject({ no_tenancy: 1, start_passed: 0, term_over: 0, not_gone: 0 });
    await at(addDays(start, 31));
    await jobs.finish(db());
    expect(await counted()).toMatchObject({ no_tenancy: 1, start_passed: 1, term_over: 1, not_gone: 1 });
  });
});
