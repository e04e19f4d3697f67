import { beforeAll, describe, expect, test } from 'vitest';
import { eventText } from '#server/kernel/generated/event-texts.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { revokeAllAccess } from '#server/people/service.ts';
import { setClock } from '#test/clock.ts';
import { addListing, addProperty, addUnit } from '#test/fixtures/market.ts';
import {
  addListedHome,
  addTourHost,
  bookTour,
  hoursAfterNow,
  listFreeSlots,
  listTourNotifications,
  readTourRow,
  setUpTourTests,
  toFridayTime,
  tourDb,
  tourHandlers,
  tourServices,
  visitorHandlers,
} from '#test/fixtures/tours.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { tamperKey } from '#test/wrong-secrets.ts';
import { setLocaleSource } from '../../words/locale.ts';
import { advanceTours } from './clock.ts';
import { readCalendarFeed } from './feed.ts';

/** Changes of a tour by the scheduled job, other modules and other people. */
setUpTourTests();
beforeAll(() => setLocaleSource(localeContext.current));

describe('tour: scheduled job', () => {
  test('an unanswered request expires once, after a day, and its time becomes available', async () => {
    const home = await addListedHome();
    const { id } = await bookTour(home, '2027-03-27T06:00:00.000Z');
    await setClock(tourServices, hoursAfterNow(23.9));
    await advanceTours(tourDb());
    expect(await readTourRow(id)).toMatchObject({ status: 'requested' });
    await setClock(tourServices, hoursAfterNow(24));
    await Promise.all([advanceTours(tourDb()), advanceTours(tourDb())]);
    await advanceTours(tourDb());
    expect(await readTourRow(id)).toMatchObject({ status: 'lapsed', lapse_at: null });
    expect(await listTourNotifications('tour.canceled', id)).toHaveLength(2);
    expect(await listFreeSlots(home)).toContain('2027-03-27T06:00:00.000Z');
  });

  test('reminders are sent a day and two hours before a tour, and after an outage only the latest reminder', async () => {
    const home = await addListedHome({ instant: true });
    const { id } = await bookTour(home, '2027-03-27T08:00:00.000Z');
    await setClock(tourServices, '2027-03-26T08:00:00Z');
    await advanceTours(tourDb());
    await advanceTours(tourDb());
    expect(await listTourNotifications('tour.reminder', id)).toHaveLength(2);
    await setClock(tourServices, '2027-03-27T06:30:00Z');
    await advanceTours(tourDb());
    await advanceTours(tourDb());
    expect(await listTourNotifications('tour.reminder', id)).toHaveLength(4);
    const { id: other } = await bookTour(home, '2027-03-29T08:00:00.000Z');
    await setClock(tourServices, '2027-03-30T08:00:00Z');
    await advanceTours(tourDb());
    expect(await listTourNotifications('tour.reminder', other)).toHaveLength(0);
  });

  test('closes a tour without an outcome after two days, also when the job did not run for a week', async () => {
    const home = await addListedHome({ instant: true });
    const { id } = await bookTour(home, toFridayTime(9));
    await setClock(tourServices, hoursAfterNow(26 + 47));
    await advanceTours(tourDb());
    expect(await readTourRow(id)).toMatchObject({ status: 'confirmed' });
    await setClock(tourServices, hoursAfterNow(24 * 9));
    await advanceTours(tourDb());
    expect(await readTourRow(id)).toMatchObject({ status: 'lapsed', settle_at: null });
  });
});

