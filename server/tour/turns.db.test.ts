import { beforeAll, describe, expect, test } from 'vitest';
import { textOf } from '#server/kernel/generated/event-texts.ts';
import { happened } from '#server/kernel/happen.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { lockOut } from '#server/people/service.ts';
import { setClock } from '#test/clock.ts';
import { tampered } from '#test/tampered.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, addProperty, addUnit } from '#test/worlds/market.ts';
import { booked, db, free, friday, heard, hosts, house, later, rowOf, shown, tours, tourTests, visits } from '#test/worlds/tours.ts';
import { setLocaleSource } from '../../words/locale.ts';
import { turn } from './clock.ts';
import { feedFor } from './feed.ts';

/** What time, another room or somebody else makes of a tour. */
tourTests();
beforeAll(() => setLocaleSource(inLocale.current));

describe('the clock', () => {
  test('a wish nobody answers lapses after a day, once, and its time is free', async () => {
    const home = await shown();
    const { id } = await booked(home, '2027-03-27T06:00:00.000Z');
    await setClock(house, later(23.9));
    await turn(db());
    expect(await rowOf(id)).toMatchObject({ status: 'requested' });
    await setClock(house, later(24));
    await Promise.all([turn(db()), turn(db())]);
    await turn(db());
    expect(await rowOf(id)).toMatchObject({ status: 'lapsed', lapse_at: null });
    expect(await heard('tour.canceled', id)).toHaveLength(2);
    expect(await free(home)).toContain('2027-03-27T06:00:00.000Z');
  });

  test('reminders a day and two hours before; after a pause the newest alone', async () => {
    const home = await shown({ instant: true });
    const { id } = await booked(home, '2027-03-27T08:00:00.000Z');
    await setClock(house, '2027-03-26T08:00:00Z');
    await turn(db());
    await turn(db());
    expect(await heard('tour.reminder', id)).toHaveLength(2);
    await setClock(house, '2027-03-27T06:30:00Z');
    await turn(db());
    await turn(db());
    expect(await heard('tour.reminder', id)).toHaveLength(4);
    const { id: other } = await booked(home, '2027-03-29T08:00:00.000Z');
    await setClock(house, '2027-03-30T08:00:00Z');
    await turn(db());
    expect(await heard('tour.reminder', other)).toHaveLength(0);
  });

  test('what nobody marked is over two days later, a week of standstill or not', async () => {
    const home = await shown({ instant: true });
    const { id } = await booked(home, friday(9));
    await setClock(house, later(26 + 47));
    await turn(db());
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed' });
    await setClock(house, later(24 * 9));
    await turn(db());
    expect(await rowOf(id)).toMatchObject({ status: 'lapsed', settle_at: null });
  });
});

