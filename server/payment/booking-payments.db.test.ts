import { beforeAll, describe, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { sealPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { readBalanceDue } from '#server/invoice/public-invoice.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { allocatePaymentToTenancies } from '#server/matching/allocate-payment.ts';
import { matchPayment } from '#server/matching/match-payment.ts';
import { type CollectionAccountRow, createCollectionAccount, readCollectionAccount } from '#server/treasury/accounts.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { findFailedLedgerChecks, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import { readAccountStatement } from './account-statement.ts';
import { listOwnPayments } from './lists.ts';

let fixture: BookingFixture;
let account: CollectionAccountRow;
beforeAll(async () => {
  fixture = await createBookingFixture();
  const { db } = fixture.services.database;
  await setTrustMode(fixture.services, fixture.company);
  const made = await createCollectionAccount(db, {
    company_id: null,
    rail: 'mpesa',
    name: 'M-Pesa',
    number: '174379',
    bank_code: null,
    fund: 'C',
    of_env: true,
  });
  account = await readCollectionAccount(db, made?.id ?? 0);
});
const invoiceOf = (bookingId: number) =>
  fixture.services.database.db.selectFrom('invoice').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow();
const approved = async () => {
  const { listing } = await fixture.home();
  const { id, person } = await fixture.applies(listing);
  await fixture.approve(id);
  return { id, person, invoice: await invoiceOf(id) };
};
/** The pages that notifications to people with an account link to. The phone that paid is notified as well. */
const pages = async () => (await listSentNotifications(fixture.services, 'payment.received')).flatMap(({ page }) => page ?? []);
let n = 0;
const came = async (accountText: string, sum: number) => {
  const { db } = fixture.services.database;
  const facts = { rail: 'mpesa', external: `UKI000000${++n}`, account, cents: sum, paidAt: clock.now(), payer: 'ASHA', verifiedBy: 'query' } as const;
  const { paymentId } = await db
    .transaction()
    .execute((tx) => recordReceipt(asClock(tx), { ...facts, accountText, phone: sealPhone('254712345678') }));
  await matchPayment(db, paymentId ?? 0);
  return paymentId ?? 0;
};

describe('booking payment before the tenancy exists', () => {
  test('moves with its overpayment to the tenancy that is created when the booking is paid', async () => {
    const { id, person, invoice } = await approved();
    const applicant = createTestCtx(fixture.services, person);
    const paid = [await came(invoice.code, 2_500_000)];
    const before = await listOwnPayments(applicant, { page: 1, page_size: 10, z_filter: { booking_id: id } });
    expect(before.results.map((row) => row.id)).toEqual(paid);
    expect(await fixture.service.details(applicant, { id })).toMatchObject({ due_cents: 9_000_000, received_cents: 2_500_000 });
    expect(await pages()).toEqual([linkTo('booking.one', 'tenant', { id, code: (await fixture.rowOf(id)).code })]);
    paid.push(await came(invoice.code, 6_550_000));
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'confirmed' });
    const tenancy = (await invoiceOf(id)).tenancy_id ?? 0;
    const { results } = await listOwnPayments(applicant, { page: 1, page_size: 10, z_filter: { tenancy_id: tenancy } });
    expect(results.map((row) => row.id).toSorted()).toEqual(paid.toSorted());
    const { code } = await fixture.services.database.db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow();
    const last = results.find((row) => row.id === paid[1]);
    const at = { tenancy_id: tenancy, code, id: last?.id ?? 0, invoice_code: last?.code ?? '' };
    expect(await pages()).toContain(linkTo('payment.ownOne', 'tenancy', at));
    expect(
      await readAccountBalance(fixture.services.database.db, 'C', { code: ledgerAccounts.tenantCredit, company: fixture.company, tenancy }),
    ).toBe(50_000);
    const account = await readAccountStatement(applicant, { tenancy_id: tenancy });
    expect(account.rows.map(({ what, cents, balance_cents }) => [what, cents, balance_cents])).toEqual([
      ['invoice', 9_000_000, 9_000_000],
      ['payment', -2_500_000, 6_500_000],
      ['payment', -6_550_000, -50_000],
    ]);
    expect(account.deposit).toMatchObject({ held_cents: 4_500_000, holder: 'platform' });
    const { total_cents, credit_cents } = await readBalanceDue(applicant, { tenancy_id: tenancy });
    expect(account.balance_cents).toBe(total_cents - credit_cents);
    const stranger = createTestCtx(fixture.services, await createPerson(fixture.services, 'tenant'));
    await expect(readAccountStatement(stranger, { tenancy_id: tenancy })).rejects.toMatchObject({ failure: 'notFound' });
    expect(await findFailedLedgerChecks(fixture.services)).toEqual([]);
  });

  test('moves to the new tenancy when staff assign an unallocated payment to the booking', async () => {
    const { id, invoice } = await approved();
    const paid = await came('NOBODY KNOWS', 9_050_000);
    const boss = await createPerson(fixture.services, 'superadmin');
    await runAsPerson(fixture.services, boss, (ctx) =>
      allocatePaymentToTenancies(ctx, { id: paid, parts: [{ booking_id: id, invoice_ids: [invoice.id], cents: toCents(9_050_000) }] }),
    );
    await approveClientMoneyMove(fixture.services, paid);
    const tenancy = (await invoiceOf(id)).tenancy_id ?? 0;
    const row = await fixture.services.database.db.selectFrom('payment').select(['tenancy_id', 'match']).where('id', '=', paid).executeTakeFirst();
    expect(row).toEqual({ tenancy_id: tenancy, match: 'matched' });
    expect(
      await readAccountBalance(fixture.services.database.db, 'C', { code: ledgerAccounts.tenantCredit, company: fixture.company, tenancy }),
    ).toBe(50_000);
    expect(await findFailedLedgerChecks(fixture.services)).toEqual([]);
  });
});
