import { describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { as, asha, at, here, house, livedIn, read, start, tenancyTests, told, unitOf, whatIs, who } from '#test/worlds/tenancies.ts';
import * as jobs from './clock.ts';
import * as tenancy from './service.ts';

tenancyTests();

/** The offer as those read it who answer it. */
async function offeredTo(id: number) {
  const { renewal } = await read(id, asha);
  if (!renewal) throw new Error('nothing was offered');
  return { version: renewal.version };
}

describe('time', () => {
  test('alerts before the end, the newest alone; then it rolls on', async () => {
    const { id, unitId } = await livedIn({ endsOn: addDays(start, 100) });
    const heard = async () => [await told('tenancy.ending90'), await told('tenancy.ending60'), await told('tenancy.ending30')];
    const zero = await heard();
    await jobs.alert(house.database.db);
    await at(addDays(start, 15));
    for (const _ of [1, 2]) await jobs.alert(house.database.db);
    // A week of silence later: the one that is due, not those that were missed.
    await at(addDays(start, 75));
    for (const _ of [1, 2]) await jobs.alert(house.database.db);
    expect((await heard()).map((count, at) => count - (zero[at] ?? 0))).toEqual([2, 0, 2]);
    await at(addDays(start, 140));
    for (const _ of [1, 2]) await jobs.finish(house.database.db);
    const full = await read(id);
    expect(full).toMatchObject({ status: 2, term_type: 'periodic', ends_on: null });
    expect(full.terms.map((term) => [term.from, term.last, term.why])).toEqual([
      [start, addDays(start, 100), 'import'],
      [addDays(start, 101), null, 'roll'],
    ]);
    expect(await unitOf(unitId)).toBe('occupied');
  });

  test('ends one that stops: lived in all the same, renewed late without a gap', async () => {
    const { id, unitId } = await livedIn({ endsOn: addDays(start, 30), holdover: 'stop' });
    await at(addDays(start, 50));
    for (const _ of [1, 2]) await jobs.finish(house.database.db);
    expect(await read(id)).toMatchObject({ status: 3, stage: 'holdover' });
    expect([await unitOf(unitId), await whatIs(asha)]).toEqual(['occupied', 'current']);
    const offer = { ends_on: addDays(start, 400), rent_cents: cents(3_300_000), until: addDays(start, 60), message: '' };
    await expect(as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer, ends_on: addDays(start, 5) }))).rejects.toMatchObject({
      extra: { fields: { ends_on: expect.any(String) } },
    });
    await as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer }));
    const term = await offeredTo(id);
    await expect(as(here.owner, (ctx) => tenancy.acceptRenewal(ctx, { id, ...term }))).rejects.toMatchObject({ failure: 'notFound' });
    // Another offer comes while they read the first.
    await as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer, rent_cents: cents(3_900_000) }));
    await expect(as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id, ...term }))).rejects.toMatchObject({ failure: 'conflict' });
    await as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer }));
    const again = await offeredTo(id);
    expect((await read(id, asha)).acts).toEqual(['accept_renewal', 'decline_renewal']);
    expect(await as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id, ...again }))).toMatchObject({
      status: 2,
      stage: 'normal',
      ends_on: addDays(start, 400),
      rent_cents: 3_300_000,
    });
    await expect(as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id, ...term }))).rejects.toMatchObject({ failure: 'conflict' });
    await as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer, ends_on: addDays(start, 800) }));
    const late = await offeredTo(id);
    await at(addDays(start, 61));
    await expect(as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id, ...late }))).rejects.toMatchObject({ failure: 'gone' });
    await jobs.dropOffers(house.database.db);
    expect(await read(id)).toMatchObject({ renewal: null, stage: 'normal' });
  });

  test('raises the rent as agreed, with its notice, never with less', async () => {
    const escalation = { kind: 'percent' as const, value: 1_000, every_months: 12, next_on: '2027-06-01', notice_days: 60 };
    const { id } = await livedIn({ endsOn: addDays(start, 800), escalation });
    await jobs.escalate(house.database.db);
    expect((await read(id)).terms).toHaveLength(1);
    await at('2027-04-20');
    for (const _ of [1, 2]) await jobs.escalate(house.database.db);
    const full = await read(id);
    expect(full.terms.map((term) => [term.from, term.rent_cents])).toEqual([
      [start, 3_000_000],
      ['2027-06-19', 3_300_000],
    ]);
    expect(full.escalation).toMatchObject({ next_on: '2028-06-01' });
  });

  test('raises once, however many times were missed; one that came with a day in the past waits for the next', async () => {
    const escalation = { kind: 'percent' as const, value: 1_000, every_months: 12, next_on: '2027-06-01', notice_days: 0 };
    const { id } = await livedIn({ endsOn: addDays(start, 5_000), escalation });
    await at('2032-09-10');
    for (const _ of [1, 2, 3]) await jobs.escalate(house.database.db);
    const full = await read(id);
    expect(full.terms.map((term) => [term.from, term.rent_cents])).toEqual([
      [start, 3_000_000],
      ['2032-09-10', 3_300_000],
    ]);
    expect(full.escalation).toMatchObject({ next_on: '2033-06-01' });
    await at(start);
    const brought = await livedIn({ startsOn: '2020-01-01', endsOn: addDays(start, 800), escalation: { ...escalation, next_on: '2021-01-01' } });
    for (const _ of [1, 2]) await jobs.escalate(house.database.db);
    expect(await read(brought.id)).toMatchObject({ terms: [{ rent_cents: 3_000_000 }], escalation: { next_on: '2028-01-01' } });
  });

  test('asks on both sides for the same: one that rolls keeps its rent after its term, one that stops asks for nothing after it', async () => {
    const charges = [{ label: 'Garbage', kind: 'garbage' as const, cents: 30_000, often: 'monthly' as const }];
    const rolls = await livedIn({ endsOn: addDays(start, 100), charges });
    const stops = await livedIn({ endsOn: addDays(start, 100), holdover: 'stop', charges });
    const kinds = (full: Awaited<ReturnType<typeof read>>, kind: string) =>
      full.schedule.filter((line) => line.kind === kind).map((line) => line.last);
    const [one, other] = [await read(rolls.id), await read(stops.id)];
    expect(kinds(one, 'rent')).toEqual(kinds(one, 'garbage'));
    expect(kinds(one, 'rent')).toHaveLength(12);
    expect([kinds(other, 'rent').at(-1), kinds(other, 'garbage').at(-1)]).toEqual([addDays(start, 100), addDays(start, 100)]);
    expect((await read(rolls.id, asha)).schedule).toEqual(one.schedule);
    await at(addDays(start, 140));
    await jobs.finish(house.database.db);
    expect(kinds(await read(stops.id), 'garbage')).toEqual([]);
    expect(kinds(await read(rolls.id), 'rent')).toHaveLength(12);
  });
});

