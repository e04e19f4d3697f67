import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '#contract/time/days.ts';
import { tenantRoom } from '#server/tenant/room.ts';
import { relate } from '#server/tenant/service.ts';
import { standStill } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, somebody } from '#test/world.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import * as stay from './service.ts';

let house: House;
let here: Place;
let today: Day;
const statusOf = async (id: number) =>
  (await house.database.db.selectFrom('unit').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const hold = (unitId: number, from = today, to: string | null = null) =>
  inTransaction(house, here.owner, (ctx) => stay.hold(ctx, { unitId, from, to }, 'a test'));

beforeAll(async () => {
  house = await freshHouse();
  today = await standStill(house);
  here = await place(house);
});

describe('a promise of a unit', () => {
  test('reserves it; twenty at once make one', async () => {
    const unit = await addUnit(house, here.property);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => hold(unit)));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ failure: 'conflict', extra: { free_from: null } });
    expect(await statusOf(unit)).toBe('ordered');
  });

  test('for other days stands beside it, and says from when the unit is free', async () => {
    const unit = await addUnit(house, here.property);
    const end = addDays(today, 30);
    await hold(unit, today, end);
    await expect(hold(unit, addDays(today, 29))).rejects.toMatchObject({ failure: 'conflict', extra: { free_from: end } });
    await hold(unit, end);
    expect(await stay.freeFrom({ db: house.database.db as never }, unit)).toBeNull();
  });

  test('that goes makes it vacant again, unless somebody else holds it; a frozen one when it thaws', async () => {
    const unit = await addUnit(house, here.property);
    const { db } = house.database;
    const tenancy = async () =>
      (
        await sql<{ id: number }>`insert into tenancy (company_id, property_id, unit_id, listing_type, starts_on, ends_on)
          values (${here.owner.me.companyId}, ${here.property}, ${unit}, 0, ${today}, ${addDays(today, 365)}) returning id`.execute(db)
      ).rows[0]?.id ?? 0;
    const [first, second] = [await tenancy(), await tenancy()];
    const as = <T>(work: (ctx: Parameters<typeof stay.release>[0]) => Promise<T>) => inTransaction(house, here.owner, work);
    await as((ctx) => stay.hold(ctx, { unitId: unit, from: today, to: addDays(today, 10), tenancyId: first }, 'a test'));
    await as((ctx) => stay.hold(ctx, { unitId: unit, from: addDays(today, 10), to: null, tenancyId: second }, 'a test'));
    await expect(as((ctx) => stay.endOn(ctx, { tenancyId: first }, null))).rejects.toMatchObject({ failure: 'conflict' });
    await as((ctx) => stay.release(ctx, { tenancyId: first }, 'a test'));
    expect(await statusOf(unit)).toBe('ordered');
    await db.updateTable('unit').set({ status: 'stall', status_before: 'ordered' }).where('id', '=', unit).execute();
    await as((ctx) => stay.release(ctx, { tenancyId: second }, 'a test'));
    const row = await db.selectFrom('unit').select(['status', 'status_before']).where('id', '=', unit).executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'stall', status_before: 'vacant' });
  });

  test('is not made of a unit that is out of the market', async () => {
    const unit = await addUnit(house, here.property, { status: 'maintenance' });
    await expect(hold(unit)).rejects.toMatchObject({ failure: 'wrongState', extra: { from: 'maintenance' } });
  });
});

describe('a company and somebody', () => {
  test('have one relation, by account or by number, however many ask at once', async () => {
    const who = await somebody(house, 'tenant');
    const phone = '+254711000111';
    await house.database.db.updateTable('person').set({ phone, phone_proved_at: new Date() }).where('id', '=', who.id).execute();
    const company = here.owner.me.companyId ?? 0;
    const ask = (personId: number | null) =>
      inTransaction(house, here.owner, (ctx) => relate(ctx, company, { personId, name: 'Asha', phone, email: null }));
    const first = await ask(null);
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => ask(who.id))))).toEqual(new Set([first]));
    const row = await house.database.db.selectFrom('tenant').select(['person_id', 'status']).where('id', '=', first).executeTakeFirstOrThrow();
    expect(row).toEqual({ person_id: who.id, status: 'prospective' });
    await sql`insert into booking (company_id, property_id, unit_id, tenant_id, person_id, starts_on, term_months, bill, status)
      values (${company}, ${here.property}, ${here.unit}, ${first}, ${who.id}, ${today}, 12, '{}', 'declined')`.execute(house.database.db);
    await inTransaction(house, here.owner, (ctx) => tenantRoom.follows?.['tenant.facts']?.(ctx, { tenantId: first }) ?? Promise.resolve());
    expect((await house.database.db.selectFrom('tenant').select('status').where('id', '=', first).executeTakeFirstOrThrow()).status).toBe('rejected');
  });
});
