import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { happened } from '#server/kernel/happen.ts';
import { moveBySystem } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { addBooking } from '#test/worlds/bookings.ts';
import { expireDue } from './clock.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterEach(() => setClock(world.house, null));

describe('what happens elsewhere', () => {
  test('a frozen unit stops every clock and every decision; it runs on from where it stood', async () => {
    const { listing, unit, at } = await world.home();
    const one = await world.applies(listing);
    const paying = await world.home();
    const two = await addBooking(world.house, paying.at, await somebody(world.house, 'tenant'), { status: 'await_payment' });
    const superadmin = await somebody(world.house, 'superadmin');
    await world.as(superadmin, (ctx) => moveBySystem(ctx, unit, 'stall', 'a report'));
    await world.as(superadmin, (ctx) => moveBySystem(ctx, paying.unit, 'stall', 'a report'));
    expect(await world.rowOf(one.id)).toMatchObject({ stage: 'frozen', decide_by: null });
    expect(await world.rowOf(two)).toMatchObject({ stage: 'frozen', pay_until: null, status: 'await_payment' });
    expect(await world.toldTo(one.person, 'booking.frozen')).toBe(1);
    await world.checked(one.id);
    await expect(world.as(world.here.owner, (ctx) => world.service.approve(ctx, { id: one.id, note: '' }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
    const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };
    await expect(world.as(world.here.owner, (ctx) => world.service.evidence(ctx, { id: two, file }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
    await world.later(24 * 30);
    await expireDue(world.house.database.db as never);
    await world.as(superadmin, (ctx) => moveBySystem(ctx, unit, 'unstall', 'all is well'));
    const row = await world.rowOf(one.id);
    expect(row.stage).toBe('screening');
    expect((row.decide_by?.getTime() ?? 0) - clock.ms()).toBeGreaterThan(60 * 3_600_000);
    expect(at.unit).toBe(unit);
  });

  test('a tenancy that begins closes its booking and tells the others that it is let', async () => {
    const { at, unit } = await world.home();
    const other = await somebody(world.house, 'tenant');
    const loses = await addBooking(world.house, at, other, { stage: 'backup' });
    const wins = await addBooking(world.house, at, await somebody(world.house, 'tenant'), { status: 'confirmed' });
    await world.as(world.here.owner, (ctx) => happened(ctx, 'tenancy.activated', { tenancyId: 0, unitId: unit, bookingId: wins }));
    expect([(await world.rowOf(wins)).status, (await world.rowOf(loses)).status]).toEqual(['closed', 'declined']);
    expect(await world.toldTo(other, 'booking.declined')).toBe(1);
  });

  test('a bid that is accepted is a booking with what was agreed, still to be screened', async () => {
    const { listing, unit } = await world.home();
    const who = await somebody(world.house, 'tenant');
    const { rows } = await sql<{ id: number }>`insert into bid (company_id, property_id, unit_id, listing_id, person_id, status)
      values (${world.company}, ${world.here.property}, ${unit}, ${listing}, ${who.id}, 'accepted') returning id`.execute(world.house.database.db);
    const bidId = Number(rows[0]?.id);
    await sql`insert into bid_turn (bid_id, n, by_bidder, cents, terms) values (${bidId}, 1, true, 4000000, ${JSON.stringify({ term_months: 24, starts_on: world.soon(9) })})`.execute(
      world.house.database.db,
    );
    await world.as(world.here.owner, (ctx) => happened(ctx, 'bid.accepted', { bidId }));
    const row = await world.house.database.db.selectFrom('booking').selectAll().where('bid_id', '=', bidId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'await_screening', stage: 'info_requested', term_months: 24, starts_on: world.soon(9) });
    expect(row.bill).toMatchObject({ price_cents: 4_000_000, due_cents: 8_500_000, promotion: null });
  });

  test('an agent whose mandate ends reads nothing any more, and the applicant hears who decides', async () => {
    const { at } = await world.home();
    const agent = await somebody(world.house, 'agent');
    const person = await somebody(world.house, 'tenant');
    const id = await addBooking(world.house, at, person);
    await world.house.database.db.updateTable('booking').set({ agent_company_id: agent.me.companyId }).where('id', '=', id).execute();
    await sql`insert into application_grant (application_id, booking_id, company_id, until) select application_id, id, ${agent.me.companyId}, now() + interval '9 days' from booking where id = ${id}`.execute(
      world.house.database.db,
    );
    const what = { ownerCompanyId: world.company, agentCompanyId: agent.me.companyId ?? 0, propertyIds: [world.here.property] };
    await world.as(world.here.owner, (ctx) => happened(ctx, 'mandate.ended', what));
    const left = await world.house.database.db
      .selectFrom('application_grant')
      .select('company_id')
      .where('booking_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    expect(left).toEqual([{ company_id: world.company }]);
    expect((await world.rowOf(id)).agent_company_id).toBeNull();
    expect(await world.toldTo(person, 'booking.agent_gone'), 'who decides now').toBe(1);
  });
});

test('an erased one is a shell: nothing its person said is left in it', async () => {
  const { listing } = await world.home();
  const { id, person } = await world.applies(listing, { message: 'Secret wish' });
  await world.checked(id);
  await world.as(person, (ctx) => world.service.cancel(ctx, { id, reason: 'Changed my mind' }));
  await world.as(person, (ctx) => world.service.erase(ctx, { id, reason: '' }));
  expect(await world.rowOf(id)).toMatchObject({ status: 'deleted', message: '', application_id: null, decision: null });
  expect(await world.house.database.db.selectFrom('screening_check').selectAll().where('booking_id', '=', id).execute()).toEqual([]);
  expect(await world.service.details(ctxOf(world.house, world.here.owner), { id })).toMatchObject({ status: 6, applicant: null, application: null });
  await expect(world.as(person, (ctx) => world.service.erase(ctx, { id, reason: '' }))).rejects.toMatchObject({ failure: 'wrongState' });
});

test('lists: the oldest clock first, tabs by state, the board by where they stand, those of one unit side by side', async () => {
  const { listing, unit } = await world.home();
  const [one] = [await world.applies(listing), await world.applies(listing)];
  await world.as(world.here.owner, (ctx) => world.service.shortlist(ctx, { id: one.id, on: true }));
  const all = await world.service.all(ctxOf(world.house, world.here.owner), {
    page: 1,
    page_size: 10,
    tabs: true,
    sort: 'due',
    z_filter: { unit_id: unit },
  });
  expect(all).toMatchObject({ count: 2, tabs: { all: 2, await_screening: 2 } });
  const board = await world.service.board(ctxOf(world.house, world.here.owner), { z_filter: { unit_id: unit } });
  expect(board.columns.map((c) => [c.column, c.count]).slice(0, 3)).toEqual([
    ['screening', 1],
    ['info_requested', 0],
    ['shortlisted', 1],
  ]);
  expect((await world.service.compare(ctxOf(world.house, world.here.owner), { unit_id: unit })).results).toHaveLength(2);
  const mine = await world.service.mine(ctxOf(world.house, one.person), { page: 1, page_size: 10 });
  expect(mine.results.map((row) => row.id)).toEqual([one.id]);
});
