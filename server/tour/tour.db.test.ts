import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '#contract/kernel/call.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { tampered } from '#test/tampered.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, type Place, place } from '#test/worlds/market.ts';
import { tourService, visitorsService } from './service.ts';

let house: House;
let tours: ReturnType<typeof tourService>;
let visits: ReturnType<typeof visitorsService>;
let n = 0;
/** Thursday, eight in the morning in Nairobi. */
const now = '2027-03-25T05:00:00Z';
const later = (hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString();
const friday = (hour: number) => `2027-03-26T${String(hour - 3).padStart(2, '0')}:00:00.000Z`;

beforeAll(async () => {
  house = await freshHouse();
  tours = tourService(house);
  visits = visitorsService(house);
});
beforeEach(async () => {
  await setClock(house, now);
  await house.database.db.deleteFrom('throttle').execute();
});
afterAll(() => setClock(house, null));

const db = () => house.database.db;
const week = Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((d) => [d, [[540, 720]]]));
type Shown = Place & { readonly listing: number };
/** A home that is shown from nine to twelve, an hour a visit. */
async function shown(facts: object = {}, listing: object = {}): Promise<Shown> {
  const at = await place(house);
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
  return { ...at, listing: await addListing(house, at, listing) };
}
const newPhone = () => `+2547110${String(10_000 + ++n)}`;
type Booking = Input<typeof visitorCalls.book>;
const wish = (home: Shown, from: string, more: Partial<Booking> = {}): Booking => ({
  ...{
    listing_id: home.listing,
    from,
    mode: 'in_person',
    name: 'Wanjiru',
    phone: newPhone(),
    people: 1,
    notes: '',
    code: '',
    asked: '',
    by: 'sms',
    locale: 'en',
  },
  ...more,
});
/** Their own number, which they showed to be theirs. */
async function has(who: Somebody, phone: string): Promise<void> {
  await db().updateTable('person').set({ phone: null, phone_proved_at: null }).where('phone', '=', phone).where('id', '<>', who.id).execute();
  await db()
    .updateTable('person')
    .set({ phone, phone_proved_at: new Date(now) })
    .where('id', '=', who.id)
    .execute();
}
/** As the registry runs it: the code before the transaction. */
async function book(who: Somebody | null, given: Booking) {
  const { first, work } = visits.book;
  if (who && !given.code) await has(who, given.phone);
  const shown = await first(ctxOf(house, who), given);
  return inTransaction(house, who, (ctx) => work(ctx, given, shown));
}
const rowOf = (id: number) => db().selectFrom('tour').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const slotsOf = async (home: Shown) =>
  (await visits.slots(ctxOf(house, null), { listing_id: home.listing, mode: 'in_person' })).results.map((one) => one.from);
const move = (
  who: Somebody,
  id: number,
  name: 'confirm' | 'decline' | 'cancel' | 'attend' | 'miss',
  more: { reason?: string; check_in_code?: string } = {},
) => inTransaction(house, who, (ctx) => tours.move(ctx, { id, move: name, reason: '', check_in_code: '', ...more }));
const act = (key: string | null, name: 'cancel' | 'contest' | 'miss_host') =>
  inTransaction(house, null, (ctx) => visits.actByLink(ctx, { key: key ?? '', act: name, reason: '' }));
const at = (field: string, text: string) => ({ extra: { fields: { [field]: expect.stringContaining(text) } } });
const lastCode = async () => (await told(house, 'security.phone_code')).at(-1)?.params.code ?? '';

