import { describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import {
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  newTenantInput,
  readTenancy,
  readTenantStatus,
  readUnitStatus,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import * as jobs from './clock.ts';
import * as tenancy from './service.ts';

setUpTenancyTests();

/** The version of the renewal offer that its tenants read. */
async function offeredTo(id: number) {
  const { renewal } = await readTenancy(id, ashaUser);
  if (!renewal) throw new Error('nothing was offered');
  return { version: renewal.version };
}

describe('end of the tenancy term', () => {
  test('only the latest reminder is sent after the job missed two months, and the tenancy continues month to month', async () => {
    const { id, unitId } = await createActiveTenancy({ endsOn: addDays(startDay, 100) });
    const heard = async () => [
      await countQueuedNotifications('tenancy.ending90'),
      await countQueuedNotifications('tenancy.ending60'),
      await countQueuedNotifications('tenancy.ending30'),
    ];
    const zero = await heard();
    await jobs.sendTenancyEndReminders(testServices.database.db);
    await setTestDay(addDays(startDay, 15));
    for (const _ of [1, 2]) await jobs.sendTenancyEndReminders(testServices.database.db);
    // The jobs did not run for two months: only the latest reminder is sent, not those that were missed.
    await setTestDay(addDays(startDay, 75));
    for (const _ of [1, 2]) await jobs.sendTenancyEndReminders(testServices.database.db);
    expect((await heard()).map((count, at) => count - (zero[at] ?? 0))).toEqual([2, 0, 2]);
    await setTestDay(addDays(startDay, 140));
    for (const _ of [1, 2]) await jobs.finishEndedTerms(testServices.database.db);
    const full = await readTenancy(id);
    expect(full).toMatchObject({ status: 2, term_type: 'periodic', ends_on: null });
    expect(full.terms.map((term) => [term.from, term.last, term.why])).toEqual([
      [startDay, addDays(startDay, 100), 'import'],
      [addDays(startDay, 101), null, 'roll'],
    ]);
    expect(await readUnitStatus(unitId)).toBe('occupied');
  });

  test('a fixed term that ends without continuation becomes a holdover, which can be renewed late without a gap', async () => {
    const { id, unitId } = await createActiveTenancy({ endsOn: addDays(startDay, 30), holdover: 'stop' });
    await setTestDay(addDays(startDay, 50));
    for (const _ of [1, 2]) await jobs.finishEndedTerms(testServices.database.db);
    expect(await readTenancy(id)).toMatchObject({ status: 3, stage: 'holdover' });
    expect([await readUnitStatus(unitId), await readTenantStatus(ashaUser)]).toEqual(['occupied', 'current']);
    const offer = { ends_on: addDays(startDay, 400), rent_cents: toCents(3_300_000), until: addDays(startDay, 60), message: '' };
    await expect(runAs(testPlace.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer, ends_on: addDays(startDay, 5) }))).rejects.toMatchObject({
      extra: { fields: { ends_on: expect.any(String) } },
    });
    await runAs(testPlace.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer }));
    const term = await offeredTo(id);
    await expect(runAs(testPlace.owner, (ctx) => tenancy.acceptRenewal(ctx, { id, ...term }))).rejects.toMatchObject({ failure: 'notFound' });
    // The offer is replaced while the tenant reads the first one.
    await runAs(testPlace.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer, rent_cents: toCents(3_900_000) }));
    await expect(runAs(ashaUser, (ctx) => tenancy.acceptRenewal(ctx, { id, ...term }))).rejects.toMatchObject({ failure: 'conflict' });
    await runAs(testPlace.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer }));
    const again = await offeredTo(id);
    expect((await readTenancy(id, ashaUser)).acts).toEqual(['accept_renewal', 'decline_renewal']);
    expect(await runAs(ashaUser, (ctx) => tenancy.acceptRenewal(ctx, { id, ...again }))).toMatchObject({
      status: 2,
      stage: 'normal',
      ends_on: addDays(startDay, 400),
      rent_cents: 3_300_000,
    });
    await expect(runAs(ashaUser, (ctx) => tenancy.acceptRenewal(ctx, { id, ...term }))).rejects.toMatchObject({ failure: 'conflict' });
    await runAs(testPlace.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer, ends_on: addDays(startDay, 800) }));
    const late = await offeredTo(id);
    await setTestDay(addDays(startDay, 61));
    await expect(runAs(ashaUser, (ctx) => tenancy.acceptRenewal(ctx, { id, ...late }))).rejects.toMatchObject({ failure: 'gone' });
    await jobs.expireRenewalOffers(testServices.database.db);
    expect(await readTenancy(id)).toMatchObject({ renewal: null, stage: 'normal' });
  });

  test('the agreed rent increase applies only after the full notice period, also when the job runs late', async () => {
    const escalation = { kind: 'percent' as const, value: 1_000, every_months: 12, next_on: '2027-06-01', notice_days: 60 };
    const { id } = await createActiveTenancy({ endsOn: addDays(startDay, 800), escalation });
    await jobs.applyScheduledRentIncreases(testServices.database.db);
    expect((await readTenancy(id)).terms).toHaveLength(1);
    await setTestDay('2027-04-20');
    for (const _ of [1, 2]) await jobs.applyScheduledRentIncreases(testServices.database.db);
    const full = await readTenancy(id);
    expect(full.terms.map((term) => [term.from, term.rent_cents])).toEqual([
      [startDay, 3_000_000],
      ['2027-06-19', 3_300_000],
    ]);
    expect(full.escalation).toMatchObject({ next_on: '2028-06-01' });
  });

  test('the rent increases only once after several missed dates', async () => {
    const escalation = { kind: 'percent' as const, value: 1_000, every_months: 12, next_on: '2027-06-01', notice_days: 0 };
    const { id } = await createActiveTenancy({ endsOn: addDays(startDay, 5_000), escalation });
    await setTestDay('2032-09-10');
    for (const _ of [1, 2, 3]) await jobs.applyScheduledRentIncreases(testServices.database.db);
    const full = await readTenancy(id);
    expect(full.terms.map((term) => [term.from, term.rent_cents])).toEqual([
      [startDay, 3_000_000],
      ['2032-09-10', 3_300_000],
    ]);
    expect(full.escalation).toMatchObject({ next_on: '2033-06-01' });
    await setTestDay(startDay);
    const brought = await createActiveTenancy({
      startsOn: '2020-01-01',
      endsOn: addDays(startDay, 800),
      escalation: { ...escalation, next_on: '2021-01-01' },
    });
    for (const _ of [1, 2]) await jobs.applyScheduledRentIncreases(testServices.database.db);
    expect(await readTenancy(brought.id)).toMatchObject({ terms: [{ rent_cents: 3_000_000 }], escalation: { next_on: '2028-01-01' } });
  });

  test('landlord and tenant see the same schedule, in which the rent continues after a rolling term and ends with a stopping term', async () => {
    const charges = [{ label: 'Garbage', kind: 'garbage' as const, cents: 30_000, often: 'monthly' as const }];
    const rolls = await createActiveTenancy({ endsOn: addDays(startDay, 100), charges });
    const stops = await createActiveTenancy({ endsOn: addDays(startDay, 100), holdover: 'stop', charges });
    const kinds = (full: Awaited<ReturnType<typeof readTenancy>>, kind: string) =>
      full.schedule.filter((line) => line.kind === kind).map((line) => line.last);
    const [one, other] = [await readTenancy(rolls.id), await readTenancy(stops.id)];
    expect(kinds(one, 'rent')).toEqual(kinds(one, 'garbage'));
    expect(kinds(one, 'rent')).toHaveLength(12);
    expect([kinds(other, 'rent').at(-1), kinds(other, 'garbage').at(-1)]).toEqual([addDays(startDay, 100), addDays(startDay, 100)]);
    expect((await readTenancy(rolls.id, ashaUser)).schedule).toEqual(one.schedule);
    await setTestDay(addDays(startDay, 140));
    await jobs.finishEndedTerms(testServices.database.db);
    expect(kinds(await readTenancy(stops.id), 'garbage')).toEqual([]);
    expect(kinds(await readTenancy(rolls.id), 'rent')).toHaveLength(12);
  });
});

