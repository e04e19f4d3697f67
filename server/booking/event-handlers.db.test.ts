import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { moveUnitBySystem } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { addBooking } from '#test/fixtures/bookings.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import { expireDueBookings } from './clock.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture();
});
afterEach(() => setClock(fixture.services, null));

describe('booking: effect of changes in other modules', () => {
  test('a frozen unit suspends all deadlines and decisions, and both resume with the remaining time', async () => {
    const { listing, unit, at } = await fixture.home();
    const one = await fixture.applies(listing);
    const paying = await fixture.home();
    const two = await addBooking(fixture.services, paying.at, await createPerson(fixture.services, 'tenant'), { status: 'await_payment' });
    const superadmin = await createPerson(fixture.services, 'superadmin');
    await fixture.as(superadmin, (ctx) => moveUnitBySystem(ctx, unit, 'stall', 'a report'));
    await fixture.as(superadmin, (ctx) => moveUnitBySystem(ctx, paying.unit, 'stall', 'a report'));
    expect(await fixture.rowOf(one.id)).toMatchObject({ stage: 'frozen', decide_by: null });
    expect(await fixture.rowOf(two)).toMatchObject({ stage: 'frozen', pay_until: null, status: 'await_payment' });
    expect(await fixture.toldTo(one.person, 'booking.frozen')).toBe(1);
    await fixture.checked(one.id);
    await expect(fixture.as(fixture.here.owner, (ctx) => fixture.service.approve(ctx, { id: one.id, note: '' }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
    const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };
    await expect(fixture.as(fixture.here.owner, (ctx) => fixture.service.uploadEvidence(ctx, { id: two, file }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
    await fixture.later(24 * 30);
    await expireDueBookings(fixture.services.database.db as never);
    await fixture.as(superadmin, (ctx) => moveUnitBySystem(ctx, unit, 'unstall', 'all is well'));
    const row = await fixture.rowOf(one.id);
    expect(row.stage).toBe('screening');
    expect((row.decide_by?.getTime() ?? 0) - clock.ms()).toBeGreaterThan(60 * 3_600_000);
    expect(at.unit).toBe(unit);
  });

  test('a started tenancy closes its booking, and declines and notifies the other applicants', async () => {
    const { at, unit } = await fixture.home();
    const other = await createPerson(fixture.services, 'tenant');
    const loses = await addBooking(fixture.services, at, other, { stage: 'backup' });
    const wins = await addBooking(fixture.services, at, await createPerson(fixture.services, 'tenant'), { status: 'confirmed' });
    await fixture.as(fixture.here.owner, (ctx) => publishEvent(ctx, 'tenancy.activated', { tenancyId: 0, unitId: unit, bookingId: wins }));
    expect([(await fixture.rowOf(wins)).status, (await fixture.rowOf(loses)).status]).toEqual(['closed', 'declined']);
    expect(await fixture.toldTo(other, 'booking.declined')).toBe(1);
  });

  test('an accepted bid becomes a booking with the agreed terms that still needs screening', async () => {
    const { listing, unit } = await fixture.home();
    const who = await createPerson(fixture.services, 'tenant');
    const { rows } = await sql<{ id: number }>`insert into bid (company_id, property_id, unit_id, listing_id, person_id, status)
      values (${fixture.company}, ${fixture.here.property}, ${unit}, ${listing}, ${who.id}, 'accepted') returning id`.execute(
      fixture.services.database.db,
    );
    const bidId = Number(rows[0]?.id);
    await sql`insert into bid_turn (bid_id, n, by_bidder, cents, terms) values (${bidId}, 1, true, 4000000, ${JSON.stringify({ term_months: 24, starts_on: fixture.soon(9) })})`.execute(
      fixture.services.database.db,
    );
    await fixture.as(fixture.here.owner, (ctx) => publishEvent(ctx, 'bid.accepted', { bidId }));
    const row = await fixture.services.database.db.selectFrom('booking').selectAll().where('bid_id', '=', bidId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'await_screening', stage: 'info_requested', term_months: 24, starts_on: fixture.soon(9) });
    expect(row.bill).toMatchObject({ price_cents: 4_000_000, due_cents: 8_500_000, promotion: null });
  });

  test('the end of a mandate removes the agent’s access to the application, and notifies the applicant', async () => {
    const { at } = await fixture.home();
    const agent = await createPerson(fixture.services, 'agent');
    const person = await createPerson(fixture.services, 'tenant');
    const id = await addBooking(fixture.services, at, person);
    await fixture.services.database.db.updateTable('booking').set({ agent_company_id: agent.me.companyId }).where('id', '=', id).execute();
    await sql`insert into application_grant (application_id, booking_id, company_id, until) select application_id, id, ${agent.me.companyId}, now() + interval '9 days' from booking where id = ${id}`.execute(
      fixture.services.database.db,
    );
    const what = { ownerCompanyId: fixture.company, agentCompanyId: agent.me.companyId ?? 0, propertyIds: [fixture.here.property] };
    await fixture.as(fixture.here.owner, (ctx) => publishEvent(ctx, 'mandate.ended', what));
    const left = await fixture.services.database.db
      .selectFrom('application_grant')
      .select('company_id')
      .where('booking_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    expect(left).toEqual([{ company_id: fixture.company }]);
    expect((await fixture.rowOf(id)).agent_company_id).toBeNull();
    expect(await fixture.toldTo(person, 'booking.agent_gone'), 'who decides now').toBe(1);
  });
});

test('booking: erasure removes all personal data', async () => {
  const { listing } = await fixture.home();
  const { id, person } = await fixture.applies(listing, { message: 'Secret wish' });
  await fixture.checked(id);
  await fixture.as(person, (ctx) => fixture.service.cancel(ctx, { id, reason: 'Changed my mind' }));
  await fixture.as(person, (ctx) => fixture.service.erase(ctx, { id, reason: '' }));
  expect(await fixture.rowOf(id)).toMatchObject({ status: 'deleted', message: '', application_id: null, decision: null });
  expect(await fixture.services.database.db.selectFrom('screening_check').selectAll().where('booking_id', '=', id).execute()).toEqual([]);
  expect(await fixture.service.details(createTestCtx(fixture.services, fixture.here.owner), { id })).toMatchObject({
    status: 6,
    applicant: null,
    application: null,
  });
  await expect(fixture.as(person, (ctx) => fixture.service.erase(ctx, { id, reason: '' }))).rejects.toMatchObject({ failure: 'wrongState' });
});

test('booking lists: count by status and board column, compare the applicants of a unit, and show applicants only their own', async () => {
  const { listing, unit } = await fixture.home();
  const [one] = [await fixture.applies(listing), await fixture.applies(listing)];
  await fixture.as(fixture.here.owner, (ctx) => fixture.service.setShortlisted(ctx, { id: one.id, on: true }));
  const all = await fixture.service.list(createTestCtx(fixture.services, fixture.here.owner), {
    page: 1,
    page_size: 10,
    tabs: true,
    sort: 'due',
    z_filter: { unit_id: unit },
  });
  expect(all).toMatchObject({ count: 2, tabs: { all: 2, await_screening: 2 } });
  const board = await fixture.service.listByColumn(createTestCtx(fixture.services, fixture.here.owner), { z_filter: { unit_id: unit } });
  expect(board.columns.map((c) => [c.column, c.count]).slice(0, 3)).toEqual([
    ['screening', 1],
    ['info_requested', 0],
    ['shortlisted', 1],
  ]);
  expect((await fixture.service.compareForUnit(createTestCtx(fixture.services, fixture.here.owner), { unit_id: unit })).results).toHaveLength(2);
  const mine = await fixture.service.listOwn(createTestCtx(fixture.services, one.person), { page: 1, page_size: 10 });
  expect(mine.results.map((row) => row.id)).toEqual([one.id]);
});
