import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { recordPayment } from '#server/collection/record.ts';
import { readInvoiceDetails } from '#server/invoice/invoice-detail.ts';
import * as payments from '#server/payment/acts.ts';
import { listOwnPayments } from '#server/payment/lists.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let own: OwnerWithUnit;
let trust: OwnerWithUnit;
let payer: TestPerson;
const reason = 'The clerk is careless';
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const home = async (at: OwnerWithUnit, personId: number | null = null) =>
  createOccupiedTenancy(services, at.property, { unitId: await addUnit(services, at.property) }, personId);
let n = 0;
/** A payment that the owner recorded by bank, with an M-Pesa code of its own. */
const recorded = async (tenancy: number, cents: number, external = `SKC1AA22B${++n}`) =>
  as(own.owner, (ctx) => recordPayment(ctx, { how: 'mpesa', tenancy_id: tenancy, cents: toCents(cents), on: clock.today(), external, note: '' }));
const bill = (tenancy: number, cents: number) => as(own.owner, (ctx) => issueRentInvoice(ctx, tenancy, cents));
type Changed = { cents?: ReturnType<typeof toCents>; tenancy_id?: number; on?: string; besides?: number };
const preview = (by: TestPerson, id: number, changed: Changed) =>
  as(by, (ctx) => payments.previewCorrection(ctx, { id, cause: 'typed', ...changed }));
const correct = (by: TestPerson, id: number, changed: Changed) =>
  as(by, (ctx) => payments.correctPayment(ctx, { id, cause: 'typed', reason, ...changed }));
const detail = (by: TestPerson, id: number) => readPaymentDetails(createTestCtx(services, by), id);
const invoice = (id: number) => readInvoiceDetails(createTestCtx(services, own.owner), { id });
const later = (id: number) => services.database.db.selectFrom('payment').selectAll().where('corrects', '=', id).executeTakeFirstOrThrow();
const sent = async (events = ['payment.corrected', 'payment.reversed', 'payment.received']) =>
  (await listSentNotifications(services)).filter(({ event }) => events.includes(event));

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  [own, trust] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  payer = await createPerson(services, 'tenant');
  await setTrustMode(services, trust.owner.me.companyId ?? 0);
});
afterAll(() => setClock(services, null));