/** A lease that says the rent may rise. */
const rises = { escalation: { kind: 'percent' as const, value: 500, every_months: 12, next_on: addDays(start, 1000) } };

describe('what changes while it stands', () => {
  test('rent that was agreed for a term does not rise inside it without the tenant; it may fall, and one that may rise does', async () => {
    const raise = (id: number, rent_cents: number) =>
      as(here.owner, (ctx) => tenancy.changeRent(ctx, { id, from: '2027-05-01', rent_cents: cents(rent_cents), reason: '', sure: false }));
    const { id } = await livedIn();
    await expect(raise(id, 3_100_000)).rejects.toMatchObject({ extra: { fields: { rent_cents: expect.stringContaining('propose a renewal') } } });
    expect((await raise(id, 2_900_000)).terms.at(-1)?.rent_cents).toBe(2_900_000);
    const other = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }], termType: 'periodic', endsOn: null });
    expect((await raise(other.id, 3_100_000)).terms.at(-1)?.rent_cents).toBe(3_100_000);
  });

  test('the schedule goes to the last day of the term, also where that cuts its last month', async () => {
    await at('2027-03-17');
    const { id } = await livedIn();
    const rents = (await read(id)).schedule.filter((line) => line.kind === 'rent');
    expect(rents).toHaveLength(13);
    expect(rents.at(-1)).toMatchObject({ due: '2028-03-01', days: 16, of: 31 });
  });

  test('rent, not inside its notice; charges from and until a day', async () => {
    const { id } = await livedIn(rises);
    const rent = (from: string) =>
      as(here.owner, (ctx) => tenancy.changeRent(ctx, { id, from, rent_cents: cents(3_500_000), reason: '', sure: false }));
    await expect(rent(addDays(start, 29))).rejects.toMatchObject({ extra: { fields: { from: expect.stringContaining('31 March 2027') } } });
    await expect(rent(addDays(start, 700))).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
    expect(
      (await rent('2027-05-01')).schedule
        .filter((line) => line.kind === 'rent')
        .slice(0, 3)
        .map((line) => line.cents),
    ).toEqual([3_000_000, 3_000_000, 3_500_000]);
    const charged = await as(here.owner, (ctx) =>
      tenancy.addCharge(ctx, { id, label: 'Water', kind: 'water', cents: null, often: 'monthly', from: '2027-04-01' }),
    );
    const stopped = await as(here.owner, (ctx) => tenancy.stopCharge(ctx, { id, charge_id: charged.charges[0]?.id ?? 0, last: '2027-05-31' }));
    expect(stopped.schedule.filter((line) => line.kind === 'water')).toHaveLength(2);
    const other = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await expect(
      as(here.owner, (ctx) => tenancy.stopCharge(ctx, { id: other.id, charge_id: charged.charges[0]?.id ?? 0, last: start })),
    ).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('a rent that cannot be is refused, a large step must be meant, and what was told of is taken back until it begins', async () => {
    const { id } = await livedIn(rises);
    const from = addDays(start, 60);
    const rent = (rent_cents: number, more: object = {}) =>
      as(here.owner, (ctx) => tenancy.changeRent(ctx, { id, from, rent_cents: cents(rent_cents), reason: '', sure: false, ...more }));
    for (const wrong of [0, 299_999, 30_000_001])
      await expect(rent(wrong)).rejects.toMatchObject({ extra: { fields: { rent_cents: expect.any(String) } } });
    await expect(rent(4_500_000)).rejects.toMatchObject({ extra: { fields: { sure: expect.any(String) } } });
    const raised = await rent(4_500_000, { sure: true });
    expect(raised.acts).toContain('withdraw_rent');
    const planned = raised.terms.at(-1);
    const back = (term_id: number) => as(here.owner, (ctx) => tenancy.withdrawRent(ctx, { id, term_id, reason: 'not now' }));
    await expect(back(raised.terms[0]?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
    const kept = await back(planned?.id ?? 0);
    expect(kept.terms.map((term) => [term.from, term.last, term.rent_cents])).toEqual([[start, kept.ends_on, 3_000_000]]);
    expect(kept.acts).not.toContain('withdraw_rent');
    expect(await told('tenancy.rent_kept', id)).toBe(1);
    await expect(back(planned?.id ?? 0)).rejects.toMatchObject({ failure: 'notFound' });
    // The same again is told again, and the history has it all.
    const before = await told('tenancy.rent_change', id);
    await rent(4_500_000, { sure: true });
    expect(await told('tenancy.rent_change', id)).toBe(before + 1);
    const { history } = await read(id);
    expect(history.filter((one) => one.changes.some((change) => change.field === 'rent_cents'))).toHaveLength(3);
    expect(history.every((one) => one.kind === 'move' || one.by !== null)).toBe(true);
    const less = (sum: number) =>
      as(here.owner, (ctx) => tenancy.addCharge(ctx, { id, label: 'Less', kind: 'discount', cents: cents(sum), often: 'monthly', from: start }));
    await expect(less(-3_000_001)).rejects.toMatchObject({ extra: { fields: { cents: expect.any(String) } } });
    await less(-3_000_000);
  });

  test('a rent that rises before a renewal begins leaves the renewal as it was agreed', async () => {
    const end = addDays(start, 200);
    const { id } = await livedIn({ endsOn: end, ...rises });
    const offer = { ends_on: addDays(end, 365), rent_cents: cents(3_300_000), until: addDays(start, 30), message: '' };
    await as(here.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer }));
    const term = await offeredTo(id);
    await as(asha, (ctx) => tenancy.acceptRenewal(ctx, { id, ...term }));
    const from = addDays(start, 60);
    const full = await as(here.owner, (ctx) => tenancy.changeRent(ctx, { id, from, rent_cents: cents(3_100_000), reason: '', sure: false }));
    expect(full.terms.map((term) => [term.from, term.last, term.rent_cents])).toEqual([
      [start, addDays(from, -1), 3_000_000],
      [from, end, 3_100_000],
      [addDays(end, 1), addDays(end, 365), 3_300_000],
    ]);
  });
});
