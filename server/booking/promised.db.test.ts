import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { paperFor } from '#server/application/papers.ts';
import { applicationService } from '#server/application/service.ts';
import { oneByOne } from '#server/jobs/each-due.ts';
import { happened } from '#server/kernel/happen.ts';
import { from } from '#server/kernel/scoped.ts';
import { moveBySystem, move as moveUnit } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { told } from '#test/jobs.ts';
import { waitsWithout } from '#test/lock-order.ts';
import { asNow, ctxOf, type Somebody, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { addBooking } from '#test/worlds/bookings.ts';
import { bookingJobs } from './clock.ts';
import { forgetBookings } from './personal-data.ts';
import { givePlaceBack } from './place-back.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterEach(() => setClock(world.house, null));
const db = () => world.house.database.db;
const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };
const owner = <T>(work: Parameters<typeof world.as<T>>[1]) => world.as(world.here.owner, work);
const payment = () => ({ cents: cents(9_000_000), how: 'mpesa' as const, on: clock.today(), note: '' });

describe('a payment', () => {
  test('is recorded with evidence that was brought for this booking, less than what is due only with a reason; from then on it stands in the books alone', async () => {
    const [one, two] = [await world.home(), await world.home()];
    const [a, b] = [await world.applies(one.listing), await world.applies(two.listing)];
    for (const { id } of [a, b]) await world.approve(id);
    const { file_id } = await owner((ctx) => world.service.evidence(ctx, { id: b.id, file }));
    const confirm = (id: number, more: object = {}) =>
      owner((ctx) => world.service.confirm(ctx, { id, file_id, ...payment(), why_less: '', ...more }));
    await expect(confirm(a.id)).rejects.toMatchObject({ extra: { fields: { file_id: expect.any(String) } } });
    await expect(confirm(b.id, { cents: 1 })).rejects.toMatchObject({ extra: { fields: { why_less: expect.any(String) } } });
    expect(await confirm(b.id, { cents: 5_000_000, why_less: 'The deposit comes on Friday' })).toMatchObject({
      status: 1,
      acts: [],
      paid: { cents: 5_000_000, why_less: 'The deposit comes on Friday' },
      tenancy: { code: expect.stringContaining('TCY-') },
    });
    const { code } = await world.house.database.db.selectFrom('payment').select('code').where('booking_id', '=', b.id).executeTakeFirstOrThrow();
    const correct = (id: number) => owner((ctx) => world.service.correct(ctx, { id, file_id: null, ...payment(), reason: 'The rest came' }));
    await expect(correct(b.id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(code) });
    expect(await world.service.details(ctxOf(world.house, world.here.owner), { id: b.id })).toMatchObject({
      received_cents: 5_000_000,
      paid: { cents: 5_000_000 },
    });
    // One from before there were invoices is put right where it was written down.
    await world.house.database.db.updateTable('payment').set({ booking_id: null }).where('booking_id', '=', b.id).execute();
    await world.house.database.db.updateTable('invoice').set({ status: 'expired' }).where('booking_id', '=', b.id).execute();
    expect((await correct(b.id)).paid).toMatchObject({ cents: 9_000_000, why_less: '' });
  });

  test('is said by the applicant with a receipt; whoever manages it is told, reads it, and has a day to look', async () => {
    const { listing } = await world.home();
    const { id, person } = await world.applies(listing);
    await expect(world.as(person, (ctx) => world.service.receipt(ctx, { id, file }))).rejects.toMatchObject({ failure: 'wrongState' });
    await world.approve(id);
    const until = (await world.rowOf(id)).pay_until?.getTime() ?? 0;
    await setClock(world.house, new Date(until - 3_600_000).toISOString());
    const { file_id } = await world.as(person, (ctx) => world.service.receipt(ctx, { id, file }));
    const stranger = await somebody(world.house, 'tenant');
    await expect(world.as(stranger, (ctx) => world.service.sayPaid(ctx, { id, file_id, ...payment() }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    await world.as(person, (ctx) => world.service.sayPaid(ctx, { id, file_id, ...payment() }));
    expect(await world.toldTo(world.here.owner, 'booking.said_paid')).toBe(1);
    const later = (await world.rowOf(id)).pay_until?.getTime() ?? 0;
    expect(later).toBeGreaterThan(until);
    await world.as(person, (ctx) => world.service.sayPaid(ctx, { id, file_id, ...payment() }));
    expect((await world.rowOf(id)).pay_until?.getTime()).toBe(later);
    const seen = await world.service.details(ctxOf(world.house, world.here.owner), { id });
    expect(seen.said_paid).toMatchObject({ cents: 9_000_000, file_id, file: expect.any(String) });
    // Staff who read the booking read what shows that it was paid; of the company's other papers they have none by that.
    const staff = await somebody(world.house, 'staff', ['booking.read']);
    const { companyId } = world.here.owner.me;
    await world.house.database.db.updateTable('person').set({ company_id: companyId }).where('id', '=', staff.id).execute();
    const read = await world.service.details(ctxOf(world.house, await asNow(world.house, staff)), { id });
    expect(read.said_paid).toMatchObject({ file: seen.said_paid?.file });
    expect(read.said_paid_at).toBe(seen.said_paid?.at);
    expect(await owner((ctx) => world.service.confirm(ctx, { id, file_id, ...payment(), why_less: '' }))).toMatchObject({ status: 1 });
  });

  test('is read with its receipt by the staff of the agent who lets the home, and by nobody’s without the booking', async () => {
    const { listing } = await world.home();
    const agent = await somebody(world.house, 'agent');
    await db()
      .insertInto('mandate')
      .values({
        owner_company_id: world.company,
        agent_company_id: agent.me.companyId ?? 0,
        all_properties: true,
        grants: ['booking.read', 'booking.edit'],
      })
      .execute();
    await db().updateTable('listing').set({ contact_id: agent.id }).where('id', '=', listing).execute();
    const { id, person } = await world.applies(listing);
    await world.approve(id);
    const { file_id } = await world.as(person, (ctx) => world.service.receipt(ctx, { id, file }));
    await world.as(person, (ctx) => world.service.sayPaid(ctx, { id, file_id, ...payment() }));
    const staffOf = async (grants: string[]) => {
      const one = await somebody(world.house, 'staff', grants as never);
      await db().updateTable('person').set({ company_id: agent.me.companyId }).where('id', '=', one.id).execute();
      return asNow(world.house, one);
    };
    const { said_paid } = await world.service.details(ctxOf(world.house, await staffOf(['booking.read'])), { id });
    expect(said_paid?.file).toEqual(expect.any(String));
    const files = (who: Somebody) => from(ctxOf(world.house, who), 'media_file').select('id').where('id', '=', file_id).execute();
    expect(await files(await staffOf(['booking.read']))).toHaveLength(1);
    expect(await files(await staffOf(['unit.read']))).toEqual([]);
    expect(await files(world.here.owner)).toHaveLength(1);
    expect(await files(await somebody(world.house, 'owner'))).toEqual([]);
  });

  test('waits for the home before it holds the booking, as giving it up does', async () => {
    const { listing, unit } = await world.home();
    const { id } = await world.applies(listing);
    await world.approve(id);
    const { file_id } = await owner((ctx) => world.service.evidence(ctx, { id, file }));
    const later = [['booking', id]] as const;
    for (const first of [['property', world.here.property] as const, ['unit', unit] as const])
      await waitsWithout(world.house, first, later, () =>
        // The second time it is confirmed already; what it held while it waited is what is asked.
        owner((ctx) => world.service.confirm(ctx, { id, file_id, ...payment(), why_less: '' })).catch(() => undefined),
      );
  });
});

describe('a promotion’s place', () => {
  test('is given back once when a booking leads to nothing, and kept by one that goes on', async () => {
    const { listing } = await world.home();
    const promotion = await running(listing);
    const used = async () => (await db().selectFrom('promotion').select('used').where('id', '=', promotion).executeTakeFirstOrThrow()).used;
    const { id, person } = await world.applies(listing);
    const stays = await world.applies(listing);
    expect(await used()).toBe(2);
    await world.as(person, (ctx) => world.service.cancel(ctx, { id, reason: 'Changed my mind' }));
    for (const one of [id, id, stays.id]) await givePlaceBack(db(), one);
    expect(await used()).toBe(1);
    const asked = await sql<{ n: number }>`select count(*)::int as n from job.job where name = 'booking.unused'`.execute(db());
    expect(asked.rows[0]?.n).toBe(1);
  });
});
async function running(listing: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into promotion (company_id, name, discount_type, value, starts_at, ends_at, status, quota, months)
    values (${world.company}, 'A tenth off', 1, 1000, app.now() - interval '1 day', app.now() + interval '30 days', 'running', 5, 1) returning id`.execute(
    db(),
  );
  const id = Number(rows[0]?.id);
  await db().insertInto('promotion_listing').values({ promotion_id: id, listing_id: listing }).execute();
  return id;
}

describe('the first day', () => {
  test('of one that waited is not over when they are approved: stay, bill and letter say the same day', async () => {
    const { listing } = await world.home();
    const first = await world.applies(listing);
    await world.approve(first.id);
    const waits = await world.applies(listing, { waitlist: true, starts_on: world.soon(2) });
    await world.later(24 * 9);
    await world.as(first.person, (ctx) => world.service.cancel(ctx, { id: first.id, reason: 'Found another' }));
    const full = await world.approve(waits.id);
    expect(full.starts_on).toBe(clock.today());
    const letter = (await told(world.house, 'booking.approved')).find(({ to }) => to.personId === waits.person.id);
    expect(letter?.params).toMatchObject({ starts: clock.today() });
    const stay = await sql<{ day: string }>`select lower(during)::text as day from stay where booking_id = ${waits.id}`.execute(db());
    expect(stay.rows).toEqual([{ day: clock.today() }]);
  });
});

describe('works on a home', () => {
  test('stop the clocks with a letter of their own, and nobody is told not to pay', async () => {
    const { listing, unit } = await world.home();
    const { id, person } = await world.applies(listing);
    await owner((ctx) => moveUnit(ctx, { id: unit, move: 'start_maintenance', reason: 'paint', expected_on: addDays(clock.today(), 9) }));
    const letters = (await told(world.house, 'booking.frozen')).filter(({ to }) => to.personId === person.id);
    expect(letters.map(({ params }) => params)).toMatchObject([{ why: 'works' }]);
    expect((await world.service.details(ctxOf(world.house, person), { id })).frozen_for).toBe('works');
  });

  test('and a short stop gives nobody a day more', async () => {
    await setClock(world.house, '2027-03-01T07:00:00Z');
    const { listing, unit } = await world.home();
    const { id } = await world.applies(listing);
    const before = (await world.rowOf(id)).decide_by;
    const boss = await somebody(world.house, 'superadmin');
    await world.as(boss, (ctx) => moveBySystem(ctx, unit, 'stall', 'a report'));
    await setClock(world.house, '2027-03-01T07:04:00Z');
    await world.as(boss, (ctx) => moveBySystem(ctx, unit, 'unstall', 'all is well'));
    expect((await world.rowOf(id)).decide_by).toEqual(before);
  });
});

describe('one piece of work that fails', () => {
  test('keeps the others of its job from nothing', async () => {
    const done: string[] = [];
    const works = [() => Promise.reject(new Error('record 7: broken')), async () => done.push('expired')];
    await expect(oneByOne(works)).rejects.toThrow('record 7');
    expect(done).toEqual(['expired']);
    const [over, soon] = [await world.applies((await world.home()).listing), await world.applies((await world.home()).listing)];
    await sql`update booking set decide_by = app.now() - interval '1 hour' where id = ${over.id}`.execute(db());
    await sql`update booking set decide_by = app.now() + interval '2 hours' where id = ${soon.id}`.execute(db());
    await sql`create function no_reminder() returns trigger language plpgsql as $$ begin raise exception 'no reminder'; end $$`.execute(db());
    await sql`create trigger no_reminder before update of reminded_at on booking for each row when (new.reminded_at is not null) execute function no_reminder()`.execute(
      db(),
    );
    await expect(bookingJobs()[0]?.run(db())).rejects.toThrow('no reminder');
    await sql`drop trigger no_reminder on booking`.execute(db());
    expect((await world.rowOf(over.id)).status).toBe('expired');
  });
});

describe('an account that is closed', () => {
  test('takes back what is still looked at, and whoever manages it hears so', async () => {
    const { at } = await world.home();
    const who = await somebody(world.house, 'tenant');
    const id = await addBooking(world.house, at, who);
    const before = await world.toldTo(world.here.owner, 'booking.given_up');
    await db()
      .transaction()
      .execute((tx) => forgetBookings(tx, who.id));
    expect((await world.rowOf(id)).status).toBe('deleted');
    expect(await world.toldTo(world.here.owner, 'booking.given_up')).toBe(before + 1);
    const seen = await world.service.details(ctxOf(world.house, world.here.owner), { id });
    expect(seen.history.map(({ by }) => by)).not.toContain(`tenant ${who.email.replace(/\D/g, '')}`);
  });
});

describe('an application', () => {
  test('shows its papers to who shortlisted it, and opens again where it is answered with the same version', async () => {
    const { at } = await world.home();
    const who = await somebody(world.house, 'tenant');
    const id = await addBooking(world.house, at, who);
    const service = applicationService(world.house);
    const { id: paper } = await world.as(who, (ctx) => service.addPaper(ctx, { kind: 'income', file }));
    const read = () => owner((ctx) => service.read(ctx, { booking_id: id }));
    expect(await read()).toMatchObject({ papers: [], papers_shut: 1 });
    await expect(owner((ctx) => paperFor(ctx, paper, id))).rejects.toMatchObject({ failure: 'notFound' });
    await owner((ctx) => world.service.shortlist(ctx, { id, on: true }));
    expect(await read()).toMatchObject({ papers: [{ id: paper }], papers_shut: 0 });
    await sql`update application_grant set until = app.now() - interval '1 day' where booking_id = ${id}`.execute(db());
    await expect(read()).rejects.toMatchObject({ failure: 'gone' });
    await owner((ctx) => world.service.ask(ctx, { id, what: ['income'], note: '' }));
    await world.as(who, (ctx) => world.service.answer(ctx, { id, note: '' }));
    expect(await read()).toMatchObject({ papers_shut: 0 });
  });
});

describe('an accepted bid', () => {
  const accepted = async (listing: number, unit: number): Promise<Somebody> => {
    const who = await somebody(world.house, 'tenant');
    const { rows } = await sql<{ id: number }>`insert into bid (company_id, property_id, unit_id, listing_id, person_id, status)
      values (${world.company}, ${world.here.property}, ${unit}, ${listing}, ${who.id}, 'accepted') returning id`.execute(db());
    const bidId = Number(rows[0]?.id);
    await sql`insert into bid_turn (bid_id, n, by_bidder, cents, terms) values (${bidId}, 1, true, 4000000, '{}')`.execute(db());
    await owner((ctx) => happened(ctx, 'bid.accepted', { bidId }));
    return who;
  };
  const bookingOf = (who: Somebody) => db().selectFrom('booking').selectAll().where('person_id', '=', who.id).executeTakeFirstOrThrow();

  test('on a home somebody holds is a back-up once it is answered; on a frozen one it is frozen like its neighbours', async () => {
    const { listing, unit } = await world.home();
    const first = await world.applies(listing);
    await world.approve(first.id);
    const bidder = await accepted(listing, unit);
    const { id } = await bookingOf(bidder);
    expect(await world.toldTo(bidder, 'booking.backup')).toBe(1);
    await world.as(bidder, (ctx) => applicationService(world.house).save(ctx, { ...said, consents: ['sharing'] }));
    await world.as(bidder, (ctx) => world.service.answer(ctx, { id, note: '' }));
    expect((await world.rowOf(id)).stage).toBe('backup');

    const stopped = await world.home();
    await world.as(await somebody(world.house, 'superadmin'), (ctx) => moveBySystem(ctx, stopped.unit, 'stall', 'a report'));
    expect((await bookingOf(await accepted(stopped.listing, stopped.unit))).stage).toBe('frozen');
  });
  const said = {
    ...{ name: 'A bidder', id_kind: 'national_id' as const, id_number: '31313131', work: 'employed' as const, employer: '', people: 1 },
    ...{
      kra_pin: '',
      position: '',
      employed_since: '',
      employer_phone: '',
      landlord_name: '',
      landlord_phone: '',
      landlord_rent_cents: cents(0),
      income_cents: cents(20_000_000),
    },
    ...{ landlord_reason: '', guarantor_name: '', guarantor_phone: '', guarantor_relation: '', kin_name: '', kin_phone: '', vehicles: '', pets: '' },
  };
});