describe('payment correction: amount', () => {
  test('records the payment again with the same M-Pesa code, and the preview shows what happens', async () => {
    const tenancy = await home(own, payer.id);
    const owed = await bill(tenancy, 90_000);
    const first = await recorded(tenancy, 9_000, 'SKQ1AA22BB');
    const shown = await preview(own.owner, first.id, { cents: toCents(100_000) });
    expect(shown).toMatchObject({ asks: false, credit_cents: 10_000, earlier: null });
    expect(shown.invoices).toEqual([{ id: owed.id, code: expect.any(String), was_cents: 81_000, open_cents: 0 }]);
    expect(shown.journals.length).toBeGreaterThan(0);
    // The preview saves nothing.
    expect(await detail(own.owner, first.id)).toMatchObject({ status: 'completed', corrected_by: null });
    expect(await invoice(owed.id)).toMatchObject({ open_cents: 81_000 });
    const before = (await sent()).length;
    await correct(own.owner, first.id, { cents: toCents(100_000) });
    const after = await later(first.id);
    expect(after).toMatchObject({ cents: 100_000, external: 'SKQ1AA22BB', status: 'completed', match: 'matched', recorded_by: own.owner.id });
    expect(await invoice(owed.id)).toMatchObject({ open_cents: 0 });
    expect(await detail(own.owner, first.id)).toMatchObject({
      status: 'reversed',
      corrected_by: { id: after.id, what: 'amount' },
      correction: 'amount',
    });
    expect(await detail(own.owner, after.id)).toMatchObject({ corrects: { id: first.id, what: 'amount' }, credited_cents: 10_000 });
    // The payer reads one message, which is the text of the preview.
    const told = (await sent()).slice(before);
    expect(told.map(({ event }) => event)).toEqual(['payment.corrected']);
    expect(told[0]?.params).toMatchObject({ what: 'amount', was: 'KES 90', is: 'KES 1,000', external: 'SKQ1AA22BB' });
    expect(shown.told).toMatchObject([
      { heading: 'Your payment of KES 90 was corrected to KES 1,000', message: expect.stringContaining('recorded wrongly') },
    ]);
    await expect(recorded(tenancy, 9_000, 'SKQ1AA22BB')).rejects.toMatchObject({ failure: 'conflict' });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('the private reason is in no answer, message or history that a tenant reads', async () => {
    const tenancy = await home(own, payer.id);
    const owed = await bill(tenancy, 90_000);
    const first = await recorded(tenancy, 90_000);
    await correct(own.owner, first.id, { cents: toCents(50_000) });
    const after = await later(first.id);
    const read = [
      await detail(payer, first.id),
      await detail(payer, after.id),
      await as(payer, (ctx) => listOwnPayments(ctx, { page: 1, page_size: 10, z_filter: { tenancy_id: tenancy } })),
      await readInvoiceDetails(createTestCtx(services, payer), { id: owed.id }),
      await sent(['payment.corrected', 'payment.reversed', 'payment.received', 'payment.taken_off']),
    ];
    expect(JSON.stringify(read)).not.toContain('careless');
    expect(await detail(payer, first.id)).toMatchObject({ correction: 'amount', corrected_by: { id: after.id } });
    // Managers read it.
    expect(JSON.stringify(await detail(own.owner, first.id))).toContain('careless');
  });

  test('is refused without exactly one change, with the recorded value, for a reversed payment and for a corrected one', async () => {
    const tenancy = await home(own);
    const first = await recorded(tenancy, 70_000);
    await expect(correct(own.owner, first.id, {})).rejects.toMatchObject({ failure: 'invalid' });
    await expect(correct(own.owner, first.id, { cents: toCents(60_000), on: addDays(clock.today(), -1) })).rejects.toMatchObject({
      failure: 'invalid',
    });
    await expect(correct(own.owner, first.id, { cents: toCents(70_000) })).rejects.toMatchObject({ failure: 'invalid' });
    await correct(own.owner, first.id, { cents: toCents(60_000) });
    await expect(correct(own.owner, first.id, { cents: toCents(50_000) })).rejects.toMatchObject({ failure: 'wrongState' });
    const after = await later(first.id);
    // A corrected payment can be corrected again.
    await correct(own.owner, after.id, { cents: toCents(65_000) });
    const last = await later(after.id);
    await as(own.owner, (ctx) => payments.reversePayment(ctx, { id: last.id, cause: 'mistake', reason }));
    await expect(correct(own.owner, last.id, { cents: toCents(50_000) })).rejects.toMatchObject({ failure: 'wrongState' });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('a payment of another company answers not found, and a tenant cannot correct', async () => {
    const first = await recorded(await home(own, payer.id), 70_000);
    for (const who of [trust.owner, payer])
      for (const act of [preview, correct])
        await expect(act(who, first.id, { cents: toCents(60_000) })).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('two corrections at once, and a correction and a reversal at once: one takes effect', async () => {
    const tenancy = await home(own);
    await bill(tenancy, 90_000);
    const first = await recorded(tenancy, 90_000);
    const both = await Promise.allSettled([
      correct(own.owner, first.id, { cents: toCents(80_000) }),
      correct(own.owner, first.id, { cents: toCents(70_000) }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const after = await later(first.id);
    const race = await Promise.allSettled([
      correct(own.owner, after.id, { cents: toCents(60_000) }),
      as(own.owner, (ctx) => payments.reversePayment(ctx, { id: after.id, cause: 'mistake', reason })),
      as(own.owner, (ctx) => payments.unallocatePaymentAction(ctx, { id: after.id, reason })),
    ]);
    expect(race.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await detail(own.owner, after.id)).toMatchObject({ put_cents: 0 });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });
});

describe('payment correction: tenant', () => {
  test('notifies the tenant who loses the payment and the one who gets it, and neither sees the other', async () => {
    const gets = await createPerson(services, 'tenant');
    const [wrong, right] = [await home(own, payer.id), await home(own, gets.id)];
    const [lost, won] = [await bill(wrong, 40_000), await bill(right, 40_000)];
    const first = await recorded(wrong, 40_000);
    const shown = await preview(own.owner, first.id, { tenancy_id: right });
    expect(shown.told.map(({ heading }) => heading)).toEqual([expect.stringContaining('removed from'), expect.stringContaining('recorded for')]);
    expect(shown.invoices).toMatchObject([
      { id: lost.id, was_cents: 0, open_cents: 40_000 },
      { id: won.id, was_cents: 40_000, open_cents: 0 },
    ]);
    const before = (await sent()).length;
    await correct(own.owner, first.id, { tenancy_id: right });
    expect((await sent()).slice(before).map(({ to, params }) => [to, params?.what])).toEqual([
      [{ personId: payer.id }, 'moved_away'],
      [{ personId: gets.id }, 'moved_here'],
    ]);
    const after = await later(first.id);
    expect(after).toMatchObject({ tenancy_id: right, correction: 'tenant' });
    expect(await detail(payer, first.id)).toMatchObject({ status: 'reversed', corrected_by: null, correction: 'tenant' });
    await expect(detail(payer, after.id)).rejects.toMatchObject({ failure: 'notFound' });
    expect(await detail(gets, after.id)).toMatchObject({ corrects: null });
    expect(await invoice(won.id)).toMatchObject({ open_cents: 0 });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('is refused for a tenant of another company', async () => {
    const first = await recorded(await home(own), 40_000);
    await expect(correct(own.owner, first.id, { tenancy_id: await home(trust) })).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('cash that the other tenant also paid at the time needs a confirmation', async () => {
    const [wrong, right] = [await home(own), await home(own)];
    await services.database.db
      .updateTable('tenant')
      .set({ phone: null })
      .where('id', 'in', services.database.db.selectFrom('tenancy_person').select('tenant_id').where('tenancy_id', 'in', [wrong, right]))
      .execute();
    const cash = (tenancy: number) =>
      as(own.owner, (ctx) =>
        recordPayment(ctx, { how: 'cash', tenancy_id: tenancy, cents: toCents(40_000), on: clock.today(), external: '', note: '' }),
      );
    const [first, earlier] = [await cash(wrong), await cash(right)];
    expect(await preview(own.owner, first.id, { tenancy_id: right })).toMatchObject({ earlier: { id: earlier.id } });
    await expect(correct(own.owner, first.id, { tenancy_id: right })).rejects.toMatchObject({ failure: 'conflict', extra: { earlier: earlier.id } });
    await correct(own.owner, first.id, { tenancy_id: right, besides: earlier.id });
    expect(await later(first.id)).toMatchObject({ tenancy_id: right, how: 'cash' });
  });
});

describe('payment correction: date', () => {
  test('changes the day of payment, and refuses a day in the future or long ago', async () => {
    const tenancy = await home(own, payer.id);
    const first = await recorded(tenancy, 30_000);
    await expect(correct(own.owner, first.id, { on: addDays(clock.today(), 1) })).rejects.toMatchObject({
      extra: { fields: { on: expect.any(String) } },
    });
    await expect(correct(own.owner, first.id, { on: '2020-01-01' })).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    const day = addDays(clock.today(), -2);
    const shown = await preview(own.owner, first.id, { on: day });
    expect(shown.told).toMatchObject([{ heading: 'Date of your payment of KES 300 corrected', message: expect.stringContaining('1 March 2027') }]);
    await correct(own.owner, first.id, { on: day });
    expect(await later(first.id)).toMatchObject({ paid_on: day, cents: 30_000, correction: 'date' });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });
});
