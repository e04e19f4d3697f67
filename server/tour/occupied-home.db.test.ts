import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import {
  addListedHome,
  bookTour,
  hoursAfterNow,
  type ListedHome,
  listFreeSlots,
  listTourNotifications,
  readTourRow,
  setUpTourTests,
  toFridayTime,
  tourDb,
  tourHandlers,
  tourNow,
  tourServices,
  visitorHandlers,
} from '#test/fixtures/tours.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { advanceTours } from './clock.ts';

/** Consent of the occupant, check-in at the door, feedback, and the calendar. */
setUpTourTests();

const saturday = (hour: number) => `2027-03-27T${String(hour - 3).padStart(2, '0')}:00:00.000Z`;
async function moveIn(home: ListedHome, who: TestPerson, role: 'lead' | 'co_tenant' | 'guarantor' = 'lead'): Promise<void> {
  const company_id = home.owner.me.companyId ?? 0;
  const known = await tourDb().selectFrom('tenancy').select('id').where('unit_id', '=', home.unit).executeTakeFirst();
  const tenancy =
    known ??
    (await tourDb()
      .insertInto('tenancy')
      .values({
        company_id,
        property_id: home.property,
        unit_id: home.unit,
        listing_type: 0,
        status: 'active',
        term_type: 'periodic',
        starts_on: addDays('2027-03-25', -200),
      })
      .returning('id')
      .executeTakeFirstOrThrow());
  const tenant = await tourDb()
    .insertInto('tenant')
    .values({ company_id, person_id: who.id, name: 'Achieng' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tourDb()
    .insertInto('tenancy_person')
    .values({ tenancy_id: tenancy.id, tenant_id: tenant.id, role, share_bp: role === 'lead' ? 10_000 : 0 })
    .execute();
}
/** A tour of an occupied home whose occupant was asked for consent. */
async function asked(from = saturday(9)) {
  const home = await addListedHome({ instant: true });
  const lives = await createPerson(tourServices, 'tenant');
  const { id } = await bookTour(home, from);
  await moveIn(home, lives);
  await tourDb()
    .updateTable('tour')
    .set({ status: 'requested', consent: 'asked', check_in_code: null, lapse_at: hoursAfterNow(20) })
    .where('id', '=', id)
    .execute();
  return { home, lives, id };
}
const answer = (who: TestPerson, id: number, consent: 'given' | 'refused', note = '') =>
  runAsPerson(tourServices, who, (ctx) => visitorHandlers.answerVisit(ctx, { id, consent, note }));

test('tour of an occupied home: needs a day more notice than a tour of a vacant home, and needs consent even with instant confirmation', async () => {
  const home = await addListedHome({ instant: true });
  // Friday at nine is 25 hours away, Friday at ten 26 hours.
  expect(await listFreeSlots(home)).toContain(toFridayTime(9));
  await tourDb().updateTable('unit').set({ status: 'occupied', let_from: '2027-04-30' }).where('id', '=', home.unit).execute();
  expect((await listFreeSlots(home))[0]).toBe(toFridayTime(10));
  await expect(bookTour(home, toFridayTime(9))).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
  const { id } = await bookTour(home, toFridayTime(10));
  expect(await readTourRow(id)).toMatchObject({ status: 'requested', consent: 'asked', check_in_code: null });
});

describe("occupant's consent to a tour", () => {
  test("the occupant sees the tour without the visitor's identity, and after the consent the host must confirm", async () => {
    const { home, lives, id } = await asked();
    const { results } = await visitorHandlers.homeVisits(createTestCtx(tourServices, lives));
    expect(results).toMatchObject([{ id, consent: 'asked', may_answer: true }]);
    expect(JSON.stringify(results)).not.toContain('Otieno');
    expect(await answer(lives, id, 'given', 'Ring twice')).toMatchObject({ consent: 'given' });
    expect(await tourHandlers.details(createTestCtx(tourServices, home.owner), { id })).toMatchObject({
      consent: 'given',
      consent_note: 'Ring twice',
      moves: expect.arrayContaining(['confirm']),
    });
    expect((await listTourNotifications('tour.requested', id)).filter((one) => one.params.as === 'agreed')).toMatchObject([
      { to: { personId: home.owner.id } },
    ]);
  });

  test('a refusal, even after consent, cancels the tour and makes its time available', async () => {
    const { home, lives, id } = await asked();
    await answer(lives, id, 'given');
    await runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.move(ctx, { id, move: 'confirm', reason: '', check_in_code: '' }));
    expect(await answer(lives, id, 'refused', 'My child is ill')).toMatchObject({ consent: 'refused', may_answer: false });
    expect(await readTourRow(id)).toMatchObject({ status: 'canceled' });
    const [mail] = await listTourNotifications('tour.canceled', id);
    expect(mail?.params.reason).not.toContain('ill');
    expect(await listFreeSlots(home)).toContain(saturday(9));
    await expect(answer(lives, id, 'given')).rejects.toMatchObject({ failure: 'wrongState' });
    const second = await asked();
    await answer(second.lives, second.id, 'refused');
    expect(await readTourRow(second.id)).toMatchObject({ status: 'declined' });
  });

  test('a tenant who has moved out is not notified and cannot answer', async () => {
    const { home, lives, id } = await asked();
    const left = await createPerson(tourServices, 'tenant');
    await moveIn(home, left, 'co_tenant');
    const theirs = tourDb().selectFrom('tenant').select('id').where('person_id', '=', left.id);
    await tourDb().updateTable('tenancy_person').set({ until: '2027-02-28' }).where('tenant_id', 'in', theirs).execute();
    await expect(answer(left, id, 'refused')).rejects.toMatchObject({ failure: 'notFound' });
    await answer(lives, id, 'given');
    await runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.reschedule(ctx, { id, from: saturday(11) }));
    expect((await listTourNotifications('tour.requested', id)).filter((one) => one.to.personId === left.id)).toEqual([]);
  });

  test('neighbour, guarantor and visitor cannot answer for the occupant', async () => {
    const { home, id } = await asked();
    const surety = await createPerson(tourServices, 'tenant');
    await moveIn(home, surety, 'guarantor');
    const visitor = await readTourRow(id);
    for (const who of [await createPerson(tourServices, 'tenant'), surety, (await asked()).lives]) {
      expect((await visitorHandlers.homeVisits(createTestCtx(tourServices, who))).results.map((one) => one.id)).not.toContain(id);
      await expect(answer(who, id, 'given')).rejects.toMatchObject({ failure: 'notFound' });
    }
    expect(visitor.consent).toBe('asked');
  });

  test('a new tour time needs new consent and a day of notice, and notifies the occupant', async () => {
    const { home, lives, id } = await asked();
    await answer(lives, id, 'given');
    const put = (from: string) => runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.reschedule(ctx, { id, from }));
    await expect(put(toFridayTime(9))).rejects.toMatchObject({ extra: { fields: { from: expect.stringContaining('26 hours') } } });
    expect(await put(saturday(11))).toMatchObject({ consent: 'asked', consent_note: '' });
    expect((await listTourNotifications('tour.requested', id)).filter((one) => one.params.as === 'lives')).toMatchObject([
      { to: { personId: lives.id } },
    ]);
  });

  test('a rescheduled tour is pending until the occupant gives new consent, and expires without consent', async () => {
    const { home, lives, id } = await asked();
    await answer(lives, id, 'given');
    await runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.move(ctx, { id, move: 'confirm', reason: '', check_in_code: '' }));
    const put = (from: string) => runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.reschedule(ctx, { id, from }));
    expect(await put(saturday(11))).toMatchObject({ status: 'requested', consent: 'asked' });
    expect(await readTourRow(id)).toMatchObject({ lapse_at: expect.any(Date), remind_at: null, settle_at: null });
    const confirmed = (await listTourNotifications('tour.confirmed', id)).length;
    await expect(
      runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.move(ctx, { id, move: 'confirm', reason: '', check_in_code: '' })),
    ).rejects.toMatchObject({ failure: 'conflict' });
    await answer(lives, id, 'given');
    expect(await readTourRow(id)).toMatchObject({ status: 'confirmed', consent: 'given', lapse_at: null });
    expect((await listTourNotifications('tour.confirmed', id)).length).toBe(confirmed + 2);
    // The deadline follows the new time: the occupant has a full day to answer.
    await setClock(tourServices, hoursAfterNow(30));
    await put('2027-03-28T06:00:00.000Z');
    expect(await readTourRow(id)).toMatchObject({ lapse_at: new Date(hoursAfterNow(54)) });
    // The scheduled job does not run for a week, then runs on two nodes at once, then again.
    await setClock(tourServices, hoursAfterNow(24 * 7));
    await Promise.all([advanceTours(tourDb()), advanceTours(tourDb())]);
    await advanceTours(tourDb());
    expect(await readTourRow(id)).toMatchObject({ status: 'lapsed', lapse_at: null });
  });
});