describe('tour: rescheduling', () => {
  test('a visitor can choose another available time, and the old time becomes available', async () => {
    const home = await addListedHome();
    const { id, visitor } = await bookTour(home, toFridayTime(9));
    const moved = await runAsPerson(tourServices, visitor, (ctx) => visitorHandlers.rescheduleMine(ctx, { id, from: toFridayTime(11) }));
    expect(moved).toMatchObject({ id, starts_at: toFridayTime(11), moved_times: 1, status: 'requested' });
    expect(await listFreeSlots(home)).toContain(toFridayTime(9));
    expect(await listFreeSlots(home)).not.toContain(toFridayTime(11));
    await expect(
      runAsPerson(tourServices, visitor, (ctx) => visitorHandlers.rescheduleMine(ctx, { id, from: toFridayTime(15) })),
    ).rejects.toMatchObject({
      extra: { fields: { from: expect.any(String) } },
    });
    await expect(runAsPerson(tourServices, null, (ctx) => visitorHandlers.rescheduleMine(ctx, { id, from: toFridayTime(10) }))).rejects.toMatchObject(
      {
        failure: 'notFound',
      },
    );
  });

  test('a host may choose any time without a conflict, and a stale revision is rejected', async () => {
    const home = await addListedHome({ instant: true });
    const { id } = await bookTour(home, toFridayTime(9));
    await bookTour(home, toFridayTime(10));
    const put = (from: string, revision?: number) =>
      runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.reschedule(ctx, { id, from, ...(revision === undefined ? {} : { revision }) }));
    await expect(put(toFridayTime(10))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(put(hoursAfterNow(-1))).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
    expect(await put(toFridayTime(17))).toMatchObject({ starts_at: toFridayTime(17), status: 'confirmed' });
    await expect(put(toFridayTime(18), 1)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await readTourRow(id)).toMatchObject({ starts_at: new Date(toFridayTime(17)), remind_at: expect.any(Date) });
  });

  test('a notification names the author and the earlier time, and hosts are not notified of their own changes', async () => {
    const home = await addListedHome();
    const { id, visitor } = await bookTour(home, toFridayTime(9));
    await runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.reschedule(ctx, { id, from: toFridayTime(11) }));
    const moved = (await listTourNotifications('tour.requested', id)).filter((one) => one.params.from);
    expect(moved).toMatchObject([{ to: { personId: visitor.id }, params: { from: toFridayTime(9), by: expect.any(String) } }]);
    const { heading, message } = localeContext.run('en', () => eventText('tour.requested', moved[0]?.params ?? {}));
    expect(`${heading} ${message}`).toMatch(/^Tour moved to Fri, 26 Mar, 11:00 AM: Offer .*moved the tour from Fri, 26 Mar, 9:00 AM\./);
    await runAsPerson(tourServices, visitor, (ctx) => visitorHandlers.changeMine(ctx, { id, act: 'cancel', reason: 'Found one' }));
    const off = await listTourNotifications('tour.canceled', id);
    expect(off.map(({ to, params }) => [to.personId, params.by !== undefined, params.reason])).toEqual([
      [visitor.id, false, 'Found one'],
      [home.owner.id, true, 'Found one'],
    ]);
  });

  test('a colleague can become host of the tour, but a person of another company cannot', async () => {
    const home = await addListedHome({ instant: true });
    const { id } = await bookTour(home, toFridayTime(9));
    const admin = await createPerson(tourServices, 'admin');
    const stranger = await createPerson(tourServices, 'owner');
    const colleague = await createPerson(tourServices, 'owner');
    await tourDb().updateTable('person').set({ company_id: home.owner.me.companyId }).where('id', '=', colleague.id).execute();
    const give = (host_id: number) => runAsPerson(tourServices, admin, (ctx) => tourHandlers.reassign(ctx, { id, host_id }));
    await expect(give(stranger.id)).rejects.toMatchObject({ extra: { fields: { host_id: expect.any(String) } } });
    expect(await give(colleague.id)).toMatchObject({ host: { id: colleague.id } });
    expect(await listFreeSlots(home)).toContain(toFridayTime(9));
  });
});

