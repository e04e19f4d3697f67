import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HandlerInput } from '#contract/kernel/call.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { tamperKey } from '#test/wrong-secrets.ts';
import { tourService, tourVisitorsService } from './service.ts';

let services: TestServices;
let tours: ReturnType<typeof tourService>;
let visits: ReturnType<typeof tourVisitorsService>;
let n = 0;
/** Thursday, eight in the morning in Nairobi. */
const now = '2027-03-25T05:00:00Z';
const later = (hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString();
const friday = (hour: number) => `2027-03-26T${String(hour - 3).padStart(2, '0')}:00:00.000Z`;

beforeAll(async () => {
  services = await createTestServices();
  tours = tourService(services);
  visits = tourVisitorsService(services);
});
beforeEach(async () => {
  await setClock(services, now);
  await services.database.db.deleteFrom('throttle').execute();
});
afterAll(() => setClock(services, null));

const db = () => services.database.db;
const week = Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((d) => [d, [[540, 720]]]));
type Shown = OwnerWithUnit & { readonly listing: number };
/** A home shown from nine to twelve, an hour per visit. */
async function shown(facts: object = {}, listing: object = {}): Promise<Shown> {
  const at = await createOwnerWithUnit(services);
  await db()
    .insertInto('tour_host')
    .values({
      person_id: at.owner.id,
      company_id: at.owner.me.companyId ?? 0,
      hours: JSON.stringify(week),
      minutes: 60,
      buffer_minutes: 60,
      ...facts,
    })
    .execute();
  return { ...at, listing: await addListing(services, at, listing) };
}
const newPhone = () => `+2547110${String(10_000 + ++n)}`;
type Booking = HandlerInput<typeof visitorCalls.book>;
const wish = (home: Shown, from: string, more: Partial<Booking> = {}): Booking => ({
  ...{ listing_id: home.listing, from, mode: 'in_person', name: 'Wanjiru', phone: newPhone(), people: 1 },
  ...{ notes: '', code: '', asked: '', by: 'sms', locale: 'en' },
  ...more,
});
/** Gives the person this phone number as proven. */
async function has(who: TestPerson, phone: string): Promise<void> {
  await db().updateTable('person').set({ phone: null, phone_proved_at: null }).where('phone', '=', phone).where('id', '<>', who.id).execute();
  await db()
    .updateTable('person')
    .set({ phone, phone_proved_at: new Date(now) })
    .where('id', '=', who.id)
    .execute();
}
/** The code is checked before the transaction begins, in the order of the call registry. */
async function book(who: TestPerson | null, given: Booking) {
  const { first, work } = visits.book;
  if (who && !given.code) await has(who, given.phone);
  const shown = await first(createTestCtx(services, who), given);
  return runAsPerson(services, who, (ctx) => work(ctx, given, shown));
}
const rowOf = (id: number) => db().selectFrom('tour').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const slotsOf = async (home: Shown) =>
  (await visits.listSlots(createTestCtx(services, null), { listing_id: home.listing, mode: 'in_person' })).results.map((one) => one.from);
const move = (
  who: TestPerson,
  id: number,
  name: 'confirm' | 'decline' | 'cancel' | 'attend' | 'miss',
  more: { reason?: string; check_in_code?: string } = {},
) => runAsPerson(services, who, (ctx) => tours.move(ctx, { id, move: name, reason: '', check_in_code: '', ...more }));
const act = (key: string | null, name: 'cancel' | 'contest' | 'miss_host') =>
  runAsPerson(services, null, (ctx) => visits.changeByLink(ctx, { key: key ?? '', act: name, reason: '' }));
const at = (field: string, text: string) => ({ extra: { fields: { [field]: expect.stringContaining(text) } } });
const lastCode = async () => (await listSentNotifications(services, 'security.phone_code')).at(-1)?.params.code ?? '';