/** A lease with an escalation clause, which allows rent increases. */
const rises = { escalation: { kind: 'percent' as const, value: 500, every_months: 12, next_on: addDays(startDay, 1000) } };

describe('changes of terms in an active tenancy', () => {
  test('the rent of a fixed term can be reduced, but not raised without consent or a rent increase clause', async () => {
    const raise = (id: number, rent_cents: number) =>
      runAs(testPlace.owner, (ctx) => tenancy.changeRent(ctx, { id, from: '2027-05-01', rent_cents: toCents(rent_cents), reason: '', sure: false }));
    const { id } = await createActiveTenancy();
    await expect(raise(id, 3_100_000)).rejects.toMatchObject({ extra: { fields: { rent_cents: expect.stringContaining('propose a renewal') } } });
    expect((await raise(id, 2_900_000)).terms.at(-1)?.rent_cents).toBe(2_900_000);
    const other = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }], termType: 'periodic', endsOn: null });
    expect((await raise(other.id, 3_100_000)).terms.at(-1)?.rent_cents).toBe(3_100_000);
  });

  test('a lower rent applies from today without notice, and a change of the past is a correction', async () => {
    const { id } = await createActiveTenancy();
    const lower = (from: string) =>
      runAs(testPlace.owner, (ctx) => tenancy.changeRent(ctx, { id, from, rent_cents: toCents(2_800_000), reason: '', sure: false }));
    await setTestDay(addDays(startDay, 40));
    await expect(lower(addDays(startDay, 10))).rejects.toMatchObject({ extra: { fields: { from: expect.stringContaining('Rent was wrong') } } });
    expect((await lower(addDays(startDay, 40))).terms.map((term) => [term.from, term.rent_cents])).toEqual([
      [startDay, 3_000_000],
      [addDays(startDay, 40), 2_800_000],
    ]);
  });

  test('the rent schedule ends on the last day of the term, also in the middle of a month', async () => {
    await setTestDay('2027-03-17');
    const { id } = await createActiveTenancy();
    const rents = (await readTenancy(id)).schedule.filter((line) => line.kind === 'rent');
    expect(rents).toHaveLength(13);
    expect(rents.at(-1)).toMatchObject({ due: '2028-03-01', days: 16, of: 31 });
  });

  test('a rent change needs the notice period, and an additional charge is billed from its start day to its end day', async () => {
    const { id } = await createActiveTenancy(rises);
    const rent = (from: string) =>
      runAs(testPlace.owner, (ctx) => tenancy.changeRent(ctx, { id, from, rent_cents: toCents(3_500_000), reason: '', sure: false }));
    await expect(rent(addDays(startDay, 29))).rejects.toMatchObject({ extra: { fields: { from: expect.stringContaining('31 March 2027') } } });
    await expect(rent(addDays(startDay, 700))).rejects.toMatchObject({ extra: { fields: { from: expect.any(String) } } });
    expect(
      (await rent('2027-05-01')).schedule
        .filter((line) => line.kind === 'rent')
        .slice(0, 3)
        .map((line) => line.cents),
    ).toEqual([3_000_000, 3_000_000, 3_500_000]);
    const charged = await runAs(testPlace.owner, (ctx) =>
      tenancy.addCharge(ctx, { id, label: 'Water', kind: 'water', cents: null, often: 'monthly', from: '2027-04-01' }),
    );
    const stopped = await runAs(testPlace.owner, (ctx) =>
      tenancy.stopCharge(ctx, { id, charge_id: charged.charges[0]?.id ?? 0, last: '2027-05-31' }),
    );
    expect(stopped.schedule.filter((line) => line.kind === 'water')).toHaveLength(2);
    const other = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    await expect(
      runAs(testPlace.owner, (ctx) => tenancy.stopCharge(ctx, { id: other.id, charge_id: charged.charges[0]?.id ?? 0, last: startDay })),
    ).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('an impossible rent is refused, a large change needs confirmation, and an announced change can be withdrawn before it begins', async () => {
    const { id } = await createActiveTenancy(rises);
    const from = addDays(startDay, 60);
    const rent = (rent_cents: number, more: object = {}) =>
      runAs(testPlace.owner, (ctx) => tenancy.changeRent(ctx, { id, from, rent_cents: toCents(rent_cents), reason: '', sure: false, ...more }));
    for (const wrong of [0, 299_999, 30_000_001])
      await expect(rent(wrong)).rejects.toMatchObject({ extra: { fields: { rent_cents: expect.any(String) } } });
    await expect(rent(4_500_000)).rejects.toMatchObject({ extra: { fields: { sure: expect.any(String) } } });
    const raised = await rent(4_500_000, { sure: true });
    expect(raised.acts).toContain('withdraw_rent');
    const planned = raised.terms.at(-1);
    const back = (term_id: number) => runAs(testPlace.owner, (ctx) => tenancy.withdrawRent(ctx, { id, term_id, reason: 'not now' }));
    await expect(back(raised.terms[0]?.id ?? 0)).rejects.toMatchObject({ failure: 'conflict' });
    const kept = await back(planned?.id ?? 0);
    expect(kept.terms.map((term) => [term.from, term.last, term.rent_cents])).toEqual([[startDay, kept.ends_on, 3_000_000]]);
    expect(kept.acts).not.toContain('withdraw_rent');
    expect(await countQueuedNotifications('tenancy.rent_kept', id)).toBe(1);
    await expect(back(planned?.id ?? 0)).rejects.toMatchObject({ failure: 'notFound' });
    // The same change is notified again, and the history contains every change.
    const before = await countQueuedNotifications('tenancy.rent_change', id);
    await rent(4_500_000, { sure: true });
    expect(await countQueuedNotifications('tenancy.rent_change', id)).toBe(before + 1);
    const { history } = await readTenancy(id);
    expect(history.filter((one) => one.changes.some((change) => change.field === 'rent_cents'))).toHaveLength(3);
    expect(history.every((one) => one.kind === 'move' || one.by !== null)).toBe(true);
    const less = (sum: number) =>
      runAs(testPlace.owner, (ctx) =>
        tenancy.addCharge(ctx, { id, label: 'Less', kind: 'discount', cents: toCents(sum), often: 'monthly', from: startDay }),
      );
    await expect(less(-3_000_001)).rejects.toMatchObject({ extra: { fields: { cents: expect.any(String) } } });
    await less(-3_000_000);
  });

  test('a rent increase before an agreed renewal begins does not change the rent of the renewal', async () => {
    const end = addDays(startDay, 200);
    const { id } = await createActiveTenancy({ endsOn: end, ...rises });
    const offer = { ends_on: addDays(end, 365), rent_cents: toCents(3_300_000), until: addDays(startDay, 30), message: '' };
    await runAs(testPlace.owner, (ctx) => tenancy.offerRenewal(ctx, { id, ...offer }));
    const term = await offeredTo(id);
    await runAs(ashaUser, (ctx) => tenancy.acceptRenewal(ctx, { id, ...term }));
    const from = addDays(startDay, 60);
    const full = await runAs(testPlace.owner, (ctx) =>
      tenancy.changeRent(ctx, { id, from, rent_cents: toCents(3_100_000), reason: '', sure: false }),
    );
    expect(full.terms.map((term) => [term.from, term.last, term.rent_cents])).toEqual([
      [startDay, addDays(from, -1), 3_000_000],
      [from, end, 3_100_000],
      [addDays(end, 1), addDays(end, 365), 3_300_000],
    ]);
  });
});
