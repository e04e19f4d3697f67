import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { reserveUnit } from '#server/stay/service.ts';
import { findOrCreateTenant } from '#server/tenant/service.ts';
import {
  addSignedLease,
  ashaInput,
  ashaUser,
  countQueuedNotifications,
  createTestTenancy,
  createTestUnit,
  newTenantInput,
  readTenancy,
  readTenantStatus,
  readUnitStatus,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';
import * as jobs from './clock.ts';
import * as tenancy from './service.ts';

setUpTenancyTests();

describe('move-in', () => {
  const waive = (id: number, what: 'agreement' | 'payment' | 'inspection', by = testPlace.owner) =>
    runAs(by, (ctx) => tenancy.waiveGuard(ctx, { id, what, reason: 'agreed at the gate' }));

  test('starts automatically once, on the move-in day, when the requirements are met or waived with a reason', async () => {
    const unit = await createTestUnit();
    const { id } = await createTestTenancy({ unitId: unit, startsOn: addDays(startDay, 3) });
    expect(await readTenantStatus(ashaUser)).toBe('approved');
    const activate = () => runAs(testPlace.owner, (ctx) => tenancy.activate(ctx, { id }));
    await expect(activate()).rejects.toMatchObject({ failure: 'conflict', extra: { missing: ['agreement', 'payment', 'inspection', 'start'] } });
    // A tenant with an account consents by signing the lease, which the landlord cannot waive.
    await expect(waive(id, 'agreement')).rejects.toMatchObject({ failure: 'conflict' });
    for (const what of ['payment', 'inspection'] as const) await waive(id, what);
    await expect(activate()).rejects.toMatchObject({ extra: { missing: ['agreement', 'start'] } });
    await addSignedLease(testServices, id);
    await expect(activate()).rejects.toMatchObject({ extra: { missing: ['start'] } });
    await jobs.startDueTenancies(testServices.database.db);
    expect((await readTenancy(id)).status).toBe(1);
    await setTestDay(addDays(startDay, 10));
    await Promise.all([jobs.startDueTenancies(testServices.database.db), jobs.startDueTenancies(testServices.database.db)]);
    await jobs.startDueTenancies(testServices.database.db);
    expect(await readTenancy(id)).toMatchObject({ status: 2, missing: [], waived: [{ what: 'payment', reason: 'agreed at the gate' }, {}] });
    expect([await readUnitStatus(unit), await readTenantStatus(ashaUser)]).toEqual(['occupied', 'current']);
    await expect(activate()).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: ['end'] } });
  });

  test('can be allowed without a lease by the owner, but not by the agent, who can waive the payment', async () => {
    const people = [{ ...newTenantInput(), role: 'lead' as const, shareBp: 10_000 }];
    const { id } = await createTestTenancy({ unitId: await createTestUnit(), people });
    const agent = await createPerson(testServices, 'agent');
    const mandate = await testServices.database.db
      .insertInto('mandate')
      .values({
        owner_company_id: testPlace.owner.me.companyId ?? 0,
        agent_company_id: agent.me.companyId ?? 0,
        grants: ['property.read', 'units.read', 'tenancies.read', 'tenancies.edit', 'tenancies.create'],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await testServices.database.db.insertInto('mandate_property').values({ mandate_id: mandate.id, property_id: testPlace.property }).execute();
    await waive(id, 'payment', agent);
    await expect(waive(id, 'agreement', agent)).rejects.toMatchObject({ failure: 'forbidden' });
    expect((await waive(id, 'agreement')).waived.map(({ what }) => what).toSorted()).toEqual(['agreement', 'payment']);
    await expect(waive(id, 'payment', await createPerson(testServices, 'owner'))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('is reported once a day while requirements are missing, and expires two weeks after the move-in day', async () => {
    const unit = await createTestUnit();
    const { id } = await createTestTenancy({ unitId: unit });
    const before = await countQueuedNotifications('tenancy.missing', id);
    for (const _ of [1, 2]) await jobs.startDueTenancies(testServices.database.db);
    expect(await countQueuedNotifications('tenancy.missing', id)).toBe(before + 1);
    await setTestDay(addDays(startDay, 14));
    await jobs.startDueTenancies(testServices.database.db);
    expect(await countQueuedNotifications('tenancy.missing', id)).toBe(before + 2);
    await setTestDay(addDays(startDay, 15));
    await jobs.startDueTenancies(testServices.database.db);
    expect(await readTenancy(id)).toMatchObject({ status: 4, termination: { kind: 'withdrawn' } });
    expect([await readUnitStatus(unit), await readTenantStatus(ashaUser)]).toEqual(['vacant', 'prospective']);
  });

  test('can be cancelled by the landlord before the start, and the tenant is notified', async () => {
    const unit = await createTestUnit();
    const { id } = await createTestTenancy({ unitId: unit });
    await expect(runAs(await createPerson(testServices, 'owner'), (ctx) => tenancy.withdraw(ctx, { id, reason: 'not mine' }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    expect(await runAs(testPlace.owner, (ctx) => tenancy.withdraw(ctx, { id, reason: 'the home burned' }))).toMatchObject({
      status: 4,
      termination: { kind: 'withdrawn', reason: 'the home burned' },
    });
    expect([await readUnitStatus(unit), await readTenantStatus(ashaUser)]).toEqual(['vacant', 'prospective']);
    const told = (await listSentNotifications(testServices, 'tenancy.terminated')).filter(({ to }) => to.personId === ashaUser.id);
    expect(told).toHaveLength(1);
  });

  test('can be cancelled by the tenant before the start, and only once', async () => {
    const unit = await createTestUnit();
    const { id } = await createTestTenancy({ unitId: unit });
    await expect(runAs(await createPerson(testServices, 'tenant'), (ctx) => tenancy.withdraw(ctx, { id, reason: 'not mine' }))).rejects.toMatchObject(
      {
        failure: 'notFound',
      },
    );
    await runAs(ashaUser, (ctx) => tenancy.withdraw(ctx, { id, reason: 'found another' }));
    expect(await readUnitStatus(unit)).toBe('vacant');
    await expect(runAs(testPlace.owner, (ctx) => tenancy.withdraw(ctx, { id, reason: 'again' }))).rejects.toMatchObject({ failure: 'wrongState' });
  });
});

describe('tenancy from a booking', () => {
  const bill = {
    listing_type: 0,
    price_cents: 3_000_000,
    price_period: 2,
    deposit_cents: 6_000_000,
    service_charge_cents: 200_000,
    other_charges: [{ label: 'Garbage', cents: 30_000, often: 'monthly' }],
    promotion: { months: 2, cents: 2_500_000 },
    due: [
      { kind: 'price', cents: 2_500_000 },
      { kind: 'deposit', cents: 6_000_000 },
      { kind: 'service_charge', cents: 200_000 },
      { kind: 'other', cents: 30_000 },
    ],
  };
  const booked = async (unit: number) => {
    const tenant = await runAs(testPlace.owner, (ctx) => findOrCreateTenant(ctx, testPlace.owner.me.companyId ?? 0, ashaInput().somebody));
    const { rows } = await sql<{
      id: number;
    }>`insert into booking (company_id, property_id, unit_id, tenant_id, person_id, starts_on, term_months, bill, status)
      values (${testPlace.owner.me.companyId}, ${testPlace.property}, ${unit}, ${tenant}, ${ashaUser.id}, ${startDay}, 12, ${JSON.stringify(bill)}, 'confirmed') returning id`.execute(
      testServices.database.db,
    );
    const id = rows[0]?.id ?? 0;
    await runAs(testPlace.owner, (ctx) => reserveUnit(ctx, { unitId: unit, from: startDay, to: null, bookingId: id }, 'a test'));
    return id;
  };

  test('notifies manager and tenant of their next steps after payment', async () => {
    const bookingId = await booked(await createTestUnit());
    await runAs(ashaUser, (ctx) => publishEvent(ctx, 'booking.paid', { bookingId }));
    const { id } = await testServices.database.db.selectFrom('tenancy').select('id').where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
    const of = async (event: 'tenancy.ready' | 'tenancy.starting') =>
      (await listSentNotifications(testServices, event)).filter((one) => one.key.startsWith(`${event}:${id}:`));
    expect(await of('tenancy.ready')).toMatchObject([
      { to: { personId: testPlace.owner.id }, params: { name: 'Asha' }, page: expect.stringContaining(`/tenancies/${id}`) },
    ]);
    expect((await of('tenancy.starting')).map((one) => one.to)).toEqual([{ personId: ashaUser.id }]);
  });

  test('is created once after payment with the agreed terms, and cancelled with the booking', async () => {
    const unit = await createTestUnit();
    const bookingId = await booked(unit);
    for (const _ of [1, 2]) await runAs(testPlace.owner, (ctx) => publishEvent(ctx, 'booking.paid', { bookingId }));
    const { rows } = await sql<{ id: number }>`select id from tenancy where booking_id = ${bookingId}`.execute(testServices.database.db);
    expect(rows).toHaveLength(1);
    const id = rows[0]?.id ?? 0;
    const full = await readTenancy(id);
    expect(full).toMatchObject({
      status: 1,
      ends_on: '2028-02-29',
      rent_cents: 3_000_000,
      deposit_cents: 6_000_000,
      missing: ['agreement', 'inspection'],
    });
    expect(full.schedule.filter((line) => line.due === startDay).map((line) => line.cents)).toEqual([3_000_000, 200_000, 30_000, -500_000]);
    expect(full.acts).not.toContain('withdraw');
    // The amount paid for the booking is not billed again, and both sides read the same schedule.
    const paid = { cents: 8_730_000, how: 'mpesa', on: startDay, note: '', file_id: 0, by: null };
    await sql`update booking set paid = ${JSON.stringify(paid)} where id = ${bookingId}`.execute(testServices.database.db);
    for (const by of [testPlace.owner, ashaUser]) {
      const { paid_before, schedule } = await readTenancy(id, by);
      expect(paid_before).toEqual({ cents: 8_730_000, on: startDay, deposit_cents: 6_000_000 });
      expect(schedule.filter((line) => line.due === startDay).every((line) => line.paid_cents === line.cents)).toBe(true);
      expect(schedule.filter((line) => line.due !== startDay).some((line) => line.paid_cents !== 0)).toBe(false);
    }
    // With a move-out day inside a month, tenant and manager read the amount to be refunded.
    const leaves = (on: string | null) => sql`update tenancy set leaving_on = ${on} where id = ${id}`.execute(testServices.database.db);
    expect((await readTenancy(id)).comes_back).toBeNull();
    await leaves('2027-03-15');
    for (const by of [testPlace.owner, ashaUser])
      expect((await readTenancy(id, by)).comes_back).toEqual({ paid_ahead_cents: 1_409_032, deposit_cents: 6_000_000 });
    await leaves(null);
    await expect(runAs(ashaUser, (ctx) => tenancy.withdraw(ctx, { id, reason: 'changed my mind' }))).rejects.toMatchObject({ failure: 'conflict' });
    await setTestDay(addDays(startDay, 40));
    await jobs.startDueTenancies(testServices.database.db);
    expect((await readTenancy(id)).status).toBe(1);
    await sql`update booking set status = 'canceled' where id = ${bookingId}`.execute(testServices.database.db);
    await runAs(testPlace.owner, (ctx) => publishEvent(ctx, 'booking.released', { bookingId, unitId: unit, why: 'canceled' }));
    expect((await readTenancy(id)).status).toBe(4);
    expect(await readUnitStatus(unit)).toBe('vacant');
  });
});
