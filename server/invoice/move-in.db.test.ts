import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthStart } from '#contract/time/days.ts';
import { expireDueBookings } from '#server/booking/clock.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { readAccountBalance, readAccountBalances } from '#server/ledger/service.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { findFailedInvoiceChecks, payInvoice } from '#test/fixtures/invoices.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, type TestPerson } from '#test/people.ts';
import { expireInvoice } from './event-handlers.ts';
import { readInvoiceDetails } from './invoice-detail.ts';
import { readPublicInvoice } from './public-invoice.ts';
import { previewInvoiceRun } from './runs/runs.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture();
  // The company is in trust mode: Makao holds what is paid before moving in separately.
  await fixture.services.database.db.insertInto('ledger_book').values({ company_id: fixture.company, mode: 'trust' }).execute();
});
afterEach(() => setClock(fixture.services, null));
const invoiceOf = (bookingId: number) =>
  fixture.services.database.db.selectFrom('invoice').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
const approved = async () => {
  const { listing } = await fixture.home();
  const { id, person } = await fixture.applies(listing);
  await fixture.approve(id);
  return { id, person, invoice: await invoiceOf(id) };
};
const held = (bookingId: number) => {
  const payer = { company: fixture.company, ref: `booking:${bookingId}` };
  return readAccountBalances(fixture.services.database.db, [
    ['C', { code: ledgerAccounts.moveInRent, ...payer }],
    ['D', { code: ledgerAccounts.moveInDeposits, ...payer }],
    ['C', { code: ledgerAccounts.ownerPayable, company: fixture.company }],
    ['D', { code: ledgerAccounts.depositsHeld, ...payer }],
  ]);
};