describe('tour check-in', () => {
  test('rejects the code an hour before the tour, and rejects the correct code after five wrong codes', async () => {
    const home = await addListedHome({ instant: true });
    const { id } = await bookTour(home, toFridayTime(9));
    const { check_in_code } = await readTourRow(id);
    const wrong = check_in_code === '0000' ? '0001' : '0000';
    const say = (code: string | null) =>
      runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.move(ctx, { id, move: 'attend', reason: '', check_in_code: code ?? '' }));
    // Check-in is not possible an hour before the visit.
    await setClock(tourServices, new Date(Date.parse(toFridayTime(9)) - 3_600_000).toISOString());
    await expect(say(check_in_code)).rejects.toMatchObject({ failure: 'conflict' });
    await setClock(tourServices, toFridayTime(9));
    for (let i = 0; i < 5; i++) await expect(say(wrong)).rejects.toMatchObject({ extra: { fields: { check_in_code: expect.any(String) } } });
    await expect(say(check_in_code)).rejects.toMatchObject({ failure: 'conflict' });
  });
});

describe('tour feedback', () => {
  const opinion = { liked: false, reasons: ['noise' as const], price: 'high' as const, note: '' };
  test('the visitor can give feedback once within a month, and the host can read it', async () => {
    const home = await addListedHome({ instant: true });
    const { id, visitor } = await bookTour(home, toFridayTime(9));
    const say = (who: TestPerson | null = visitor) => runAsPerson(tourServices, who, (ctx) => visitorHandlers.feedback(ctx, { id, ...opinion }));
    await expect(say()).rejects.toMatchObject({ failure: 'wrongState' });
    const { check_in_code } = await readTourRow(id);
    await setClock(tourServices, toFridayTime(9));
    const at = { lat: -1.29, lng: 36.7809 };
    const attended = await runAsPerson(tourServices, home.owner, (ctx) =>
      tourHandlers.move(ctx, { id, move: 'attend', reason: '', check_in_code: check_in_code ?? '', at }),
    );
    expect(attended.check_in_m).toBeGreaterThan(80);
    expect(attended.check_in_m).toBeLessThan(120);
    await expect(say(await createPerson(tourServices, 'tenant'))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await say()).toMatchObject({ feedback: opinion, may: [] });
    await expect(say()).rejects.toMatchObject({ failure: 'wrongState' });
    expect(await tourHandlers.details(createTestCtx(tourServices, home.owner), { id })).toMatchObject({ feedback: opinion });
    await tourDb().updateTable('tour').set({ feedback: null }).where('id', '=', id).execute();
    await setClock(tourServices, hoursAfterNow(24 * 32));
    await expect(say()).rejects.toMatchObject({ failure: 'gone' });
  });
});