describe('taking a slot', () => {
  test('a guest books with the code that was sent, for this home alone; the enquiry is there, and the link opens the tour', async () => {
    const home = await shown();
    const other = await shown();
    const given = wish(home, friday(9));
    await expect(book(null, given)).rejects.toMatchObject(at('code', 'code'));
    const { asked } = await inTransaction(house, null, (ctx) =>
      visits.askCode(ctx, { listing_id: home.listing, mode: 'in_person', phone: given.phone, by: 'sms', locale: 'en' }),
    );
    const code = await lastCode();
    await expect(book(null, { ...given, listing_id: other.listing, asked, code })).rejects.toMatchObject(at('code', 'not right'));
    // Somebody is quicker: the same code is still good for another time.
    await book(await somebody(house, 'tenant'), wish(home, friday(9)));
    await expect(book(null, { ...given, asked, code })).rejects.toMatchObject(at('from', 'taken'));
    const { tour, key } = await book(null, { ...given, from: friday(10), asked, code });
    expect(tour).toMatchObject({ status: 'requested', check_in_code: null, map: null, may: ['move', 'cancel'] });
    await expect(book(null, { ...given, from: friday(11), asked, code })).rejects.toMatchObject(at('code', 'not right'));
    const row = await rowOf(tour.id);
    expect(await db().selectFrom('lead').select(['listing_id', 'phone']).where('id', '=', row.lead_id).executeTakeFirst()).toEqual({
      listing_id: home.listing,
      phone: given.phone,
    });
    expect(await visits.byLink(ctxOf(house, null), { key: key ?? '' })).toMatchObject({ id: tour.id });
    await expect(visits.byLink(ctxOf(house, null), { key: tampered(key ?? '') })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await told(house, 'tour.requested')).filter((one) => one.key.startsWith(`tour.requested:${tour.id}:`))).toHaveLength(2);
  });

  test('an account proves its own number alone: for another it needs the code, and uses up nobody’s tours', async () => {
    const home = await shown();
    const [stranger, victim] = [await somebody(house, 'tenant'), newPhone()];
    const { first, work } = visits.book;
    await expect(first(ctxOf(house, stranger), wish(home, friday(9), { phone: victim }))).rejects.toMatchObject(at('code', 'code'));
    // By mail nobody has shown that the number is theirs: it is not texted and not counted.
    for (const hour of [9, 10, 11])
      await inTransaction(house, null, (ctx) =>
        work(ctx, wish(home, friday(hour), { phone: victim, email: 'stranger@makao.test' }), { phone: victim, proved: false, coded: false }),
      );
    const [tour] = await db().selectFrom('tour').select(['id', 'phone_proved']).where('phone', '=', victim).execute();
    expect(tour?.phone_proved).toBe(false);
    expect((await told(house, 'tour.requested')).find((one) => one.key.startsWith(`tour.requested:${tour?.id}:`))?.to).toMatchObject({
      email: 'stranger@makao.test',
    });
    expect((await told(house, 'tour.requested')).filter((one) => 'phone' in one.to && one.to.phone === victim)).toEqual([]);
    const other = await shown();
    expect((await book(await somebody(house, 'tenant'), wish(other, friday(9), { phone: victim }))).tour.status).toBe('requested');
    // The fourth of the same mailbox is one too many.
    await expect(
      inTransaction(house, null, (ctx) =>
        work(ctx, wish(other, friday(10), { email: 'stranger@makao.test' }), { phone: newPhone(), proved: false, coded: false }),
      ),
    ).rejects.toMatchObject(at('from', '3 open tours'));
  });

  test('past, outside the hours, taken, the fourth: each has its sentence, and nothing is written', async () => {
    const home = await shown();
    const tenant = await somebody(house, 'tenant');
    const phone = newPhone();
    const ask = (from: string) => book(tenant, wish(home, from, { phone }));
    await expect(ask(later(-1))).rejects.toMatchObject(at('from', 'past'));
    await expect(ask(friday(15))).rejects.toMatchObject(at('from', 'no homes'));
    await ask(friday(9));
    await expect(ask(friday(9))).rejects.toMatchObject(at('from', 'taken'));
    await ask(friday(10));
    await ask(friday(11));
    await expect(ask('2027-03-27T06:00:00.000Z')).rejects.toMatchObject(at('from', '3 open tours'));
    expect(await db().selectFrom('tour').select('id').where('phone', '=', phone).execute()).toHaveLength(3);
  });

  test('whoever books with several hosts at once is counted too, and a mailbox is one however it is written', async () => {
    const homes = await Promise.all(Array.from({ length: 4 }, () => shown()));
    const { work } = visits.book;
    const phone = newPhone();
    const all = await Promise.allSettled(
      homes.map((home) => inTransaction(house, null, (ctx) => work(ctx, wish(home, friday(9), { phone }), { phone, proved: true, coded: false }))),
    );
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(3);
    const mails = ['A@x.test', 'a@x.test', 'a@X.test', 'A@X.TEST'];
    const later = await Promise.allSettled(
      homes.map((home, at) =>
        inTransaction(house, null, (ctx) =>
          work(ctx, wish(home, friday(11), { email: mails[at] }), { phone: newPhone(), proved: false, coded: false }),
        ),
      ),
    );
    expect(later.filter((one) => one.status === 'fulfilled')).toHaveLength(3);
  });

  test('the link that is sent opens the tour, also of one that was put down without being booked', async () => {
    const home = await shown();
    const { tour } = await book(await somebody(house, 'tenant'), wish(home, friday(9)));
    await db().updateTable('tour').set({ person_id: null, token_hash: null, phone_proved: true }).where('id', '=', tour.id).execute();
    await move(home.owner, tour.id, 'confirm');
    const sent = (await told(house, 'tour.confirmed')).find(
      (one) => one.key.startsWith(`tour.confirmed:${tour.id}:`) && one.key.endsWith(':visitor'),
    );
    const key = sent?.page?.split('/').at(-1) ?? '';
    expect(await visits.byLink(ctxOf(house, null), { key })).toMatchObject({ id: tour.id, status: 'confirmed' });
  });

  test('of many at once one has it', async () => {
    const home = await shown();
    const people = await Promise.all(Array.from({ length: 6 }, () => somebody(house, 'tenant')));
    const done = await Promise.allSettled(people.map((who) => book(who, wish(home, friday(9)))));
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject(at('from', 'taken'));
  });

  test('a home that is not on offer is not found; one nobody shows has no times', async () => {
    const draft = await shown({}, { status: 'draft', published_at: null });
    await expect(visits.slots(ctxOf(house, null), { listing_id: draft.listing, mode: 'in_person' })).rejects.toMatchObject({ failure: 'notFound' });
    const shy = await shown({ hours: '{}' });
    expect(await visits.slots(ctxOf(house, null), { listing_id: shy.listing, mode: 'in_person' })).toMatchObject({ host: null, results: [] });
    await expect(book(await somebody(house, 'tenant'), wish(shy, friday(9)))).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('an exception closes its day', async () => {
    const home = await shown();
    await inTransaction(house, home.owner, (ctx) => tours.saveDay(ctx, { day: '2027-03-26', ranges: [], note: 'Away' }));
    expect((await slotsOf(home)).some((from) => from.startsWith('2027-03-26'))).toBe(false);
    await inTransaction(house, home.owner, (ctx) => tours.dropDay(ctx, { day: '2027-03-26' }));
    expect(await slotsOf(home)).toContain(friday(9));
  });

  test('several come to a group viewing, as many as have a place', async () => {
    const home = await shown();
    const from = friday(15);
    await inTransaction(house, home.owner, (ctx) =>
      tours.openViewing(ctx, { listing_id: home.listing, from, minutes: 60, capacity: 2, mode: 'in_person', meeting: 'At the gate' }),
    );
    const first = await book(await somebody(house, 'tenant'), wish(home, from));
    expect(first.tour).toMatchObject({ group: true, meeting: 'At the gate' });
    await book(await somebody(house, 'tenant'), wish(home, from));
    await expect(book(await somebody(house, 'tenant'), wish(home, from))).rejects.toMatchObject(at('from', 'taken'));
    await move(home.owner, first.tour.id, 'decline', { reason: 'Full' });
    expect((await book(await somebody(house, 'tenant'), wish(home, from))).tour.group).toBe(true);
  });
});

describe('at the door', () => {
  test('booked at once; the host types the code the visitor says', async () => {
    const home = await shown({ instant: true });
    const tenant = await somebody(house, 'tenant');
    const { tour, key } = await book(tenant, wish(home, friday(9)));
    expect([key, tour]).toMatchObject([null, { status: 'confirmed', check_in_code: expect.stringMatching(/^\d{4}$/) }]);
    const wrong = tour.check_in_code === '0000' ? '0001' : '0000';
    await setClock(house, new Date(Date.parse(friday(9)) - 20 * 60_000).toISOString());
    await expect(move(home.owner, tour.id, 'attend', { check_in_code: wrong })).rejects.toMatchObject(at('check_in_code', 'not the code'));
    expect(await move(home.owner, tour.id, 'attend', { check_in_code: tour.check_in_code ?? '' })).toMatchObject({ status: 'attended' });
    // They have seen it: the page and the letter lead to where they apply.
    const letters = (await told(house, 'tour.seen')).filter((one) => one.to.personId === tenant.id);
    expect(letters).toMatchObject([{ page: `/dashboard/tenant/apply/${tour.listing_id}` }]);
    const own = await visits.mine(ctxOf(house, tenant), { page: 1, page_size: 10 });
    expect(own.results.find((one) => one.id === tour.id)?.apply).toBe(letters[0]?.page);
    await expect(move(home.owner, tour.id, 'cancel', { reason: 'No' })).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: [] } });
    expect((await told(house, 'tour.confirmed')).find((one) => one.to.personId === home.owner.id)?.params.code).toBeUndefined();
  });

  test('a no-show is said once it has begun, counts unless it is contested within a day; after two the host’s word is needed', async () => {
    const phone = newPhone();
    const missed = async (home: Shown) => {
      const { tour, key } = await book(await somebody(house, 'default'), wish(home, friday(9), { phone }));
      await expect(move(home.owner, tour.id, 'miss')).rejects.toMatchObject({ failure: 'conflict' });
      await setClock(house, later(26));
      await move(home.owner, tour.id, 'miss');
      return { id: tour.id, key };
    };
    const one = await missed(await shown({ instant: true }));
    await act(one.key, 'contest');
    expect(await rowOf(one.id)).toMatchObject({ status: 'attended' });
    await setClock(house, now);
    await missed(await shown({ instant: true }));
    await setClock(house, now);
    const third = await missed(await shown({ instant: true }));
    await setClock(house, later(26 + 24.1));
    await expect(act(third.key, 'contest')).rejects.toMatchObject({ failure: 'gone' });
    await setClock(house, now);
    const home = await shown({ instant: true });
    expect((await book(await somebody(house, 'tenant'), wish(home, friday(9), { phone }))).tour.status).toBe('requested');
    expect((await book(await somebody(house, 'tenant'), wish(home, friday(10)))).tour.status).toBe('confirmed');
  });

  test('where somebody lives, they are asked first, and a day more is needed', async () => {
    const home = await shown({ instant: true });
    const tenant = await somebody(house, 'tenant');
    // A home that is let ahead is on offer while somebody lives there; what shows it to the public is another room's.
    const { tour } = await book(tenant, wish(home, friday(11)));
    await db()
      .updateTable('tour')
      .set({ status: 'requested', consent: 'asked', check_in_code: null, lapse_at: later(20) })
      .where('id', '=', tour.id)
      .execute();
    await expect(move(home.owner, tour.id, 'confirm')).rejects.toMatchObject({ failure: 'conflict' });
    await inTransaction(house, home.owner, (ctx) => tours.consent(ctx, { id: tour.id, consent: 'given', reason: '' }));
    expect(await move(home.owner, tour.id, 'confirm')).toMatchObject({ status: 'confirmed' });
  });
});
