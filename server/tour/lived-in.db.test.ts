import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { booked, db, free, friday, heard, house, later, now, rowOf, type Shown, shown, tours, tourTests, visits } from '#test/worlds/tours.ts';
import { turn } from './clock.ts';

/** Whoever lives there is asked; whoever was there says what they think; and what stands in a calendar. */
tourTests();

const saturday = (hour: number) => `2027-03-27T${String(hour - 3).padStart(2, '0')}:00:00.000Z`;
async function moveIn(home: Shown, who: Somebody, role: 'lead' | 'co_tenant' | 'guarantor' = 'lead'): Promise<void> {
  const company_id = home.owner.me.companyId ?? 0;
  const known = await db().selectFrom('tenancy').select('id').where('unit_id', '=', home.unit).executeTakeFirst();
  const tenancy =
    known ??
    (await db()
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
  const tenant = await db().insertInto('tenant').values({ company_id, person_id: who.id, name: 'Achieng' }).returning('id').executeTakeFirstOrThrow();
  await db()
    .insertInto('tenancy_person')
    .values({ tenancy_id: tenancy.id, tenant_id: tenant.id, role, share_bp: role === 'lead' ? 10_000 : 0 })
    .execute();
}
/** A visit to a home somebody lives in, who was asked. */
async function asked(from = saturday(9)) {
  const home = await shown({ instant: true });
  const lives = await somebody(house, 'tenant');
  const { id } = await booked(home, from);
  await moveIn(home, lives);
  await db()
    .updateTable('tour')
    .set({ status: 'requested', consent: 'asked', check_in_code: null, lapse_at: later(20) })
    .where('id', '=', id)
    .execute();
  return { home, lives, id };
}
const answer = (who: Somebody, id: number, consent: 'given' | 'refused', note = '') =>
  inTransaction(house, who, (ctx) => visits.answerVisit(ctx, { id, consent, note }));

describe('whoever lives there', () => {
  test('sees the visit without whose it is, agrees, and it is the host’s turn', async () => {
    const { home, lives, id } = await asked();
    const { results } = await visits.homeVisits(ctxOf(house, lives));
    expect(results).toMatchObject([{ id, consent: 'asked', may_answer: true }]);
    expect(JSON.stringify(results)).not.toContain('Otieno');
    expect(await answer(lives, id, 'given', 'Ring twice')).toMatchObject({ consent: 'given' });
    expect(await tours.details(ctxOf(house, home.owner), { id })).toMatchObject({
      consent: 'given',
      consent_note: 'Ring twice',
      moves: expect.arrayContaining(['confirm']),
    });
    expect((await heard('tour.requested', id)).filter((one) => one.params.as === 'agreed')).toMatchObject([{ to: { personId: home.owner.id } }]);
  });

  test('refuses, also after a yes: it does not take place, and its time is free', async () => {
    const { home, lives, id } = await asked();
    await answer(lives, id, 'given');
    await inTransaction(house, home.owner, (ctx) => tours.move(ctx, { id, move: 'confirm', reason: '', check_in_code: '' }));
    expect(await answer(lives, id, 'refused', 'My child is ill')).toMatchObject({ consent: 'refused', may_answer: false });
    expect(await rowOf(id)).toMatchObject({ status: 'canceled' });
    const [mail] = await heard('tour.canceled', id);
    expect(mail?.params.reason).not.toContain('ill');
    expect(await free(home)).toContain(saturday(9));
    await expect(answer(lives, id, 'given')).rejects.toMatchObject({ failure: 'wrongState' });
    const second = await asked();
    await answer(second.lives, second.id, 'refused');
    expect(await rowOf(second.id)).toMatchObject({ status: 'declined' });
  });

  test('whoever has moved out is neither told nor asked', async () => {
    const { home, lives, id } = await asked();
    const left = await somebody(house, 'tenant');
    await moveIn(home, left, 'co_tenant');
    const theirs = db().selectFrom('tenant').select('id').where('person_id', '=', left.id);
    await db().updateTable('tenancy_person').set({ until: '2027-02-28' }).where('tenant_id', 'in', theirs).execute();
    await expect(answer(left, id, 'refused')).rejects.toMatchObject({ failure: 'notFound' });
    await answer(lives, id, 'given');
    await inTransaction(house, home.owner, (ctx) => tours.reschedule(ctx, { id, from: saturday(11) }));
    expect((await heard('tour.requested', id)).filter((one) => one.to.personId === left.id)).toEqual([]);
  });

  test('nobody else answers for them: not a neighbour, not who stands surety, not the visitor', async () => {
    const { home, id } = await asked();
    const surety = await somebody(house, 'tenant');
    await moveIn(home, surety, 'guarantor');
    const visitor = await rowOf(id);
    for (const who of [await somebody(house, 'tenant'), surety, (await asked()).lives]) {
      expect((await visits.homeVisits(ctxOf(house, who))).results.map((one) => one.id)).not.toContain(id);
      await expect(answer(who, id, 'given')).rejects.toMatchObject({ failure: 'notFound' });
    }
    expect(visitor.consent).toBe('asked');
  });

  test('another time is asked for again, a day ahead at least, and they are told', async () => {
    const { home, lives, id } = await asked();
    await answer(lives, id, 'given');
    const put = (from: string) => inTransaction(house, home.owner, (ctx) => tours.reschedule(ctx, { id, from }));
    await expect(put(friday(9))).rejects.toMatchObject({ extra: { fields: { from: expect.stringContaining('26 hours') } } });
    expect(await put(saturday(11))).toMatchObject({ consent: 'asked', consent_note: '' });
    expect((await heard('tour.requested', id)).filter((one) => one.params.as === 'lives')).toMatchObject([{ to: { personId: lives.id } }]);
  });

  test('a confirmed one that is moved waits for them again; their yes is all that is missing, and without it the wish lapses', async () => {
    const { home, lives, id } = await asked();
    await answer(lives, id, 'given');
    await inTransaction(house, home.owner, (ctx) => tours.move(ctx, { id, move: 'confirm', reason: '', check_in_code: '' }));
    const put = (from: string) => inTransaction(house, home.owner, (ctx) => tours.reschedule(ctx, { id, from }));
    expect(await put(saturday(11))).toMatchObject({ status: 'requested', consent: 'asked' });
    expect(await rowOf(id)).toMatchObject({ lapse_at: expect.any(Date), remind_at: null, settle_at: null });
    const confirmed = (await heard('tour.confirmed', id)).length;
    await expect(
      inTransaction(house, home.owner, (ctx) => tours.move(ctx, { id, move: 'confirm', reason: '', check_in_code: '' })),
    ).rejects.toMatchObject({ failure: 'conflict' });
    await answer(lives, id, 'given');
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', consent: 'given', lapse_at: null });
    expect((await heard('tour.confirmed', id)).length).toBe(confirmed + 2);
    // A day later than it was: they have a day to answer, not until an hour before the time it no longer has.
    await setClock(house, later(30));
    await put('2027-03-28T06:00:00.000Z');
    expect(await rowOf(id)).toMatchObject({ lapse_at: new Date(later(54)) });
    // A week without the clock, then two nodes at once, then again.
    await setClock(house, later(24 * 7));
    await Promise.all([turn(db()), turn(db())]);
    await turn(db());
    expect(await rowOf(id)).toMatchObject({ status: 'lapsed', lapse_at: null });
  });
});

describe('at the door', () => {
  test('not an hour before; and after five wrong codes the right one opens nothing more', async () => {
    const home = await shown({ instant: true });
    const { id } = await booked(home, friday(9));
    const { check_in_code } = await rowOf(id);
    const wrong = check_in_code === '0000' ? '0001' : '0000';
    const say = (code: string | null) =>
      inTransaction(house, home.owner, (ctx) => tours.move(ctx, { id, move: 'attend', reason: '', check_in_code: code ?? '' }));
    // Nobody stands at the door an hour before.
    await setClock(house, new Date(Date.parse(friday(9)) - 3_600_000).toISOString());
    await expect(say(check_in_code)).rejects.toMatchObject({ failure: 'conflict' });
    await setClock(house, friday(9));
    for (let i = 0; i < 5; i++) await expect(say(wrong)).rejects.toMatchObject({ extra: { fields: { check_in_code: expect.any(String) } } });
    await expect(say(check_in_code)).rejects.toMatchObject({ failure: 'conflict' });
  });
});

describe('afterwards', () => {
  const opinion = { liked: false, reasons: ['noise' as const], price: 'high' as const, note: '' };
  test('the visitor says once what they think, within a month; the host reads it', async () => {
    const home = await shown({ instant: true });
    const { id, visitor } = await booked(home, friday(9));
    const say = (who: Somebody | null = visitor) => inTransaction(house, who, (ctx) => visits.feedback(ctx, { id, ...opinion }));
    await expect(say()).rejects.toMatchObject({ failure: 'wrongState' });
    const { check_in_code } = await rowOf(id);
    await setClock(house, friday(9));
    const at = { lat: -1.29, lng: 36.7809 };
    const attended = await inTransaction(house, home.owner, (ctx) =>
      tours.move(ctx, { id, move: 'attend', reason: '', check_in_code: check_in_code ?? '', at }),
    );
    expect(attended.check_in_m).toBeGreaterThan(80);
    expect(attended.check_in_m).toBeLessThan(120);
    await expect(say(await somebody(house, 'tenant'))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await say()).toMatchObject({ feedback: opinion, may: [] });
    await expect(say()).rejects.toMatchObject({ failure: 'wrongState' });
    expect(await tours.details(ctxOf(house, home.owner), { id })).toMatchObject({ feedback: opinion });
    await db().updateTable('tour').set({ feedback: null }).where('id', '=', id).execute();
    await setClock(house, later(24 * 32));
    await expect(say()).rejects.toMatchObject({ failure: 'gone' });
  });
});

describe('the calendar', () => {
  test('has inspections beside tours: those planned for oneself, or all where tenancies may be read', async () => {
    const home = await shown({ instant: true });
    await booked(home, friday(9));
    const plan = (inspector: number | null, scheduled_at: string) =>
      db()
        .insertInto('inspection')
        .values({
          ...{ company_id: home.owner.me.companyId ?? 0, property_id: home.property, unit_id: home.unit, kind: 'routine', areas: '[]' },
          ...{ inspector_id: inspector, scheduled_at },
        })
        .execute();
    await plan(home.owner.id, friday(8));
    await plan(null, friday(14));
    const at = { day_from: '2027-03-26', day_to: '2027-03-26' };
    const kinds = async (whose: 'mine' | 'all', who = home.owner) =>
      (await tours.schedule(ctxOf(house, who), { ...at, whose })).results.map((one) => one.kind);
    expect(await kinds('mine')).toEqual(['inspection', 'tour']);
    expect(await kinds('all')).toEqual(['inspection', 'tour', 'inspection']);
    const without = { ...home.owner, me: { ...home.owner.me, grants: new Set([...home.owner.me.grants].filter((one) => one !== 'tenancies.read')) } };
    expect(await kinds('all', without)).toEqual(['inspection', 'tour']);
    expect(await kinds('all', await somebody(house, 'owner'))).toEqual([]);
  });

  test('a group viewing shows who comes; called off, everybody hears why and the time is free', async () => {
    const home = await shown({ instant: true });
    const open = { listing_id: home.listing, from: friday(10), minutes: 60, capacity: 5, mode: 'in_person' as const, meeting: '' };
    const { id } = await inTransaction(house, home.owner, (ctx) => tours.openViewing(ctx, open));
    const [one, two] = [await booked(home, friday(10)), await booked(home, friday(10))];
    const seen = await tours.viewing(ctxOf(house, home.owner), { id });
    expect(seen).toMatchObject({ taken: 2, capacity: 5, may_close: true, tours: [{ id: one.id }, { id: two.id }] });
    const stranger = await somebody(house, 'owner');
    await expect(tours.viewing(ctxOf(house, stranger), { id })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(inTransaction(house, stranger, (ctx) => tours.closeViewing(ctx, { id, reason: 'Mine' }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    await inTransaction(house, home.owner, (ctx) => tours.closeViewing(ctx, { id, reason: 'Rain' }));
    for (const { id: tour } of [one, two]) {
      expect(await rowOf(tour)).toMatchObject({ status: 'canceled', reason: 'Rain' });
      expect((await heard('tour.canceled', tour))[0]?.params.reason).toContain('Rain');
    }
    expect(await tours.viewing(ctxOf(house, home.owner), { id })).toMatchObject({ closed: true, may_close: false, tours: [] });
    expect(await free(home)).toContain(friday(10));
    await expect(inTransaction(house, home.owner, (ctx) => tours.closeViewing(ctx, { id, reason: 'Again' }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
    expect(now < friday(10)).toBe(true);
  });
});