describe('tour booking', () => {
  test('a guest books with a code sent for the same listing, an enquiry is created, and the link opens the tour', async () => {
    const home = await shown();
    const other = await shown();
    const given = wish(home, friday(9));
    await expect(book(null, given)).rejects.toMatchObject(at('code', 'code'));
    const { asked } = await runAsPerson(services, null, (ctx) =>
      visits.askCode(ctx, { listing_id: home.listing, mode: 'in_person', phone: given.phone, by: 'sms', locale: 'en' }),
    );
    const code = await lastCode();
    await expect(book(null, { ...given, listing_id: other.listing, asked, code })).rejects.toMatchObject(at('code', 'incorrect'));
    // The slot is taken first by another visitor: the same code is still valid for another time.
    await book(await createPerson(services, 'tenant'), wish(home, friday(9)));
    await expect(book(null, { ...given, asked, code })).rejects.toMatchObject(at('from', 'just booked this time'));
    const { tour, key } = await book(null, { ...given, from: friday(10), asked, code });
    expect(tour).toMatchObject({ status: 'requested', check_in_code: null, map: null, may: ['move', 'cancel'] });
    await expect(book(null, { ...given, from: friday(11), asked, code })).rejects.toMatchObject(at('code', 'incorrect'));
    const row = await rowOf(tour.id);
    expect(await db().selectFrom('lead').select(['listing_id', 'phone']).where('id', '=', row.lead_id).executeTakeFirst()).toEqual({
      listing_id: home.listing,
      phone: given.phone,
    });
    expect(await visits.detailsByLink(createTestCtx(services, null), { key: key ?? '' })).toMatchObject({ id: tour.id });
    await expect(visits.detailsByLink(createTestCtx(services, null), { key: tamperKey(key ?? '') })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await listSentNotifications(services, 'tour.requested')).filter((one) => one.key.startsWith(`tour.requested:${tour.id}:`))).toHaveLength(
      2,
    );
  });

  test("another person's phone number needs a code, and bookings without that code do not count against the owner of the number", async () => {
    const home = await shown();
    const [stranger, victim] = [await createPerson(services, 'tenant'), newPhone()];
    const { first, work } = visits.book;
    await expect(first(createTestCtx(services, stranger), wish(home, friday(9), { phone: victim }))).rejects.toMatchObject(at('code', 'code'));
    // A code sent by mail does not prove the number, so the number gets no SMS and no count.
    for (const hour of [9, 10, 11])
      await runAsPerson(services, null, (ctx) =>
        work(ctx, wish(home, friday(hour), { phone: victim, email: 'stranger@makao.test' }), { phone: victim, proved: false, coded: false }),
      );
    const [tour] = await db().selectFrom('tour').select(['id', 'phone_proved']).where('phone', '=', victim).execute();
    expect(tour?.phone_proved).toBe(false);
    expect(
      (await listSentNotifications(services, 'tour.requested')).find((one) => one.key.startsWith(`tour.requested:${tour?.id}:`))?.to,
    ).toMatchObject({
      email: 'stranger@makao.test',
    });
    expect((await listSentNotifications(services, 'tour.requested')).filter((one) => 'phone' in one.to && one.to.phone === victim)).toEqual([]);
    const other = await shown();
    expect((await book(await createPerson(services, 'tenant'), wish(other, friday(9), { phone: victim }))).tour.status).toBe('requested');
    // The fourth booking of one mailbox is rejected.
    await expect(
      runAsPerson(services, null, (ctx) =>
        work(ctx, wish(other, friday(10), { email: 'stranger@makao.test' }), { phone: newPhone(), proved: false, coded: false }),
      ),
    ).rejects.toMatchObject(at('from', '3 open tours'));
  });

  test('past times, times outside opening hours, booked times and a fourth tour are each rejected with their own message', async () => {
    const home = await shown();
    const tenant = await createPerson(services, 'tenant');
    const phone = newPhone();
    const ask = (from: string) => book(tenant, wish(home, from, { phone }));
    await expect(ask(later(-1))).rejects.toMatchObject(at('from', 'has passed'));
    await expect(ask(friday(15))).rejects.toMatchObject(at('from', 'host is not available'));
    await ask(friday(9));
    await expect(ask(friday(9))).rejects.toMatchObject(at('from', 'just booked this time'));
    await ask(friday(10));
    await ask(friday(11));
    await expect(ask('2027-03-27T06:00:00.000Z')).rejects.toMatchObject(at('from', '3 open tours'));
    expect(await db().selectFrom('tour').select('id').where('phone', '=', phone).execute()).toHaveLength(3);
  });

  test('concurrent bookings are limited to three per phone number and per mailbox, regardless of the spelling', async () => {
    const homes = await Promise.all(Array.from({ length: 4 }, () => shown()));
    const { work } = visits.book;
    const phone = newPhone();
    const all = await Promise.allSettled(
      homes.map((home) => runAsPerson(services, null, (ctx) => work(ctx, wish(home, friday(9), { phone }), { phone, proved: true, coded: false }))),
    );
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(3);
    const mails = ['A@x.test', 'a@x.test', 'a@X.test', 'A@X.TEST'];
    const later = await Promise.allSettled(
      homes.map((home, at) =>
        runAsPerson(services, null, (ctx) =>
          work(ctx, wish(home, friday(11), { email: mails[at] }), { phone: newPhone(), proved: false, coded: false }),
        ),
      ),
    );
    expect(later.filter((one) => one.status === 'fulfilled')).toHaveLength(3);
  });

  test('the link in the confirmation opens the tour, also for a tour created without a booking form', async () => {
    const home = await shown();
    const { tour } = await book(await createPerson(services, 'tenant'), wish(home, friday(9)));
    await db().updateTable('tour').set({ person_id: null, token_hash: null, phone_proved: true }).where('id', '=', tour.id).execute();
    await move(home.owner, tour.id, 'confirm');
    const sent = (await listSentNotifications(services, 'tour.confirmed')).find(
      (one) => one.key.startsWith(`tour.confirmed:${tour.id}:`) && one.key.endsWith(':visitor'),
    );
    const key = sent?.page?.split('/').at(-1) ?? '';
    expect(await visits.detailsByLink(createTestCtx(services, null), { key })).toMatchObject({ id: tour.id, status: 'confirmed' });
  });

  test('only one of several concurrent bookings gets the slot', async () => {
    const home = await shown();
    const people = await Promise.all(Array.from({ length: 6 }, () => createPerson(services, 'tenant')));
    const done = await Promise.allSettled(people.map((who) => book(who, wish(home, friday(9)))));
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject(at('from', 'just booked this time'));
  });

  test('an unlisted home returns 404, and a home without a host has no times', async () => {
    const draft = await shown({}, { status: 'draft', published_at: null });
    await expect(visits.listSlots(createTestCtx(services, null), { listing_id: draft.listing, mode: 'in_person' })).rejects.toMatchObject({
      failure: 'notFound',
    });
    const shy = await shown({ hours: '{}' });
    expect(await visits.listSlots(createTestCtx(services, null), { listing_id: shy.listing, mode: 'in_person' })).toMatchObject({
      host: null,
      results: [],
    });
    await expect(book(await createPerson(services, 'tenant'), wish(shy, friday(9)))).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('a day that the host has closed has no slots', async () => {
    const home = await shown();
    await runAsPerson(services, home.owner, (ctx) => tours.saveDay(ctx, { day: '2027-03-26', ranges: [], note: 'Away' }));
    expect((await slotsOf(home)).some((from) => from.startsWith('2027-03-26'))).toBe(false);
    await runAsPerson(services, home.owner, (ctx) => tours.dropDay(ctx, { day: '2027-03-26' }));
    expect(await slotsOf(home)).toContain(friday(9));
  });

  test('a group tour accepts as many visitors as it has places', async () => {
    const home = await shown();
    const from = friday(15);
    await runAsPerson(services, home.owner, (ctx) =>
      tours.openViewing(ctx, { listing_id: home.listing, from, minutes: 60, capacity: 2, mode: 'in_person', meeting: 'At the gate' }),
    );
    const first = await book(await createPerson(services, 'tenant'), wish(home, from));
    expect(first.tour).toMatchObject({ group: true, meeting: 'At the gate' });
    await book(await createPerson(services, 'tenant'), wish(home, from));
    await expect(book(await createPerson(services, 'tenant'), wish(home, from))).rejects.toMatchObject(at('from', 'just booked this time'));
    await move(home.owner, first.tour.id, 'decline', { reason: 'Full' });
    expect((await book(await createPerson(services, 'tenant'), wish(home, from))).tour.group).toBe(true);
  });
});

describe('tour: check-in and outcome', () => {
  test("the host checks in an instantly confirmed tour with the visitor's code", async () => {
    const home = await shown({ instant: true });
    const tenant = await createPerson(services, 'tenant');
    const { tour, key } = await book(tenant, wish(home, friday(9)));
    expect([key, tour]).toMatchObject([null, { status: 'confirmed', check_in_code: expect.stringMatching(/^\d{4}$/) }]);
    const wrong = tour.check_in_code === '0000' ? '0001' : '0000';
    await setClock(services, new Date(Date.parse(friday(9)) - 20 * 60_000).toISOString());
    await expect(move(home.owner, tour.id, 'attend', { check_in_code: wrong })).rejects.toMatchObject(at('check_in_code', 'not the visitor’s code'));
    expect(await move(home.owner, tour.id, 'attend', { check_in_code: tour.check_in_code ?? '' })).toMatchObject({ status: 'attended' });
    // After the visit, page and mail link to the application.
    const letters = (await listSentNotifications(services, 'tour.seen')).filter((one) => one.to.personId === tenant.id);
    expect(letters).toMatchObject([{ page: `/dashboard/tenant/apply/${tour.listing_id}` }]);
    const own = await visits.listMine(createTestCtx(services, tenant), { page: 1, page_size: 10 });
    expect(own.results.find((one) => one.id === tour.id)?.apply).toBe(letters[0]?.page);
    await expect(move(home.owner, tour.id, 'cancel', { reason: 'No' })).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: [] } });
    expect((await listSentNotifications(services, 'tour.confirmed')).find((one) => one.to.personId === home.owner.id)?.params.code).toBeUndefined();
  });

  test('a no-show is recorded after the start and can be contested within a day, and after two no-shows the host must confirm bookings', async () => {
    const phone = newPhone();
    const missed = async (home: Shown) => {
      const { tour, key } = await book(await createPerson(services, 'default'), wish(home, friday(9), { phone }));
      await expect(move(home.owner, tour.id, 'miss')).rejects.toMatchObject({ failure: 'conflict' });
      await setClock(services, later(26));
      await move(home.owner, tour.id, 'miss');
      return { id: tour.id, key };
    };
    const one = await missed(await shown({ instant: true }));
    await act(one.key, 'contest');
    expect(await rowOf(one.id)).toMatchObject({ status: 'attended' });
    await setClock(services, now);
    await missed(await shown({ instant: true }));
    await setClock(services, now);
    const third = await missed(await shown({ instant: true }));
    await setClock(services, later(26 + 24.1));
    await expect(act(third.key, 'contest')).rejects.toMatchObject({ failure: 'gone' });
    await setClock(services, now);
    const home = await shown({ instant: true });
    expect((await book(await createPerson(services, 'tenant'), wish(home, friday(9), { phone }))).tour.status).toBe('requested');
    expect((await book(await createPerson(services, 'tenant'), wish(home, friday(10)))).tour.status).toBe('confirmed');
  });

  test('the host can confirm a tour of an occupied home only after the occupant consents', async () => {
    const home = await shown({ instant: true });
    const tenant = await createPerson(services, 'tenant');
    // A home can be listed in advance while it is occupied; another module publishes it.
    const { tour } = await book(tenant, wish(home, friday(11)));
    await db()
      .updateTable('tour')
      .set({ status: 'requested', consent: 'asked', check_in_code: null, lapse_at: later(20) })
      .where('id', '=', tour.id)
      .execute();
    await expect(move(home.owner, tour.id, 'confirm')).rejects.toMatchObject({ failure: 'conflict' });
    await runAsPerson(services, home.owner, (ctx) => tours.recordConsent(ctx, { id: tour.id, consent: 'given', reason: '' }));
    expect(await move(home.owner, tour.id, 'confirm')).toMatchObject({ status: 'confirmed' });
  });
});
