import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { setClock } from '#test/clock.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { addBooking } from '#test/worlds/bookings.ts';
import { expireDue, remindDue } from './clock.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterEach(() => setClock(world.house, null));

describe('applying', () => {
  test('makes a booking with what is due as it is now, a clock of 72 hours that ends in the evening, and tells both', async () => {
    const { listing, unit } = await world.home();
    const { id, person } = await world.applies(listing);
    const row = await world.rowOf(id);
    expect(row).toMatchObject({ status: 'await_screening', stage: 'screening', unit_id: unit, person_id: person.id, company_id: world.company });
    expect(row.bill).toMatchObject({ due_cents: 9_000_000, month_rent_cents: 4_500_000, due: [{ kind: 'price' }, { kind: 'deposit' }] });
    const hours = ((row.decide_by?.getTime() ?? 0) - row.created_at.getTime()) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(72);
    expect(hours).toBeLessThan(96);
    await world.house.database.db
      .updateTable('listing')
      .set({ price_cents: cents(9_900_000) })
      .where('id', '=', listing)
      .execute();
    expect((await world.rowOf(id)).bill).toMatchObject({ due_cents: 9_000_000 });
    expect([await world.toldTo(person, 'booking.created'), await world.toldTo(world.here.owner, 'booking.received')]).toEqual([1, 1]);
    const tenant = await world.house.database.db.selectFrom('tenant').select('status').where('person_id', '=', person.id).executeTakeFirstOrThrow();
    expect(tenant.status).toBe('prospective');
  });

  test('twice for one home is refused; a start before it is free is said at its field', async () => {
    const { listing } = await world.home({ available_from: world.soon(20) });
    await expect(world.applies(listing)).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { starts_on: expect.any(String) } } });
    // Nobody keeps a home empty for a year: 90 days after it is free, and no longer.
    await expect(world.applies(listing, { starts_on: world.soon(111) })).rejects.toMatchObject({
      extra: { fields: { starts_on: expect.any(String) } },
    });
    await world.applies(listing, { starts_on: world.soon(110) });
    const { person } = await world.applies(listing, { starts_on: world.soon(20) });
    await expect(world.applies(listing, { starts_on: world.soon(21) }, person)).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('for what is held, hidden or let is gone, with up to three others; one may wait for what is held', async () => {
    const { listing, unit } = await world.home();
    await world.home();
    const first = await world.applies(listing);
    await world.approve(first.id);
    const problem = await world.applies(listing).catch((one) => one);
    expect(problem).toMatchObject({ failure: 'gone', extra: { may_wait: true } });
    expect(problem.extra.alternatives.length).toBeGreaterThan(0);
    expect(problem.extra.alternatives.length).toBeLessThanOrEqual(3);
    const waiting = await world.applies(listing, { waitlist: true });
    expect(await world.rowOf(waiting.id)).toMatchObject({ stage: 'waitlist', decide_by: null });
    await world.house.database.db.updateTable('unit').set({ status: 'maintenance' }).where('id', '=', unit).execute();
    await expect(world.applies(listing, { waitlist: true })).rejects.toMatchObject({ failure: 'gone', extra: { may_wait: false } });
    const hidden = await world.home({ status: 'paused' });
    await expect(world.applies(hidden.listing, { waitlist: true })).rejects.toMatchObject({ failure: 'gone' });
    const count = await world.house.database.db.selectFrom('booking').select('id').where('listing_id', '=', hidden.listing).execute();
    expect(count).toEqual([]);
  });
});