describe('move-in invoice', () => {
  test('is issued when the booking is approved, with a separate deposit; its payment confirms the booking and creates the tenancy', async () => {
    const { id, person, invoice } = await approved();
    expect(invoice).toMatchObject({
      kind: 'move_in',
      fund: 'C',
      total_cents: 9_000_000,
      deposit_cents: 4_500_000,
      account_ref: `booking:${id}`,
      status: 'unpaid',
    });
    expect(await readInvoiceDetails(createTestCtx(fixture.services, person), { id: invoice.id })).toMatchObject({
      manages: false,
      lines: [{ kind: 'rent' }, { kind: 'deposit' }],
    });
    await payInvoice(fixture.services, invoice.id, 2_000_000);
    expect((await fixture.rowOf(id)).status).toBe('await_payment');
    await payInvoice(fixture.services, invoice.id, 7_000_000);
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'confirmed', paid: { cents: 9_000_000, how: 'mpesa' } });
    const after = await invoiceOf(id);
    expect(after).toMatchObject({ status: 'paid', account_ref: `booking:${id}` });
    expect(after.tenancy_id).not.toBeNull();
    expect(await held(id)).toEqual([4_500_000, 4_500_000, 0, 0]);
    // Both sides are notified that the deposit is held.
    const heard = await listSentNotifications(fixture.services, 'deposit.held');
    expect(heard.map(({ to }) => to)).toEqual(expect.arrayContaining([{ personId: person.me.userId }, { personId: fixture.here.owner.me.userId }]));
    expect(heard[0]?.params).toMatchObject({ sum: 'KES 45,000' });
    expect(await findFailedInvoiceChecks(fixture.services)).toEqual([]);
    // On moving in, the held money becomes the owner's.
    const tenancyId = after.tenancy_id ?? 0;
    await fixture.services.database.db.updateTable('tenancy').set({ status: 'active' }).where('id', '=', tenancyId).execute();
    const active = { tenancyId, unitId: after.unit_id, bookingId: id };
    for (const _ of [1, 2]) await fixture.as(fixture.here.owner, (ctx) => publishEvent(ctx, 'tenancy.activated', active));
    expect(await held(id)).toEqual([0, 0, 4_500_000, 4_500_000]);
    // The prepayment is deducted from the first months and not billed again.
    const starts = (await fixture.rowOf(id)).starts_on;
    const months = [0, 1, 2].map((n) => addMonths(monthStart(starts), n));
    const totals = [];
    for (const month of months)
      totals.push((await fixture.as(fixture.here.owner, (ctx) => previewInvoiceRun(ctx, { month, page: 1, page_size: 10 }))).total_cents);
    const first = totals[0] ?? 0;
    expect(first).toBe(0);
    expect(totals.reduce((sum, cents) => sum + cents, 0)).toBeLessThan(2 * 4_500_000 + 4_500_000);
  });

  test('shows the paybill of Makao on every page and PDF if Makao collects the rent', async () => {
    const { db } = fixture.services.database;
    await db.updateTable('company').set({ pay_paybill: '522533', pay_till: '5204417' }).where('id', '=', fixture.company).execute();
    await createCollectionAccount(db, {
      company_id: null,
      rail: 'mpesa',
      name: 'M-Pesa',
      number: '174379',
      bank_code: null,
      fund: 'C',
      of_env: true,
    });
    const { id, person, invoice } = await approved();
    const to = { paybill: '174379', till: null, bank: null };
    expect(await readInvoiceDetails(createTestCtx(fixture.services, fixture.here.owner), { id: invoice.id })).toMatchObject({ pay_to: to });
    expect(await readPublicInvoice(createTestCtx(fixture.services, null), { id: invoice.id, token: invoice.token })).toMatchObject({ pay_to: to });
    expect(await fixture.service.details(createTestCtx(fixture.services, person), { id })).toMatchObject({ pay_to: to });
  });

  test('expires with the booking, but a partly paid invoice expires only after its payment was returned', async () => {
    const one = await approved();
    await fixture.later(24 * 7);
    await expireDueBookings(fixture.services.database.db);
    expect(await invoiceOf(one.id)).toMatchObject({ status: 'expired', open_cents: 0 });
    await expect(readPublicInvoice(createTestCtx(fixture.services, null), { id: one.invoice.id, token: one.invoice.token })).rejects.toMatchObject({
      failure: 'notFound',
    });
    await setClock(fixture.services, null);
    const two = await approved();
    await payInvoice(fixture.services, two.invoice.id, 1_000_000);
    await fixture.as(fixture.here.owner, (ctx) => fixture.service.cancel(ctx, { id: two.id, reason: 'the owner changed their mind' }));
    expect(await invoiceOf(two.id)).toMatchObject({ status: 'active', paid_cents: 1_000_000 });
    await payInvoice(fixture.services, two.invoice.id, -1_000_000);
    await fixture.services.database.db.transaction().execute((tx) => expireInvoice(asClock(tx), two.invoice.id, 'canceled'));
    expect(await invoiceOf(two.id)).toMatchObject({ status: 'expired' });
    expect(await findFailedInvoiceChecks(fixture.services)).toEqual([]);
  });

  test("if Makao collects, the owner can confirm a direct payment only up to the applicant's claimed amount; confirmation pays the invoice", async () => {
    const { id, person } = await approved();
    const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };
    const { file_id } = await fixture.as(fixture.here.owner, (ctx) => fixture.service.uploadEvidence(ctx, { id, file }));
    const paid = { id, how: 'bank' as const, on: clock.today(), note: '' };
    const confirm = (who: TestPerson) =>
      fixture.as(who, (ctx) => fixture.service.confirmPayment(ctx, { ...paid, cents: toCents(9_000_000), file_id, why_less: '' }));
    await expect(confirm(fixture.here.owner)).rejects.toMatchObject({ failure: 'conflict' });
    await fixture.as(person, (ctx) => fixture.service.claimPaid(ctx, { ...paid, cents: toCents(8_000_000), file_id: null }));
    await expect(confirm(fixture.here.owner)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await readAccountBalance(fixture.services.database.db, 'C', { code: ledgerAccounts.cashInHand, company: fixture.company })).toBe(0);
    // An agency whose mandate does not allow collecting cannot confirm the payment.
    const agent = await createPerson(fixture.services, 'agent');
    await fixture.services.database.db
      .insertInto('mandate')
      .values({
        owner_company_id: fixture.company,
        agent_company_id: agent.me.companyId ?? 0,
        all_properties: true,
        scope: 'full_management',
        may_collect: false,
        grants: ['property.read', 'booking.read', 'booking.edit'],
      })
      .execute();
    await fixture.as(person, (ctx) => fixture.service.claimPaid(ctx, { ...paid, cents: toCents(9_000_000), file_id: null }));
    await expect(confirm(await reloadTestPerson(fixture.services, agent))).rejects.toMatchObject({ failure: 'forbidden' });
    await confirm(fixture.here.owner);
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'confirmed', paid: { how: 'bank' } });
    expect(await readAccountBalance(fixture.services.database.db, 'C', { code: ledgerAccounts.cashInHand, company: fixture.company })).toBe(
      9_000_000,
    );
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid' });
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'confirmed', paid: { how: 'bank' } });
  });
});
