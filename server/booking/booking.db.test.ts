import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { addBooking } from '#test/fixtures/bookings.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import { expireDueBookings, remindDueBookings } from './clock.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture();
});
afterEach(() => setClock(fixture.services, null));

describe('booking: application', () => {
  test('creates a booking with the amounts due and a 72-hour decision deadline, and notifies both sides', async () => {
    const { listing, unit } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    const row = await fixture.rowOf(id);
    expect(row).toMatchObject({ status: 'await_screening', stage: 'screening', unit_id: unit, person_id: person.id, company_id: fixture.company });
    expect(row.bill).toMatchObject({ due_cents: 9_000_000, month_rent_cents: 4_500_000, due: [{ kind: 'price' }, { kind: 'deposit' }] });
    const hours = ((row.decide_by?.getTime() ?? 0) - row.created_at.getTime()) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(72);
    expect(hours).toBeLessThan(96);
    await fixture.services.database.db
      .updateTable('listing')
      .set({ price_cents: toCents(9_900_000) })
      .where('id', '=', listing)
      .execute();
    expect((await fixture.rowOf(id)).bill).toMatchObject({ due_cents: 9_000_000 });
    expect([await fixture.toldTo(person, 'booking.created'), await fixture.toldTo(fixture.here.owner, 'booking.received')]).toEqual([1, 1]);
    const tenant = await fixture.services.database.db
      .selectFrom('tenant')
      .select('status')
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(tenant.status).toBe('prospective');
  });

  test('rejects a second application for the same home, and a start date before the home is available', async () => {
    const { listing } = await fixture.home({ available_from: fixture.soon(20) });
    await expect(fixture.applies(listing)).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { starts_on: expect.any(String) } } });
    // A unit cannot be kept empty for a year: the start is at most 90 days after the unit becomes available.
    await expect(fixture.applies(listing, { starts_on: fixture.soon(111) })).rejects.toMatchObject({
      extra: { fields: { starts_on: expect.any(String) } },
    });
    await fixture.applies(listing, { starts_on: fixture.soon(110) });
    const { person } = await fixture.applies(listing, { starts_on: fixture.soon(20) });
    await expect(fixture.applies(listing, { starts_on: fixture.soon(21) }, person)).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('is rejected for a reserved home with up to three alternatives and a waiting list, and for a hidden home', async () => {
    const { listing, unit } = await fixture.home();
    await fixture.home();
    const first = await fixture.applies(listing);
    await fixture.approve(first.id);
    const problem = await fixture.applies(listing).catch((one) => one);
    expect(problem).toMatchObject({ failure: 'gone', extra: { may_wait: true } });
    expect(problem.extra.alternatives.length).toBeGreaterThan(0);
    expect(problem.extra.alternatives.length).toBeLessThanOrEqual(3);
    const waiting = await fixture.applies(listing, { waitlist: true });
    expect(await fixture.rowOf(waiting.id)).toMatchObject({ stage: 'waitlist', decide_by: null });
    await fixture.services.database.db.updateTable('unit').set({ status: 'maintenance' }).where('id', '=', unit).execute();
    await expect(fixture.applies(listing, { waitlist: true })).rejects.toMatchObject({ failure: 'gone', extra: { may_wait: false } });
    const hidden = await fixture.home({ status: 'paused' });
    await expect(fixture.applies(hidden.listing, { waitlist: true })).rejects.toMatchObject({ failure: 'gone' });
    const count = await fixture.services.database.db.selectFrom('booking').select('id').where('listing_id', '=', hidden.listing).execute();
    expect(count).toEqual([]);
  });
});