describe('deciding', () => {
  test('approve waits for the required checks, then holds the unit, pauses the listing, gives 48 hours and makes the others back-ups', async () => {
    const { listing, unit } = await world.home();
    const [one, two] = [await world.applies(listing), await world.applies(listing)];
    await expect(world.as(world.here.owner, (ctx) => world.service.approve(ctx, { id: one.id, note: '' }))).rejects.toMatchObject({
      failure: 'wrongState',
      extra: { lacking: ['identity', 'income'] },
    });
    expect(await world.unitOf(unit)).toBe('vacant');
    await expect(
      world.as(world.here.owner, (ctx) => world.service.check(ctx, { id: one.id, what: 'identity', outcome: 'waived', note: '' })),
    ).rejects.toMatchObject({
      failure: 'invalid',
    });
    const full = await world.approve(one.id);
    expect(full).toMatchObject({ status: 2, screened: { score: 55 } });
    expect(await world.unitOf(unit)).toBe('ordered');
    const offer = await world.house.database.db
      .selectFrom('listing')
      .select(['status', 'paused_by'])
      .where('id', '=', listing)
      .executeTakeFirstOrThrow();
    expect(offer).toEqual({ status: 'paused', paused_by: 'unit' });
    expect(await world.rowOf(two.id)).toMatchObject({ stage: 'backup', decide_by: null, status: 'await_screening' });
    await world.checked(two.id);
    await expect(world.as(world.here.owner, (ctx) => world.service.approve(ctx, { id: two.id, note: '' }))).rejects.toMatchObject({
      failure: 'conflict',
    });
    expect(await world.toldTo(two.person, 'booking.backup')).toBe(1);
  });

  test('who becomes a back-up is counted as it comes about; a second decision hears what was decided, and by whom', async () => {
    const { listing, at } = await world.home();
    const [one, two] = [await world.applies(listing), await world.applies(listing)];
    const asked = await addBooking(world.house, at, await somebody(world.house, 'tenant'), { stage: 'info_requested' });
    await world.checked(one.id);
    expect((await world.service.details(ctxOf(world.house, world.here.owner), { id: one.id })).backups).toBe(1);
    await world.approve(one.id);
    expect([(await world.rowOf(two.id)).stage, (await world.rowOf(asked)).stage]).toEqual(['backup', 'info_requested']);
    const { name } = await world.house.database.db
      .selectFrom('person')
      .select('name')
      .where('id', '=', world.here.owner.id)
      .executeTakeFirstOrThrow();
    const late = { failure: 'wrongState', message: expect.stringContaining(name), extra: { from: 'await_payment' } };
    await expect(world.as(world.here.owner, (ctx) => world.service.approve(ctx, { id: one.id, note: '' }))).rejects.toMatchObject(late);
    await expect(world.as(world.here.owner, (ctx) => world.service.decline(ctx, { id: one.id, reason: 'other', note: 'No' }))).rejects.toMatchObject(
      late,
    );
  });

  test('many at once for one home make one hold', async () => {
    const { unit, at } = await world.home();
    const ids: number[] = [];
    for (let i = 0; i < 8; i++) ids.push(await addBooking(world.house, at, await somebody(world.house, 'tenant'), { checked: true }));
    const tries = await Promise.allSettled(ids.map((id) => world.as(world.here.owner, (ctx) => world.service.approve(ctx, { id, note: '' }))));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const stays = await world.house.database.db
      .selectFrom('stay')
      .select('id')
      .where('unit_id', '=', unit)
      .where('released_at', 'is', null)
      .execute();
    expect(stays).toHaveLength(1);
  });

  test('who is to pay reads how: as the company keeps it, or the agent who may collect; nobody else is told', async () => {
    const { db } = world.house.database;
    const { listing } = await world.home();
    const { id, person } = await world.applies(listing);
    await world.approve(id);
    const read = async (who = person) => (await world.service.details(ctxOf(world.house, who), { id })).pay_to;
    expect(await read()).toBeNull();
    await db.updateTable('company').set({ pay_paybill: '522533', pay_bank: 'KCB, 1203344556' }).where('id', '=', world.company).execute();
    expect(await read()).toMatchObject({ paybill: '522533', till: null, bank: 'KCB, 1203344556' });
    expect(await read(world.here.owner)).toBeNull();
    const agent = await somebody(world.house, 'agent');
    const agency = agent.me.companyId ?? 0;
    await db.updateTable('company').set({ pay_till: '5204417' }).where('id', '=', agency).execute();
    await db.updateTable('booking').set({ agent_company_id: agency }).where('id', '=', id).execute();
    const mandate = { owner_company_id: world.company, agent_company_id: agency, all_properties: true, grants: ['booking.read'] };
    const { id: held } = await db
      .insertInto('mandate')
      .values({ ...mandate, may_collect: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await read()).toMatchObject({ paybill: '522533' });
    await db.updateTable('mandate').set({ may_collect: true }).where('id', '=', held).execute();
    expect(await read()).toMatchObject({ paybill: null, till: '5204417' });
  });

  test('admins never approve and nobody outside sees it; a platform cancels with a reason', async () => {
    const { listing } = await world.home();
    const { id } = await world.applies(listing);
    await world.checked(id);
    const admin = await somebody(world.house, 'admin');
    await expect(world.as(admin, (ctx) => world.service.approve(ctx, { id, note: '' }))).rejects.toMatchObject({ failure: 'forbidden' });
    const stranger = await somebody(world.house, 'owner');
    await expect(world.as(stranger, (ctx) => world.service.approve(ctx, { id, note: '' }))).rejects.toMatchObject({ failure: 'notFound' });
    await expect(world.as(await somebody(world.house, 'tenant'), (ctx) => world.service.details(ctx, { id }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    const seen = await world.service.details(ctxOf(world.house, admin), { id });
    expect(seen).toMatchObject({ screened: null, moves: ['cancel'], application: { readable: false } });
    expect(await world.as(admin, (ctx) => world.service.cancel(ctx, { id, reason: 'A report was upheld' }))).toMatchObject({ status: 5 });
  });

  test('a declined one says why, and nobody looks at its application any more', async () => {
    const { listing } = await world.home();
    const { id, person } = await world.applies(listing);
    const decline = () => world.as(world.here.owner, (ctx) => world.service.decline(ctx, { id, reason: 'income', note: '' }));
    // Not where nobody looked, nor where it was found to be enough.
    await expect(decline()).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { reason: expect.any(String) } } });
    await world.as(world.here.owner, (ctx) => world.service.check(ctx, { id, what: 'income', outcome: 'fail', note: 'Too little' }));
    expect(await decline()).toMatchObject({
      status: 3,
      application: { readable: false },
    });
    expect((await world.service.details(ctxOf(world.house, person), { id })).decision).toMatchObject({ reason: 'income' });
    await expect(decline()).rejects.toMatchObject({
      failure: 'wrongState',
      extra: { allowed: [] },
    });
    const tenant = await world.house.database.db.selectFrom('tenant').select('status').where('person_id', '=', person.id).executeTakeFirstOrThrow();
    expect(tenant.status).toBe('rejected');
  });

  test('asking for more stops the clock, answering lets it run on with the application as it is now', async () => {
    const { listing } = await world.home();
    const { id, person } = await world.applies(listing);
    const before = await world.rowOf(id);
    await world.as(world.here.owner, (ctx) => world.service.ask(ctx, { id, what: ['income'], note: 'A payslip' }));
    expect(await world.rowOf(id)).toMatchObject({ stage: 'info_requested', decide_by: null });
    await world.later(24 * 20);
    await expireDue(world.house.database.db);
    expect((await world.rowOf(id)).status).toBe('await_screening');
    await world.as(person, (ctx) => world.service.answer(ctx, { id, note: 'It is there' }));
    const now = await world.rowOf(id);
    expect(now).toMatchObject({ stage: 'screening', asked: null, message: '', answer: 'It is there' });
    const left = (row: typeof now, at: number) => ((row.decide_by?.getTime() ?? 0) - at) / 3_600_000;
    expect(left(now, clock.ms())).toBeGreaterThanOrEqual(Math.floor(left(before, before.created_at.getTime())) - 1);
    await expect(world.as(person, (ctx) => world.service.answer(ctx, { id, note: '' }))).rejects.toMatchObject({ failure: 'wrongState' });
  });

  test('what was paid outside needs its evidence; then the booking is confirmed and others hear of it', async () => {
    const { listing } = await world.home();
    const { id, person } = await world.applies(listing);
    await world.approve(id);
    const paid = { id, cents: cents(9_000_000), how: 'mpesa' as const, on: clock.today(), note: 'QX12', why_less: '' };
    await expect(world.as(world.here.owner, (ctx) => world.service.confirm(ctx, { ...paid, file_id: 999_999 }))).rejects.toMatchObject({
      failure: 'invalid',
    });
    const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };
    const { file_id } = await world.as(world.here.owner, (ctx) => world.service.evidence(ctx, { id, file }));
    const less = { ...paid, file_id, cents: cents(1_000) };
    await expect(world.as(world.here.owner, (ctx) => world.service.confirm(ctx, less))).rejects.toMatchObject({
      extra: { fields: { why_less: expect.any(String) } },
    });
    await expect(world.as(world.here.owner, (ctx) => world.service.confirm(ctx, { ...paid, file_id, on: '1900-01-01' }))).rejects.toMatchObject({
      extra: { fields: { on: expect.any(String) } },
    });
    expect(await world.as(world.here.owner, (ctx) => world.service.confirm(ctx, { ...paid, file_id }))).toMatchObject({
      status: 1,
      tenancy: { code: expect.stringContaining('TCY-') },
      paid: { cents: 9_000_000, how: 'mpesa' },
    });
    expect(await world.toldTo(person, 'booking.confirmed')).toBe(1);
  });
});