describe('inspections and group tours in the calendar', () => {
  test('own inspections of the person appear beside tours, and all inspections appear with the permission to read tenancies', async () => {
    const home = await addListedHome({ instant: true });
    await bookTour(home, toFridayTime(9));
    const plan = (inspector: number | null, scheduled_at: string) =>
      tourDb()
        .insertInto('inspection')
        .values({
          company_id: home.owner.me.companyId ?? 0,
          property_id: home.property,
          unit_id: home.unit,
          kind: 'routine',
          areas: '[]',
          inspector_id: inspector,
          scheduled_at,
        })
        .execute();
    await plan(home.owner.id, toFridayTime(8));
    await plan(null, toFridayTime(14));
    const at = { day_from: '2027-03-26', day_to: '2027-03-26' };
    const kinds = async (whose: 'mine' | 'all', who = home.owner) =>
      (await tourHandlers.listSchedule(createTestCtx(tourServices, who), { ...at, whose })).results.map((one) => one.kind);
    expect(await kinds('mine')).toEqual(['inspection', 'tour']);
    expect(await kinds('all')).toEqual(['inspection', 'tour', 'inspection']);
    const without = { ...home.owner, me: { ...home.owner.me, grants: new Set([...home.owner.me.grants].filter((one) => one !== 'tenancies.read')) } };
    expect(await kinds('all', without)).toEqual(['inspection', 'tour']);
    expect(await kinds('all', await createPerson(tourServices, 'owner'))).toEqual([]);
  });

  test('a group tour shows its visitors, and its cancellation notifies the visitors and makes the time available', async () => {
    const home = await addListedHome({ instant: true });
    const open = { listing_id: home.listing, from: toFridayTime(10), minutes: 60, capacity: 5, mode: 'in_person' as const, meeting: '' };
    const { id } = await runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.openViewing(ctx, open));
    const [one, two] = [await bookTour(home, toFridayTime(10)), await bookTour(home, toFridayTime(10))];
    const seen = await tourHandlers.viewingDetails(createTestCtx(tourServices, home.owner), { id });
    expect(seen).toMatchObject({ taken: 2, capacity: 5, may_close: true, tours: [{ id: one.id }, { id: two.id }] });
    const stranger = await createPerson(tourServices, 'owner');
    await expect(tourHandlers.viewingDetails(createTestCtx(tourServices, stranger), { id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(runAsPerson(tourServices, stranger, (ctx) => tourHandlers.closeViewing(ctx, { id, reason: 'Mine' }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    await runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.closeViewing(ctx, { id, reason: 'Rain' }));
    for (const { id: tour } of [one, two]) {
      expect(await readTourRow(tour)).toMatchObject({ status: 'canceled', reason: 'Rain' });
      expect((await listTourNotifications('tour.canceled', tour))[0]?.params.reason).toContain('Rain');
    }
    expect(await tourHandlers.viewingDetails(createTestCtx(tourServices, home.owner), { id })).toMatchObject({
      closed: true,
      may_close: false,
      tours: [],
    });
    expect(await listFreeSlots(home)).toContain(toFridayTime(10));
    await expect(runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.closeViewing(ctx, { id, reason: 'Again' }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
    expect(tourNow < toFridayTime(10)).toBe(true);
  });
});