describe('booking: decision', () => {
  test('approval requires the screening checks, reserves the unit, pauses the listing and makes the other applicants backups', async () => {
    const { listing, unit } = await fixture.home();
    const [one, two] = [await fixture.applies(listing), await fixture.applies(listing)];
    await expect(fixture.as(fixture.here.owner, (ctx) => fixture.service.approve(ctx, { id: one.id, note: '' }))).rejects.toMatchObject({
      failure: 'wrongState',
      extra: { lacking: ['identity', 'income'] },
    });
    expect(await fixture.unitOf(unit)).toBe('vacant');
    await expect(
      fixture.as(fixture.here.owner, (ctx) => fixture.service.recordCheck(ctx, { id: one.id, what: 'identity', outcome: 'waived', note: '' })),
    ).rejects.toMatchObject({
      failure: 'invalid',
    });
    const full = await fixture.approve(one.id);
    expect(full).toMatchObject({ status: 2, screened: { score: 55 } });
    expect(await fixture.unitOf(unit)).toBe('ordered');
    const offer = await fixture.services.database.db
      .selectFrom('listing')
      .select(['status', 'paused_by'])
      .where('id', '=', listing)
      .executeTakeFirstOrThrow();
    expect(offer).toEqual({ status: 'paused', paused_by: 'unit' });
    expect(await fixture.rowOf(two.id)).toMatchObject({ stage: 'backup', decide_by: null, status: 'await_screening' });
    await fixture.checked(two.id);
    await expect(fixture.as(fixture.here.owner, (ctx) => fixture.service.approve(ctx, { id: two.id, note: '' }))).rejects.toMatchObject({
      failure: 'conflict',
    });
    expect(await fixture.toldTo(two.person, 'booking.backup')).toBe(1);
  });

  test('a second decision on a booking is rejected and names the person who decided first', async () => {
    const { listing, at } = await fixture.home();
    const [one, two] = [await fixture.applies(listing), await fixture.applies(listing)];
    const asked = await addBooking(fixture.services, at, await createPerson(fixture.services, 'tenant'), { stage: 'info_requested' });
    await fixture.checked(one.id);
    expect((await fixture.service.details(createTestCtx(fixture.services, fixture.here.owner), { id: one.id })).backups).toBe(1);
    await fixture.approve(one.id);
    expect([(await fixture.rowOf(two.id)).stage, (await fixture.rowOf(asked)).stage]).toEqual(['backup', 'info_requested']);
    const { name } = await fixture.services.database.db
      .selectFrom('person')
      .select('name')
      .where('id', '=', fixture.here.owner.id)
      .executeTakeFirstOrThrow();
    const late = { failure: 'wrongState', message: expect.stringContaining(name), extra: { from: 'await_payment' } };
    await expect(fixture.as(fixture.here.owner, (ctx) => fixture.service.approve(ctx, { id: one.id, note: '' }))).rejects.toMatchObject(late);
    await expect(
      fixture.as(fixture.here.owner, (ctx) => fixture.service.decline(ctx, { id: one.id, reason: 'other', note: 'No' })),
    ).rejects.toMatchObject(late);
  });

  test('concurrent approvals for one home create one reservation', async () => {
    const { unit, at } = await fixture.home();
    const ids: number[] = [];
    for (let i = 0; i < 8; i++) ids.push(await addBooking(fixture.services, at, await createPerson(fixture.services, 'tenant'), { checked: true }));
    const tries = await Promise.allSettled(ids.map((id) => fixture.as(fixture.here.owner, (ctx) => fixture.service.approve(ctx, { id, note: '' }))));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const stays = await fixture.services.database.db
      .selectFrom('stay')
      .select('id')
      .where('unit_id', '=', unit)
      .where('released_at', 'is', null)
      .execute();
    expect(stays).toHaveLength(1);
  });

  test('only the applicant sees the payment details, which are those of the owner or of an agent permitted to collect', async () => {
    const { db } = fixture.services.database;
    const { listing } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    await fixture.approve(id);
    const read = async (who = person) => (await fixture.service.details(createTestCtx(fixture.services, who), { id })).pay_to;
    expect(await read()).toBeNull();
    await db.updateTable('company').set({ pay_paybill: '522533', pay_bank: 'KCB, 1203344556' }).where('id', '=', fixture.company).execute();
    expect(await read()).toMatchObject({ paybill: '522533', till: null, bank: 'KCB, 1203344556' });
    expect(await read(fixture.here.owner)).toBeNull();
    const agent = await createPerson(fixture.services, 'agent');
    const agency = agent.me.companyId ?? 0;
    await db.updateTable('company').set({ pay_till: '5204417' }).where('id', '=', agency).execute();
    await db.updateTable('booking').set({ agent_company_id: agency }).where('id', '=', id).execute();
    const mandate = { owner_company_id: fixture.company, agent_company_id: agency, all_properties: true, grants: ['booking.read'] };
    const { id: held } = await db
      .insertInto('mandate')
      .values({ ...mandate, may_collect: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await read()).toMatchObject({ paybill: '522533' });
    await db.updateTable('mandate').set({ may_collect: true }).where('id', '=', held).execute();
    expect(await read()).toMatchObject({ paybill: null, till: '5204417' });
  });

  test('people outside the booking cannot see the booking, and an admin can only cancel with a reason', async () => {
    const { listing } = await fixture.home();
    const { id } = await fixture.applies(listing);
    await fixture.checked(id);
    const admin = await createPerson(fixture.services, 'admin');
    await expect(fixture.as(admin, (ctx) => fixture.service.approve(ctx, { id, note: '' }))).rejects.toMatchObject({ failure: 'forbidden' });
    const stranger = await createPerson(fixture.services, 'owner');
    await expect(fixture.as(stranger, (ctx) => fixture.service.approve(ctx, { id, note: '' }))).rejects.toMatchObject({ failure: 'notFound' });
    await expect(fixture.as(await createPerson(fixture.services, 'tenant'), (ctx) => fixture.service.details(ctx, { id }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    const seen = await fixture.service.details(createTestCtx(fixture.services, admin), { id });
    expect(seen).toMatchObject({ screened: null, moves: ['cancel'], application: { readable: false } });
    expect(await fixture.as(admin, (ctx) => fixture.service.cancel(ctx, { id, reason: 'A report was upheld' }))).toMatchObject({ status: 5 });
  });

  test('declining requires a reason that the screening supports, and ends access to the application', async () => {
    const { listing } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    const decline = () => fixture.as(fixture.here.owner, (ctx) => fixture.service.decline(ctx, { id, reason: 'income', note: '' }));
    // A decline for income is rejected if income was not checked or the check passed.
    await expect(decline()).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { reason: expect.any(String) } } });
    await fixture.as(fixture.here.owner, (ctx) => fixture.service.recordCheck(ctx, { id, what: 'income', outcome: 'fail', note: 'Too little' }));
    expect(await decline()).toMatchObject({
      status: 3,
      application: { readable: false },
    });
    expect((await fixture.service.details(createTestCtx(fixture.services, person), { id })).decision).toMatchObject({ reason: 'income' });
    await expect(decline()).rejects.toMatchObject({
      failure: 'wrongState',
      extra: { allowed: [] },
    });
    const tenant = await fixture.services.database.db
      .selectFrom('tenant')
      .select('status')
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(tenant.status).toBe('rejected');
  });

  test("an information request suspends the deadline, and the applicant's answer resumes the deadline and updates the application", async () => {
    const { listing } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    const before = await fixture.rowOf(id);
    await fixture.as(fixture.here.owner, (ctx) => fixture.service.requestInformation(ctx, { id, what: ['income'], note: 'A payslip' }));
    expect(await fixture.rowOf(id)).toMatchObject({ stage: 'info_requested', decide_by: null });
    await fixture.later(24 * 20);
    await expireDueBookings(fixture.services.database.db);
    expect((await fixture.rowOf(id)).status).toBe('await_screening');
    await fixture.as(person, (ctx) => fixture.service.answerRequest(ctx, { id, note: 'It is there' }));
    const now = await fixture.rowOf(id);
    expect(now).toMatchObject({ stage: 'screening', asked: null, message: '', answer: 'It is there' });
    const left = (row: typeof now, at: number) => ((row.decide_by?.getTime() ?? 0) - at) / 3_600_000;
    expect(left(now, clock.ms())).toBeGreaterThanOrEqual(Math.floor(left(before, before.created_at.getTime())) - 1);
    await expect(fixture.as(person, (ctx) => fixture.service.answerRequest(ctx, { id, note: '' }))).rejects.toMatchObject({ failure: 'wrongState' });
  });

  test('a payment recorded by staff needs evidence, then confirms the booking and notifies the applicant', async () => {
    const { listing } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    await fixture.approve(id);
    const paid = { id, cents: toCents(9_000_000), how: 'mpesa' as const, on: clock.today(), note: 'QX12', why_less: '' };
    await expect(fixture.as(fixture.here.owner, (ctx) => fixture.service.confirmPayment(ctx, { ...paid, file_id: 999_999 }))).rejects.toMatchObject({
      failure: 'invalid',
    });
    const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };
    const { file_id } = await fixture.as(fixture.here.owner, (ctx) => fixture.service.uploadEvidence(ctx, { id, file }));
    const less = { ...paid, file_id, cents: toCents(1_000) };
    await expect(fixture.as(fixture.here.owner, (ctx) => fixture.service.confirmPayment(ctx, less))).rejects.toMatchObject({
      extra: { fields: { why_less: expect.any(String) } },
    });
    await expect(
      fixture.as(fixture.here.owner, (ctx) => fixture.service.confirmPayment(ctx, { ...paid, file_id, on: '1900-01-01' })),
    ).rejects.toMatchObject({
      extra: { fields: { on: expect.any(String) } },
    });
    expect(await fixture.as(fixture.here.owner, (ctx) => fixture.service.confirmPayment(ctx, { ...paid, file_id }))).toMatchObject({
      status: 1,
      tenancy: { code: expect.stringContaining('TCY-') },
      paid: { cents: 9_000_000, how: 'mpesa' },
    });
    expect(await fixture.toldTo(person, 'booking.confirmed')).toBe(1);
  });
});