describe('time', () => {
  test('an undecided one is reminded of once and expires; one that is not paid for frees the unit, and the first back-up comes first', async () => {
    const { listing, unit } = await world.home();
    const [one, two, three] = [await world.applies(listing), await world.applies(listing), await world.applies(listing)];
    await world.approve(one.id);
    await setClock(world.house, new Date(((await world.rowOf(one.id)).pay_until?.getTime() ?? 0) - 5 * 3_600_000).toISOString());
    await remindDue(world.house.database.db);
    await remindDue(world.house.database.db);
    expect(await world.toldTo(one.person, 'booking.expiring')).toBe(1);
    await world.later(24 * 7);
    await expireDue(world.house.database.db);
    await expireDue(world.house.database.db);
    expect(await world.rowOf(one.id)).toMatchObject({ status: 'expired', pay_until: null });
    expect(await world.unitOf(unit)).toBe('vacant');
    expect((await world.rowOf(two.id)).stage).toBe('screening');
    expect((await world.rowOf(two.id)).first_until).not.toBeNull();
    expect((await world.rowOf(three.id)).stage).toBe('backup');
    expect([await world.toldTo(two.person, 'booking.next'), await world.toldTo(three.person, 'booking.next')]).toEqual([1, 0]);
    await world.later(24 * 8);
    await expireDue(world.house.database.db);
    expect(await world.rowOf(two.id)).toMatchObject({ status: 'expired' });
    expect((await world.rowOf(three.id)).stage).toBe('screening');
  });

  test('a cancel at confirmed releases its own hold', async () => {
    const { listing, unit } = await world.home();
    const { id, person } = await world.applies(listing);
    await world.approve(id);
    await world.as(person, (ctx) => world.service.cancel(ctx, { id, reason: 'Found a nearer one' }));
    expect(await world.unitOf(unit)).toBe('vacant');
    expect(await world.toldTo(world.here.owner, 'booking.given_up')).toBeGreaterThan(0);
  });
});
