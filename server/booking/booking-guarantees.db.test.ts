import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { readApplicationDocument } from '#server/application/papers.ts';
import { applicationService } from '#server/application/service.ts';
import { runEachTask } from '#server/jobs/due-rows.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { from } from '#server/kernel/scoped.ts';
import { moveUnitBySystem } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { addBooking } from '#test/fixtures/bookings.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { assertHoldsNoLaterLocks } from '#test/lock-order.ts';
import { createPerson, createTestCtx, reloadTestPerson, type TestPerson } from '#test/people.ts';
import { bookingJobs } from './clock.ts';
import { eraseBookingPersonalData } from './personal-data.ts';
import { releasePromotionPlace } from './promotion-place.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture();
});
afterEach(() => setClock(fixture.services, null));
const db = () => fixture.services.database.db;
const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };
const owner = <T>(work: Parameters<typeof fixture.as<T>>[1]) => fixture.as(fixture.here.owner, work);
const payment = () => ({ cents: toCents(9_000_000), how: 'mpesa' as const, on: clock.today(), note: '' });

describe('booking payment', () => {
  test('is recorded only with evidence for the same booking, and below the amount due only with a reason', async () => {
    const [one, two] = [await fixture.home(), await fixture.home()];
    const [a, b] = [await fixture.applies(one.listing), await fixture.applies(two.listing)];
    for (const { id } of [a, b]) await fixture.approve(id);
    const { file_id } = await owner((ctx) => fixture.service.uploadEvidence(ctx, { id: b.id, file }));
    const confirm = (id: number, more: object = {}) =>
      owner((ctx) => fixture.service.confirmPayment(ctx, { id, file_id, ...payment(), why_less: '', ...more }));
    await expect(confirm(a.id)).rejects.toMatchObject({ extra: { fields: { file_id: expect.any(String) } } });
    await expect(confirm(b.id, { cents: 1 })).rejects.toMatchObject({ extra: { fields: { why_less: expect.any(String) } } });
    expect(await confirm(b.id, { cents: 5_000_000, why_less: 'The deposit comes on Friday' })).toMatchObject({
      status: 1,
      acts: [],
      paid: { cents: 5_000_000, why_less: 'The deposit comes on Friday' },
      tenancy: { code: expect.stringContaining('TCY-') },
    });
    const { code } = await fixture.services.database.db.selectFrom('payment').select('code').where('booking_id', '=', b.id).executeTakeFirstOrThrow();
    const correct = (id: number) => owner((ctx) => fixture.service.correctPayment(ctx, { id, file_id: null, ...payment(), reason: 'The rest came' }));
    await expect(correct(b.id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(code) });
    expect(await fixture.service.details(createTestCtx(fixture.services, fixture.here.owner), { id: b.id })).toMatchObject({
      received_cents: 5_000_000,
      paid: { cents: 5_000_000 },
    });
    // A payment recorded before invoices existed is corrected in the booking.
    await fixture.services.database.db.updateTable('payment').set({ booking_id: null }).where('booking_id', '=', b.id).execute();
    await fixture.services.database.db.updateTable('invoice').set({ status: 'expired' }).where('booking_id', '=', b.id).execute();
    expect((await correct(b.id)).paid).toMatchObject({ cents: 9_000_000, why_less: '' });
  });

  test('notifies the manager, shows the manager the receipt, and extends the deadline once, when the applicant reports a payment with a receipt', async () => {
    const { listing } = await fixture.home();
    const { id, person } = await fixture.applies(listing);
    await expect(fixture.as(person, (ctx) => fixture.service.uploadReceipt(ctx, { id, file }))).rejects.toMatchObject({ failure: 'wrongState' });
    await fixture.approve(id);
    const until = (await fixture.rowOf(id)).pay_until?.getTime() ?? 0;
    await setClock(fixture.services, new Date(until - 3_600_000).toISOString());
    const { file_id } = await fixture.as(person, (ctx) => fixture.service.uploadReceipt(ctx, { id, file }));
    const stranger = await createPerson(fixture.services, 'tenant');
    await expect(fixture.as(stranger, (ctx) => fixture.service.claimPaid(ctx, { id, file_id, ...payment() }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    await fixture.as(person, (ctx) => fixture.service.claimPaid(ctx, { id, file_id, ...payment() }));
    expect(await fixture.toldTo(fixture.here.owner, 'booking.said_paid')).toBe(1);
    const later = (await fixture.rowOf(id)).pay_until?.getTime() ?? 0;
    expect(later).toBeGreaterThan(until);
    await fixture.as(person, (ctx) => fixture.service.claimPaid(ctx, { id, file_id, ...payment() }));
    expect((await fixture.rowOf(id)).pay_until?.getTime()).toBe(later);
    const seen = await fixture.service.details(createTestCtx(fixture.services, fixture.here.owner), { id });
    expect(seen.said_paid).toMatchObject({ cents: 9_000_000, file_id, file: expect.any(String) });
    // Staff who see the booking see its payment evidence, which gives them no access to other documents of the company.
    const staff = await createPerson(fixture.services, 'staff', ['booking.read']);
    const { companyId } = fixture.here.owner.me;
    await fixture.services.database.db.updateTable('person').set({ company_id: companyId }).where('id', '=', staff.id).execute();
    const read = await fixture.service.details(createTestCtx(fixture.services, await reloadTestPerson(fixture.services, staff)), { id });
    expect(read.said_paid).toMatchObject({ file: seen.said_paid?.file });
    expect(read.said_paid_at).toBe(seen.said_paid?.at);
    expect(await owner((ctx) => fixture.service.confirmPayment(ctx, { id, file_id, ...payment(), why_less: '' }))).toMatchObject({ status: 1 });
  });

  test('has a receipt that staff of the letting agent can read only with access to the booking', async () => {
    const { listing } = await fixture.home();
    const agent = await createPerson(fixture.services, 'agent');
    await db()
      .insertInto('mandate')
      .values({
        owner_company_id: fixture.company,
        agent_company_id: agent.me.companyId ?? 0,
        all_properties: true,
        grants: ['booking.read', 'booking.edit'],
      })
      .execute();
    await db().updateTable('listing').set({ contact_id: agent.id }).where('id', '=', listing).execute();
    const { id, person } = await fixture.applies(listing);
    await fixture.approve(id);
    const { file_id } = await fixture.as(person, (ctx) => fixture.service.uploadReceipt(ctx, { id, file }));
    await fixture.as(person, (ctx) => fixture.service.claimPaid(ctx, { id, file_id, ...payment() }));
    const staffOf = async (grants: string[]) => {
      const one = await createPerson(fixture.services, 'staff', grants as never);
      await db().updateTable('person').set({ company_id: agent.me.companyId }).where('id', '=', one.id).execute();
      return reloadTestPerson(fixture.services, one);
    };
    const { said_paid } = await fixture.service.details(createTestCtx(fixture.services, await staffOf(['booking.read'])), { id });
    expect(said_paid?.file).toEqual(expect.any(String));
    const files = (who: TestPerson) => from(createTestCtx(fixture.services, who), 'media_file').select('id').where('id', '=', file_id).execute();
    expect(await files(await staffOf(['booking.read']))).toHaveLength(1);
    expect(await files(await staffOf(['unit.read']))).toEqual([]);
    expect(await files(fixture.here.owner)).toHaveLength(1);
    expect(await files(await createPerson(fixture.services, 'owner'))).toEqual([]);
  });

  test('recording a payment locks the property and the unit before the booking, in the same order as cancellation', async () => {
    const { listing, unit } = await fixture.home();
    const { id } = await fixture.applies(listing);
    await fixture.approve(id);
    const { file_id } = await owner((ctx) => fixture.service.uploadEvidence(ctx, { id, file }));
    const later = [['booking', id]] as const;
    for (const first of [['property', fixture.here.property] as const, ['unit', unit] as const])
      await assertHoldsNoLaterLocks(fixture.services, first, later, () =>
        // At the second attempt the booking is already confirmed. The assertion is about the locks it held while it was waiting.
        owner((ctx) => fixture.service.confirmPayment(ctx, { id, file_id, ...payment(), why_less: '' })).catch(() => undefined),
      );
  });
});

describe('promotion slot of a booking', () => {
  test('is released once when the booking is cancelled, and remains reserved while the booking is open', async () => {
    const { listing } = await fixture.home();
    const promotion = await running(listing);
    const used = async () => (await db().selectFrom('promotion').select('used').where('id', '=', promotion).executeTakeFirstOrThrow()).used;
    const { id, person } = await fixture.applies(listing);
    const stays = await fixture.applies(listing);
    expect(await used()).toBe(2);
    await fixture.as(person, (ctx) => fixture.service.cancel(ctx, { id, reason: 'Changed my mind' }));
    for (const one of [id, id, stays.id]) await releasePromotionPlace(db(), one);
    expect(await used()).toBe(1);
    const asked = await sql<{ n: number }>`select count(*)::int as n from job.job where name = 'booking.unused'`.execute(db());
    expect(asked.rows[0]?.n).toBe(1);
  });
});
async function running(listing: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into promotion (company_id, name, discount_type, value, starts_at, ends_at, status, quota, months)
    values (${fixture.company}, 'A tenth off', 1, 1000, app.now() - interval '1 day', app.now() + interval '30 days', 'running', 5, 1) returning id`.execute(
    db(),
  );
  const id = Number(rows[0]?.id);
  await db().insertInto('promotion_listing').values({ promotion_id: id, listing_id: listing }).execute();
  return id;
}

describe('start date of a booking from the waiting list', () => {
  test('is not earlier than the approval day, and occupancy, notification and invoice show the same date', async () => {
    const { listing } = await fixture.home();
    const first = await fixture.applies(listing);
    await fixture.approve(first.id);
    const waits = await fixture.applies(listing, { waitlist: true, starts_on: fixture.soon(2) });
    await fixture.later(24 * 9);
    await fixture.as(first.person, (ctx) => fixture.service.cancel(ctx, { id: first.id, reason: 'Found another' }));
    const full = await fixture.approve(waits.id);
    expect(full.starts_on).toBe(clock.today());
    const letter = (await listSentNotifications(fixture.services, 'booking.approved')).find(({ to }) => to.personId === waits.person.id);
    expect(letter?.params).toMatchObject({ starts: clock.today() });
    const stay = await sql<{ day: string }>`select lower(during)::text as day from stay where booking_id = ${waits.id}`.execute(db());
    expect(stay.rows).toEqual([{ day: clock.today() }]);
    const { pay_until } = await fixture.rowOf(waits.id);
    const invoices = await db().selectFrom('invoice').select(['issued_on', 'due_on']).where('booking_id', '=', waits.id).execute();
    expect(invoices).toEqual([{ issued_on: clock.today(), due_on: toNairobiDay(pay_until ?? new Date(0)) }]);
  });
});

describe('booking job', () => {
  test('processes the remaining bookings when one booking fails', async () => {
    const done: string[] = [];
    const works = [() => Promise.reject(new Error('record 7: broken')), async () => done.push('expired')];
    await expect(runEachTask(works)).rejects.toThrow('record 7');
    expect(done).toEqual(['expired']);
    const [over, soon] = [await fixture.applies((await fixture.home()).listing), await fixture.applies((await fixture.home()).listing)];
    await sql`update booking set decide_by = app.now() - interval '1 hour' where id = ${over.id}`.execute(db());
    await sql`update booking set decide_by = app.now() + interval '2 hours' where id = ${soon.id}`.execute(db());
    await sql`create function no_reminder() returns trigger language plpgsql as $$ begin raise exception 'no reminder'; end $$`.execute(db());
    await sql`create trigger no_reminder before update of reminded_at on booking for each row when (new.reminded_at is not null) execute function no_reminder()`.execute(
      db(),
    );
    await expect(bookingJobs()[0]?.run(db())).rejects.toThrow('no reminder');
    await sql`drop trigger no_reminder on booking`.execute(db());
    expect((await fixture.rowOf(over.id)).status).toBe('expired');
  });
});

describe('closed account of an applicant', () => {
  test('cancels undecided bookings and notifies the manager', async () => {
    const { at } = await fixture.home();
    const who = await createPerson(fixture.services, 'tenant');
    const id = await addBooking(fixture.services, at, who);
    const before = await fixture.toldTo(fixture.here.owner, 'booking.given_up');
    await db()
      .transaction()
      .execute((tx) => eraseBookingPersonalData(tx, who.id));
    expect((await fixture.rowOf(id)).status).toBe('deleted');
    expect(await fixture.toldTo(fixture.here.owner, 'booking.given_up')).toBe(before + 1);
    const seen = await fixture.service.details(createTestCtx(fixture.services, fixture.here.owner), { id });
    expect(seen.history.map(({ by }) => by)).not.toContain(`tenant ${who.email.replace(/\D/g, '')}`);
  });
});

describe('application documents of a booking', () => {
  test('are visible to the manager after shortlisting, and remain readable after the applicant answers a request', async () => {
    const { at } = await fixture.home();
    const who = await createPerson(fixture.services, 'tenant');
    const id = await addBooking(fixture.services, at, who);
    const service = applicationService(fixture.services);
    const { id: paper } = await fixture.as(who, (ctx) => service.addDocument(ctx, { kind: 'income', file }));
    const read = () => owner((ctx) => service.readForBooking(ctx, { booking_id: id }));
    expect(await read()).toMatchObject({ papers: [], papers_shut: 1 });
    await expect(owner((ctx) => readApplicationDocument(ctx, paper, id))).rejects.toMatchObject({ failure: 'notFound' });
    await owner((ctx) => fixture.service.setShortlisted(ctx, { id, on: true }));
    expect(await read()).toMatchObject({ papers: [{ id: paper }], papers_shut: 0 });
    await sql`update application_grant set until = app.now() - interval '1 day' where booking_id = ${id}`.execute(db());
    await expect(read()).rejects.toMatchObject({ failure: 'gone' });
    await owner((ctx) => fixture.service.requestInformation(ctx, { id, what: ['income'], note: '' }));
    await fixture.as(who, (ctx) => fixture.service.answerRequest(ctx, { id, note: '' }));
    expect(await read()).toMatchObject({ papers_shut: 0 });
  });
});

describe('booking created from an accepted bid', () => {
  const accepted = async (listing: number, unit: number): Promise<TestPerson> => {
    const who = await createPerson(fixture.services, 'tenant');
    const { rows } = await sql<{ id: number }>`insert into bid (company_id, property_id, unit_id, listing_id, person_id, status)
      values (${fixture.company}, ${fixture.here.property}, ${unit}, ${listing}, ${who.id}, 'accepted') returning id`.execute(db());
    const bidId = Number(rows[0]?.id);
    await sql`insert into bid_turn (bid_id, n, by_bidder, cents, terms) values (${bidId}, 1, true, 4000000, '{}')`.execute(db());
    await owner((ctx) => publishEvent(ctx, 'bid.accepted', { bidId }));
    return who;
  };
  const bookingOf = (who: TestPerson) => db().selectFrom('booking').selectAll().where('person_id', '=', who.id).executeTakeFirstOrThrow();

  test('becomes a backup booking on a reserved unit once the applicant answers, and a frozen booking on a frozen unit', async () => {
    const { listing, unit } = await fixture.home();
    const first = await fixture.applies(listing);
    await fixture.approve(first.id);
    const bidder = await accepted(listing, unit);
    const { id } = await bookingOf(bidder);
    expect(await fixture.toldTo(bidder, 'booking.backup')).toBe(1);
    await fixture.as(bidder, (ctx) => applicationService(fixture.services).save(ctx, { ...said, consents: ['sharing'] }));
    await fixture.as(bidder, (ctx) => fixture.service.answerRequest(ctx, { id, note: '' }));
    expect((await fixture.rowOf(id)).stage).toBe('backup');

    const stopped = await fixture.home();
    await fixture.as(await createPerson(fixture.services, 'superadmin'), (ctx) => moveUnitBySystem(ctx, stopped.unit, 'stall', 'a report'));
    expect((await bookingOf(await accepted(stopped.listing, stopped.unit))).stage).toBe('frozen');
  });
  const said = {
    name: 'A bidder',
    id_kind: 'national_id' as const,
    id_number: '31313131',
    work: 'employed' as const,
    employer: '',
    people: 1,
    kra_pin: '',
    position: '',
    employed_since: '',
    employer_phone: '',
    landlord_name: '',
    landlord_phone: '',
    landlord_rent_cents: toCents(0),
    income_cents: toCents(20_000_000),
    landlord_reason: '',
    guarantor_name: '',
    guarantor_phone: '',
    guarantor_relation: '',
    kin_name: '',
    kin_phone: '',
    vehicles: '',
    pets: '',
  };
});