describe('tour: access', () => {
  test('another company gets 404, and platform staff can cancel with a reason but not confirm', async () => {
    const home = await addListedHome();
    const { id } = await bookTour(home, toFridayTime(9));
    const [stranger, admin] = [await createPerson(tourServices, 'owner'), await createPerson(tourServices, 'admin')];
    const move = (who: TestPerson, name: 'confirm' | 'cancel', reason = '') =>
      runAsPerson(tourServices, who, (ctx) => tourHandlers.move(ctx, { id, move: name, reason, check_in_code: '' }));
    await expect(move(stranger, 'confirm')).rejects.toMatchObject({ failure: 'notFound' });
    await expect(runAsPerson(tourServices, stranger, (ctx) => tourHandlers.details(ctx, { id }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    await expect(move(admin, 'confirm')).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(move(admin, 'cancel')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    expect((await tourHandlers.details(createTestCtx(tourServices, home.owner), { id })).phone).toBeNull();
    expect(await move(admin, 'cancel', 'A fraud')).toMatchObject({ status: 'canceled', reason: 'A fraud' });
  });
});

describe('effects of other modules on tours', () => {
  test('a listing paused by platform staff cancels its tours and warns the visitors not to pay', async () => {
    const home = await addListedHome({ instant: true });
    const { id } = await bookTour(home, toFridayTime(9));
    const other = await bookTour(await addListedHome(), toFridayTime(9));
    await runAsPerson(tourServices, await createPerson(tourServices, 'admin'), (ctx) =>
      publishEvent(ctx, 'listing.frozen', { listingId: home.listing }),
    );
    expect(await readTourRow(id)).toMatchObject({ status: 'canceled' });
    const [mail] = await listTourNotifications('tour.canceled', id);
    const says = (locale: 'en' | 'sw') => localeContext.run(locale, () => eventText('tour.canceled', mail?.params ?? {}).message);
    expect([says('en'), says('sw')]).toEqual([expect.stringContaining('Do not pay'), expect.stringContaining('Usimlipe')]);
    expect(await readTourRow(other.id)).toMatchObject({ status: 'requested' });
  });

  test('freezing a home or a whole property cancels its tours', async () => {
    const [one, two] = [await addListedHome({ instant: true }), await addListedHome({ instant: true })];
    const [inUnit, inProperty] = [await bookTour(one, toFridayTime(9)), await bookTour(two, toFridayTime(9))];
    const admin = await createPerson(tourServices, 'admin');
    await runAsPerson(tourServices, admin, (ctx) => publishEvent(ctx, 'unit.frozen', { unitId: one.unit }));
    await runAsPerson(tourServices, admin, (ctx) => publishEvent(ctx, 'property.frozen', { propertyId: two.property }));
    for (const { id } of [inUnit, inProperty]) {
      expect(await readTourRow(id)).toMatchObject({ status: 'canceled' });
      expect((await listTourNotifications('tour.canceled', id))[0]?.params.reason).toBe('the platform paused what was to be seen');
    }
  });

  test('a restricted host is replaced by a colleague, or without a colleague the tour is cancelled and the visitor notified', async () => {
    const home = await addListedHome({ instant: true });
    const colleague = await createPerson(tourServices, 'owner');
    await tourDb().updateTable('person').set({ company_id: home.owner.me.companyId }).where('id', '=', colleague.id).execute();
    const { id, visitor } = await bookTour(home, toFridayTime(9));
    const [first] = await tourDb()
      .selectFrom('person')
      .select(['id', 'name'])
      .where('company_id', '=', home.owner.me.companyId)
      .where('id', '<>', home.owner.id)
      .execute();
    const out = (personId: number) =>
      tourDb()
        .transaction()
        .execute((tx) => revokeAllAccess(tx, personId));
    await out(home.owner.id);
    expect(await readTourRow(id)).toMatchObject({ status: 'confirmed', host_id: first?.id });
    const alone = await addListedHome({ instant: true });
    const other = await bookTour(alone, toFridayTime(9));
    await out(alone.owner.id);
    const reason = 'the host no longer shows the home';
    expect(await readTourRow(other.id)).toMatchObject({ status: 'canceled', reason });
    const off = await listTourNotifications('tour.canceled', other.id);
    expect(off.filter(({ to }) => to.personId === other.visitor.id)).toMatchObject([{ params: { when: toFridayTime(9), reason } }]);
    const { message } = localeContext.run('en', () => eventText('tour.canceled', off[0]?.params ?? {}));
    expect(message).toContain('host');
    // The visitor of the first tour keeps the time and is notified of the new host.
    expect(await listTourNotifications('tour.canceled', id)).toEqual([]);
    const confirmed = (await listTourNotifications('tour.confirmed', id)).filter(({ to }) => to.personId === visitor.id);
    expect(confirmed.at(-1)).toMatchObject({ params: { when: toFridayTime(9), who: first?.name } });
  });

  test('the owner becomes host when a mandate ends, and a tour at a time when the owner is busy is cancelled', async () => {
    const [owner, agent] = [await createPerson(tourServices, 'owner'), await createPerson(tourServices, 'agent')];
    await addTourHost(agent, { instant: true });
    const property = await addProperty(tourServices, owner.me.companyId ?? 0);
    const unit = await addUnit(tourServices, property);
    const at = { owner, property, unit };
    const home = { ...at, listing: await addListing(tourServices, at, { contact_id: agent.id }) };
    const [one, two] = [await bookTour(home, toFridayTime(9)), await bookTour(home, toFridayTime(11))];
    expect(await readTourRow(one.id)).toMatchObject({ host_id: agent.id, agent_company_id: agent.me.companyId });
    // The owner has another tour at eleven.
    const busy = await readTourRow((await bookTour(await addListedHome(), toFridayTime(11))).id);
    await tourDb().updateTable('viewing').set({ host_id: owner.id }).where('id', '=', busy.viewing_id).execute();
    await runAsPerson(tourServices, owner, (ctx) =>
      publishEvent(ctx, 'mandate.ended', {
        ownerCompanyId: owner.me.companyId ?? 0,
        agentCompanyId: agent.me.companyId ?? 0,
        propertyIds: [property],
      }),
    );
    expect(await readTourRow(one.id)).toMatchObject({ status: 'confirmed', host_id: owner.id, agent_company_id: null });
    expect(await readTourRow(two.id)).toMatchObject({ status: 'canceled' });
  });
});

describe('calendar subscription and calendar week', () => {
  test('the private calendar address shows the tours until revoked, and the confirmation email contains the calendar entry', async () => {
    const home = await addListedHome({ instant: true });
    const { id } = await bookTour(home, toFridayTime(9));
    const { url } = await runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.makeFeed(ctx, {}));
    const key = /calendar\/([\w-]+)\.ics$/.exec(url)?.[1] ?? '';
    expect(await readCalendarFeed(tourDb(), key)).toContain('DTSTART:20270326T060000Z');
    expect(await readCalendarFeed(tourDb(), tamperKey(key))).toBeNull();
    await runAsPerson(tourServices, home.owner, (ctx) => tourHandlers.dropFeed(ctx, {}));
    expect(await readCalendarFeed(tourDb(), key)).toBeNull();
    const [mail] = await listTourNotifications('tour.confirmed', id);
    expect((mail as unknown as { calendar: string }).calendar).toContain('BEGIN:VEVENT');
  });

  test('the calendar address stops working for a restricted host, and omits tours of an ended mandate', async () => {
    const [owner, agent] = [await createPerson(tourServices, 'owner'), await createPerson(tourServices, 'agent')];
    await addTourHost(agent, { instant: true });
    const property = await addProperty(tourServices, owner.me.companyId ?? 0);
    const at = { owner, property, unit: await addUnit(tourServices, property) };
    const listing = await addListing(tourServices, at, { contact_id: agent.id });
    const mandate = await tourDb()
      .insertInto('mandate')
      .values({ owner_company_id: owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0, all_properties: true, grants: ['tours.read'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await bookTour({ ...at, listing }, toFridayTime(9));
    const { url } = await runAsPerson(tourServices, agent, (ctx) => tourHandlers.makeFeed(ctx, {}));
    const key = /calendar\/([\w-]+)\.ics$/.exec(url)?.[1] ?? '';
    const { code } = await readTourRow(id);
    expect(await readCalendarFeed(tourDb(), key)).toContain(code);
    await tourDb()
      .updateTable('mandate')
      .set({ ended_at: new Date(hoursAfterNow(0)) })
      .where('id', '=', mandate.id)
      .execute();
    expect(await readCalendarFeed(tourDb(), key)).toContain('BEGIN:VCALENDAR');
    expect(await readCalendarFeed(tourDb(), key)).not.toContain(code);
    await tourDb().updateTable('person').set({ verified_status: 'suspended' }).where('id', '=', agent.id).execute();
    expect(await readCalendarFeed(tourDb(), key)).toBeNull();
  });

  test('a calendar week shows the tours of the person, with a group tour as one entry', async () => {
    const home = await addListedHome({ instant: true });
    await bookTour(home, toFridayTime(9));
    await runAsPerson(tourServices, home.owner, (ctx) =>
      tourHandlers.openViewing(ctx, { listing_id: home.listing, from: toFridayTime(15), minutes: 60, capacity: 5, mode: 'video', meeting: '' }),
    );
    const asked = { day_from: '2027-03-26', day_to: '2027-03-26', whose: 'mine' as const };
    const { results } = await tourHandlers.listSchedule(createTestCtx(tourServices, home.owner), asked);
    expect(results.map((one) => [one.kind, one.may_move])).toEqual([
      ['tour', true],
      ['viewing', false],
    ]);
    expect(
      (await tourHandlers.listSchedule(createTestCtx(tourServices, await createPerson(tourServices, 'owner')), { ...asked, whose: 'all' })).results,
    ).toEqual([]);
  });
});