describe('booking: deadlines', () => {
  test('an unpaid booking gets one reminder and then expires, and the first backup applicant is screened next', async () => {
    const { listing, unit } = await fixture.home();
    const [one, two, three] = [await fixture.applies(listing), await fixture.applies(listing), await fixture.applies(listing)];
    await fixture.approve(one.id);
    await setClock(fixture.services, new Date(((await fixture.rowOf(one.id)).pay_until?.getTime() ?? 0) - 5 * 3_600_000).toISOString());
    await remindDueBookings(fixture.services.database.db);
    await remindDueBookings(fixture.services.database.db);
    expect(await fixture.toldTo(one.person, 'booking.expiring')).toBe(1);
    await fixture.later(24 * 7);
    await expireDueBookings(fixture.services.database.db);
    await expireDueBookings(fixture.services.database.db);
    expect(await fixture.rowOf(one.id)).toMatchObject({ status: 'expired', pay_until: null });
    expect(await fixture.unitOf(unit)).toBe('vacant');
    expect((await fixture.rowOf(two.id)).stage).toBe('screening');
    expect((await fixture.rowOf(two.id)).first_until).not.toBeNull();
    expect((await fixture.rowOf(three.id)).stage).toBe('backup');
    expect([await fixture.toldTo(two.person, 'booking.next'), await fixture.toldTo(three.person, 'booking.next')]).toEqual([1, 0]);
    await fixture.later(24 * 8);
    await expireDueBookings(fixture.services.database.db);
    expect(await fixture.rowOf(two.id)).toMatchObject({ status: 'expired' });
    expect((await fixture.rowOf(three.id)).stage).toBe('screening');
  });

  test('cancelling an approved booking makes the unit available and notifies the manager', async () => {
    const { listing, unit } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    await fixture.approve(id);
    await fixture.as(person, (ctx) => fixture.service.cancel(ctx, { id, reason: 'Found a nearer one' }));
    expect(await fixture.unitOf(unit)).toBe('vacant');
    expect(await fixture.toldTo(fixture.here.owner, 'booking.given_up')).toBeGreaterThan(0);
  });
});
