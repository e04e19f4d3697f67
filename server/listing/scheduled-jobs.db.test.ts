import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createTestCtx, runAsPerson } from '#test/people.ts';
import { makeConfirmationKey, verifyConfirmationKey } from './confirmation.ts';
import { aggregateListingViews, onUnitStatusChange, requestListingConfirmations } from './scheduled-jobs.ts';
import { listingService } from './service.ts';

let services: TestServices;
let service: ReturnType<typeof listingService>;
const draftAt = (at: Pick<OwnerWithUnit, 'property' | 'unit'>, facts: object = {}) =>
  addListing(services, at, { status: 'draft', published_at: null, ...facts });
const row = (id: number) => services.database.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setUnit = (id: number, status: 'vacant' | 'occupied' | 'maintenance' | 'ordered') =>
  services.database.db.updateTable('unit').set({ status }).where('id', '=', id).execute();

beforeAll(async () => {
  services = await createTestServices();
  service = listingService(services);
});

describe('automatic listing changes', () => {
  test('maintenance of a unit pauses and later resumes its listings, a new tenancy closes them, and a pause by the company is not changed', async () => {
    const at = await createOwnerWithUnit(services);
    const id = await addListing(services, at);
    const sale = await addListing(services, at, { listing_type: 2, price_period: 3, status: 'paused', paused_by: 'company' });
    const { db } = services.database;
    await setUnit(at.unit, 'maintenance');
    for (let twice = 0; twice < 2; twice++) await onUnitStatusChange(db, at.unit);
    expect(await row(id)).toMatchObject({ status: 'paused', paused_by: 'unit', status_reason: 'unit_maintenance' });
    await setUnit(at.unit, 'vacant');
    await onUnitStatusChange(db, at.unit);
    expect([(await row(id)).status, (await row(sale)).status]).toEqual(['live', 'paused']);
    await setUnit(at.unit, 'ordered');
    await onUnitStatusChange(db, at.unit);
    await setUnit(at.unit, 'occupied');
    await onUnitStatusChange(db, at.unit);
    expect(await row(id)).toMatchObject({ status: 'closed', closed_as: 'let' });
    expect(await row(sale)).toMatchObject({ status: 'paused', paused_by: 'company' });
  });

  test('the contact of an old listing is asked to confirm; the listing is paused after a week, and the signed link resumes the listing', async () => {
    const at = await createOwnerWithUnit(services);
    const id = await addListing(services, at, { contact_id: at.owner.id });
    const age = (days: number, asked: number | null) =>
      sql`update listing set last_confirmed_at = now() - make_interval(days => ${days}), asked_at = case when ${asked}::int is null then null else now() - make_interval(days => ${asked}::int) end where id = ${id}`.execute(
        services.database.db,
      );
    const asked = async () => (await listSentNotifications(services, 'listing.still')).filter(({ to }) => to.personId === at.owner.id);
    await age(29, null);
    await requestListingConfirmations(services, services.database.db);
    expect(await asked()).toHaveLength(0);
    await age(38, null);
    for (let twice = 0; twice < 2; twice++) await requestListingConfirmations(services, services.database.db);
    expect(await asked()).toHaveLength(1);
    // A listing is paused only after the contact had a week to answer.
    expect((await row(id)).status).toBe('live');
    await age(38, 8);
    await requestListingConfirmations(services, services.database.db);
    expect(await row(id)).toMatchObject({ status: 'paused', paused_by: 'stale' });
    const key = (await asked())[0]?.page?.split('/').at(-1) ?? '';
    expect(await runAsPerson(services, null, (ctx) => service.confirmByKey(ctx, { key }))).toMatchObject({ status: 'live' });
    const forged = makeConfirmationKey('another secret', id, new Date());
    await expect(runAsPerson(services, null, (ctx) => service.confirmByKey(ctx, { key: forged }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    expect(verifyConfirmationKey('s', makeConfirmationKey('s', 7, new Date(Date.now() - 46 * 86_400_000)))).toBeNull();
  });

  test('views of visible listings count once per visitor in half an hour, and a job adds the views to the totals', async () => {
    const at = await createOwnerWithUnit(services);
    const id = await addListing(services, at);
    const hidden = await draftAt(at);
    const look = (listing: number, ip: string, agent = 'Chrome') =>
      runAsPerson(services, null, (ctx) => service.recordView({ ...ctx, from: { ...ctx.from, ip, agent } }, { id: listing }));
    expect((await look(id, '1.1.1.1')).counted).toBe(true);
    expect((await look(id, '1.1.1.1')).counted).toBe(false);
    expect((await look(id, '2.2.2.2')).counted).toBe(true);
    expect((await look(id, '3.3.3.3', 'Googlebot/2.1')).counted).toBe(false);
    expect((await look(hidden, '1.1.1.1')).counted).toBe(false);
    await aggregateListingViews(services.database.db);
    await aggregateListingViews(services.database.db);
    expect((await row(id)).views).toBe(2);
    expect((await service.performance(createTestCtx(services, at.owner), { id })).days.at(-1)).toMatchObject({ views: 2 });
    expect((await sql`select 1 from throttle where key like '%1.1.1.1%'`.execute(services.database.db)).rows).toHaveLength(0);
  });
});