describe('another time', () => {
  test('the visitor takes another free one: the same tour, and the old time is free', async () => {
    const home = await shown();
    const { id, visitor } = await booked(home, friday(9));
    const moved = await inTransaction(house, visitor, (ctx) => visits.another(ctx, { id, from: friday(11) }));
    expect(moved).toMatchObject({ id, starts_at: friday(11), moved_times: 1, status: 'requested' });
    expect(await free(home)).toContain(friday(9));
    expect(await free(home)).not.toContain(friday(11));
    await expect(inTransaction(house, visitor, (ctx) => visits.another(ctx, { id, from: friday(15) }))).rejects.toMatchObject({
      extra: { fields: { from: expect.any(String) } },
    });
    await expect(inTransaction(house, null, (ctx) => visits.another(ctx, { id, from: friday(10) }))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('the host puts it where they like, but not on another; who has an old picture is told', async () => {
    const home = await shown({ instant: true });
    const { id } = await booked(home, friday(9));
    await booked(home, friday(10));
    const put = (from: string, revision?: number) =>
      inTransaction(house, home.owner, (ctx) => tours.reschedule(ctx, { id, from, ...(revision === undefined ? {} : { revision }) }));
    await expect(put(friday(10))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(put(later(-1))).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
    expect(await put(friday(17))).toMatchObject({ starts_at: friday(17), status: 'confirmed' });
    await expect(put(friday(18), 1)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await rowOf(id)).toMatchObject({ starts_at: new Date(friday(17)), remind_at: expect.any(Date) });
  });

  test('who moves it is said with when it was; a host is not told of their own act, nor asked anew', async () => {
    const home = await shown();
    const { id, visitor } = await booked(home, friday(9));
    await inTransaction(house, home.owner, (ctx) => tours.reschedule(ctx, { id, from: friday(11) }));
    const moved = (await heard('tour.requested', id)).filter((one) => one.params.from);
    expect(moved).toMatchObject([{ to: { personId: visitor.id }, params: { from: friday(9), by: expect.any(String) } }]);
    const { heading, message } = inLocale.run('en', () => textOf('tour.requested', moved[0]?.params ?? {}));
    expect(`${heading} ${message}`).toMatch(/^Tour moved to Fri, 26 Mar, 11:00 AM: Offer .*It was Fri, 26 Mar, 9:00 AM\./);
    await inTransaction(house, visitor, (ctx) => visits.act(ctx, { id, act: 'cancel', reason: 'Found one' }));
    const off = await heard('tour.canceled', id);
    expect(off.map(({ to, params }) => [to.personId, params.by !== undefined, params.reason])).toEqual([
      [visitor.id, false, 'Found one'],
      [home.owner.id, true, 'Found one'],
    ]);
  });

  test('somebody else shows it; not whoever does not work there', async () => {
    const home = await shown({ instant: true });
    const { id } = await booked(home, friday(9));
    const admin = await somebody(house, 'admin');
    const stranger = await somebody(house, 'owner');
    const colleague = await somebody(house, 'owner');
    await db().updateTable('person').set({ company_id: home.owner.me.companyId }).where('id', '=', colleague.id).execute();
    const give = (host_id: number) => inTransaction(house, admin, (ctx) => tours.reassign(ctx, { id, host_id }));
    await expect(give(stranger.id)).rejects.toMatchObject({ extra: { fields: { host_id: expect.any(String) } } });
    expect(await give(colleague.id)).toMatchObject({ host: { id: colleague.id } });
    expect(await free(home)).toContain(friday(9));
  });
});

describe('who may', () => {
  test('a stranger finds nothing; the platform’s people cancel with a reason and confirm nothing', async () => {
    const home = await shown();
    const { id } = await booked(home, friday(9));
    const [stranger, admin] = [await somebody(house, 'owner'), await somebody(house, 'admin')];
    const move = (who: Somebody, name: 'confirm' | 'cancel', reason = '') =>
      inTransaction(house, who, (ctx) => tours.move(ctx, { id, move: name, reason, check_in_code: '' }));
    await expect(move(stranger, 'confirm')).rejects.toMatchObject({ failure: 'notFound' });
    await expect(inTransaction(house, stranger, (ctx) => tours.details(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
    await expect(move(admin, 'confirm')).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(move(admin, 'cancel')).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    expect((await tours.details(ctxOf(house, home.owner), { id })).phone).toBeNull();
    expect(await move(admin, 'cancel', 'A fraud')).toMatchObject({ status: 'canceled', reason: 'A fraud' });
  });
});

describe('what happens elsewhere', () => {
  test('the platform pauses the listing: its tours are off, and the visitors hear not to pay', async () => {
    const home = await shown({ instant: true });
    const { id } = await booked(home, friday(9));
    const other = await booked(await shown(), friday(9));
    await inTransaction(house, await somebody(house, 'admin'), (ctx) => happened(ctx, 'listing.frozen', { listingId: home.listing }));
    expect(await rowOf(id)).toMatchObject({ status: 'canceled' });
    const [mail] = await heard('tour.canceled', id);
    const says = (locale: 'en' | 'sw') => inLocale.run(locale, () => textOf('tour.canceled', mail?.params ?? {}).message);
    expect([says('en'), says('sw')]).toEqual([expect.stringContaining('Do not pay'), expect.stringContaining('Usimlipe')]);
    expect(await rowOf(other.id)).toMatchObject({ status: 'requested' });
  });

  test('a home or a whole property is frozen: the same', async () => {
    const [one, two] = [await shown({ instant: true }), await shown({ instant: true })];
    const [inUnit, inProperty] = [await booked(one, friday(9)), await booked(two, friday(9))];
    const admin = await somebody(house, 'admin');
    await inTransaction(house, admin, (ctx) => happened(ctx, 'unit.frozen', { unitId: one.unit }));
    await inTransaction(house, admin, (ctx) => happened(ctx, 'property.frozen', { propertyId: two.property }));
    for (const { id } of [inUnit, inProperty]) {
      expect(await rowOf(id)).toMatchObject({ status: 'canceled' });
      expect((await heard('tour.canceled', id))[0]?.params.reason).toBe('the platform paused what was to be seen');
    }
  });

  test('a host is held back: whoever holds the property shows it, and nobody’s visit is forgotten', async () => {
    const home = await shown({ instant: true });
    const colleague = await somebody(house, 'owner');
    await db().updateTable('person').set({ company_id: home.owner.me.companyId }).where('id', '=', colleague.id).execute();
    const { id } = await booked(home, friday(9));
    const [first] = await db()
      .selectFrom('person')
      .select('id')
      .where('company_id', '=', home.owner.me.companyId)
      .where('id', '<>', home.owner.id)
      .execute();
    const out = (personId: number) =>
      db()
        .transaction()
        .execute((tx) => lockOut(tx, personId));
    await out(home.owner.id);
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', host_id: first?.id });
    const alone = await shown({ instant: true });
    const other = await booked(alone, friday(9));
    await out(alone.owner.id);
    expect(await rowOf(other.id)).toMatchObject({ status: 'canceled' });
  });

  test('the mandate ends: the holder shows it, unless they are busy then', async () => {
    const [owner, agent] = [await somebody(house, 'owner'), await somebody(house, 'agent')];
    await hosts(agent, { instant: true });
    const property = await addProperty(house, owner.me.companyId ?? 0);
    const unit = await addUnit(house, property);
    const at = { owner, property, unit };
    const home = { ...at, listing: await addListing(house, at, { contact_id: agent.id }) };
    const [one, two] = [await booked(home, friday(9)), await booked(home, friday(11))];
    expect(await rowOf(one.id)).toMatchObject({ host_id: agent.id, agent_company_id: agent.me.companyId });
    // The holder has something else at eleven.
    const busy = await rowOf((await booked(await shown(), friday(11))).id);
    await db().updateTable('viewing').set({ host_id: owner.id }).where('id', '=', busy.viewing_id).execute();
    await inTransaction(house, owner, (ctx) =>
      happened(ctx, 'mandate.ended', { ownerCompanyId: owner.me.companyId ?? 0, agentCompanyId: agent.me.companyId ?? 0, propertyIds: [property] }),
    );
    expect(await rowOf(one.id)).toMatchObject({ status: 'confirmed', host_id: owner.id, agent_company_id: null });
    expect(await rowOf(two.id)).toMatchObject({ status: 'canceled' });
  });
});

describe('the calendar', () => {
  test('a private address reads the tours until it is taken back; the mail brings the entry along', async () => {
    const home = await shown({ instant: true });
    const { id } = await booked(home, friday(9));
    const { url } = await inTransaction(house, home.owner, (ctx) => tours.makeFeed(ctx, {}));
    const key = /calendar\/([\w-]+)\.ics$/.exec(url)?.[1] ?? '';
    expect(await feedFor(db(), key)).toContain('DTSTART:20270326T060000Z');
    expect(await feedFor(db(), tampered(key))).toBeNull();
    await inTransaction(house, home.owner, (ctx) => tours.dropFeed(ctx, {}));
    expect(await feedFor(db(), key)).toBeNull();
    const [mail] = await heard('tour.confirmed', id);
    expect((mail as unknown as { calendar: string }).calendar).toContain('BEGIN:VEVENT');
  });

  test('the address of a host who is held back opens nothing; one whose mandate is over reads no visitor of it', async () => {
    const [owner, agent] = [await somebody(house, 'owner'), await somebody(house, 'agent')];
    await hosts(agent, { instant: true });
    const property = await addProperty(house, owner.me.companyId ?? 0);
    const at = { owner, property, unit: await addUnit(house, property) };
    const listing = await addListing(house, at, { contact_id: agent.id });
    const mandate = await db()
      .insertInto('mandate')
      .values({ owner_company_id: owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0, all_properties: true, grants: ['tours.read'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await booked({ ...at, listing }, friday(9));
    const { url } = await inTransaction(house, agent, (ctx) => tours.makeFeed(ctx, {}));
    const key = /calendar\/([\w-]+)\.ics$/.exec(url)?.[1] ?? '';
    const { code } = await rowOf(id);
    expect(await feedFor(db(), key)).toContain(code);
    await db()
      .updateTable('mandate')
      .set({ ended_at: new Date(later(0)) })
      .where('id', '=', mandate.id)
      .execute();
    expect(await feedFor(db(), key)).toContain('BEGIN:VCALENDAR');
    expect(await feedFor(db(), key)).not.toContain(code);
    await db().updateTable('person').set({ verified_status: 'suspended' }).where('id', '=', agent.id).execute();
    expect(await feedFor(db(), key)).toBeNull();
  });

  test('a week has one’s own visits, and those of a group as one', async () => {
    const home = await shown({ instant: true });
    await booked(home, friday(9));
    await inTransaction(house, home.owner, (ctx) =>
      tours.openViewing(ctx, { listing_id: home.listing, from: friday(15), minutes: 60, capacity: 5, mode: 'video', meeting: '' }),
    );
    const asked = { day_from: '2027-03-26', day_to: '2027-03-26', whose: 'mine' as const };
    const { results } = await tours.schedule(ctxOf(house, home.owner), asked);
    expect(results.map((one) => [one.kind, one.may_move])).toEqual([
      ['tour', true],
      ['viewing', false],
    ]);
    expect((await tours.schedule(ctxOf(house, await somebody(house, 'owner')), { ...asked, whose: 'all' })).results).toEqual([]);
  });
});
