import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, inTransaction } from '#test/world.ts';
import { addListing, type Place, place } from '#test/worlds/market.ts';
import { askAndPause, countViews, unitMoved } from './clock.ts';
import { confirmationKey, readConfirmationKey } from './confirmation.ts';
import { listingService } from './service.ts';

let house: House;
let service: ReturnType<typeof listingService>;
const draftAt = (at: Pick<Place, 'property' | 'unit'>, facts: object = {}) =>
  addListing(house, at, { status: 'draft', published_at: null, ...facts });
const row = (id: number) => house.database.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setUnit = (id: number, status: 'vacant' | 'occupied' | 'maintenance' | 'ordered') =>
  house.database.db.updateTable('unit').set({ status }).where('id', '=', id).execute();

beforeAll(async () => {
  house = await freshHouse();
  service = listingService(house);
});

describe('what the unit and time bring about', () => {
  test('a unit that leaves the market takes its offer along and brings it back; a company’s own pause stays; let closes', async () => {
    const at = await place(house);
    const id = await addListing(house, at);
    const sale = await addListing(house, at, { listing_type: 2, price_period: 3, status: 'paused', paused_by: 'company' });
    const { db } = house.database;
    await setUnit(at.unit, 'maintenance');
    for (let twice = 0; twice < 2; twice++) await unitMoved(db, at.unit);
    expect(await row(id)).toMatchObject({ status: 'paused', paused_by: 'unit', status_reason: 'unit_maintenance' });
    await setUnit(at.unit, 'vacant');
    await unitMoved(db, at.unit);
    expect([(await row(id)).status, (await row(sale)).status]).toEqual(['live', 'paused']);
    await setUnit(at.unit, 'ordered');
    await unitMoved(db, at.unit);
    await setUnit(at.unit, 'occupied');
    await unitMoved(db, at.unit);
    expect(await row(id)).toMatchObject({ status: 'closed', closed_as: 'let' });
    expect(await row(sale)).toMatchObject({ status: 'paused', paused_by: 'company' });
  });

  test('after 30 days the contact is asked, after 37 it is paused; one tap on the signed link brings it back', async () => {
    const at = await place(house);
    const id = await addListing(house, at, { contact_id: at.owner.id });
    const age = (days: number, asked: number | null) =>
      sql`update listing set last_confirmed_at = now() - make_interval(days => ${days}), asked_at = case when ${asked}::int is null then null else now() - make_interval(days => ${asked}::int) end where id = ${id}`.execute(
        house.database.db,
      );
    const asked = async () => (await told(house, 'listing.still')).filter(({ to }) => to.personId === at.owner.id);
    await age(29, null);
    await askAndPause(house, house.database.db);
    expect(await asked()).toHaveLength(0);
    await age(38, null);
    for (let twice = 0; twice < 2; twice++) await askAndPause(house, house.database.db);
    expect(await asked()).toHaveLength(1);
    // Nobody is paused who has not had a week to answer.
    expect((await row(id)).status).toBe('live');
    await age(38, 8);
    await askAndPause(house, house.database.db);
    expect(await row(id)).toMatchObject({ status: 'paused', paused_by: 'stale' });
    const key = (await asked())[0]?.page?.split('/').at(-1) ?? '';
    expect(await inTransaction(house, null, (ctx) => service.still(ctx, { key }))).toMatchObject({ status: 'live' });
    const forged = confirmationKey('another secret', id, new Date());
    await expect(inTransaction(house, null, (ctx) => service.still(ctx, { key: forged }))).rejects.toMatchObject({ failure: 'notFound' });
    expect(readConfirmationKey('s', confirmationKey('s', 7, new Date(Date.now() - 46 * 86_400_000)))).toBeNull();
  });

  test('a view counts once in half an hour, only of what is shown, and is added up by the clock', async () => {
    const at = await place(house);
    const id = await addListing(house, at);
    const hidden = await draftAt(at);
    const look = (listing: number, ip: string, agent = 'Chrome') =>
      inTransaction(house, null, (ctx) => service.seen({ ...ctx, from: { ...ctx.from, ip, agent } }, { id: listing }));
    expect((await look(id, '1.1.1.1')).counted).toBe(true);
    expect((await look(id, '1.1.1.1')).counted).toBe(false);
    expect((await look(id, '2.2.2.2')).counted).toBe(true);
    expect((await look(id, '3.3.3.3', 'Googlebot/2.1')).counted).toBe(false);
    expect((await look(hidden, '1.1.1.1')).counted).toBe(false);
    await countViews(house.database.db);
    await countViews(house.database.db);
    expect((await row(id)).views).toBe(2);
    expect((await service.numbers(ctxOf(house, at.owner), { id })).days.at(-1)).toMatchObject({ views: 2 });
    expect((await sql`select 1 from throttle where key like '%1.1.1.1%'`.execute(house.database.db)).rows).toHaveLength(0);
  });
});
