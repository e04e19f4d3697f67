import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { readWalletBalances } from '#server/wallet/service.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { payIntoPaybill, readPlatformPaybillAccount } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createPerson, makeAccountsEstablished, reloadTestPerson, type TestPerson } from '#test/people.ts';
import * as desk from './allocate-payment.ts';

/** An owner tries to turn deposits of tenants and applicants into rent of an accomplice. */
let fixture: BookingFixture;
let paybill: CollectionAccountRow;
let owner: TestPerson;
const db = () => fixture.services.database.db;
const available = async () => (await readWalletBalances(db(), fixture.company)).reduce((sum, one) => sum + one.available + one.pending, 0);
const came = async (sum: number, typed: string) =>
  (await payIntoPaybill(fixture.services, { account: paybill, cents: sum, typed, payer: 'LILIAN' })).id;
const home = async () =>
  createOccupiedTenancy(fixture.services, fixture.here.property, { unitId: await addUnit(fixture.services, fixture.here.property) });
const unmatch = async (by: TestPerson, id: number) => {
  await fixture.as(by, (ctx) => desk.unallocateManagedPayment(ctx, { id, reason: 'For another home' }));
  await approveClientMoneyMove(fixture.services, id);
};
const reverse = (by: TestPerson, id: number) =>
  fixture.as(by, (ctx) => desk.reversePayment(ctx, { id, reason: 'For another home', cause: 'mistake' }));
const assign = (by: TestPerson, id: number, tenancy: number, sum: number) =>
  fixture.as(by, (ctx) => desk.allocatePaymentToTenancies(ctx, { id, parts: [{ tenancy_id: tenancy, cents: toCents(sum) }] }));
const kept = { failure: 'forbidden', message: expect.stringContaining('holds this money for the payer') };

beforeAll(async () => {
  fixture = await createBookingFixture();
  owner = fixture.here.owner;
  await setTrustMode(fixture.services, fixture.company);
  paybill = await readPlatformPaybillAccount(fixture.services);
});

test('paid deposit: the owner and the agent cannot unallocate the payment, and Makao needs two people to reassign the payment', async () => {
  const [tenancy, friend] = [await home(), await home()];
  const deposit = { code: ledgerAccounts.depositsHeld, company: fixture.company, tenancy } as const;
  const invoice = await fixture.as(owner, (ctx) => issueRentInvoice(ctx, tenancy, 100_000, { deposit: 11_400_000 }));
  await fixture.as(owner, (ctx) => issueRentInvoice(ctx, friend, 11_400_000));
  const id = await came(11_500_000, invoice.code);
  expect(await readAccountBalance(db(), 'D', deposit)).toBe(11_400_000);
  const before = await available();
  let agent = await createPerson(fixture.services, 'agent');
  await db()
    .insertInto('mandate')
    .values({
      owner_company_id: fixture.company,
      agent_company_id: agent.me.companyId ?? 0,
      all_properties: true,
      scope: 'full_management',
      commission_bp: 0,
      grants: ['property.read', 'tenancies.read', 'tenancies.edit', 'payments.read', 'payments.edit'],
    })
    .execute();
  agent = await reloadTestPerson(fixture.services, agent);
  for (const thief of [owner, agent]) {
    await expect(unmatch(thief, id)).rejects.toMatchObject(kept);
    await expect(reverse(thief, id)).rejects.toMatchObject({ failure: 'forbidden' });
    expect(await fixture.as(thief, (ctx) => readPaymentDetails(ctx, id))).toMatchObject({
      kept: true,
      may: { unmatch: false, reverse: false, assign: false },
    });
  }
  expect([await readAccountBalance(db(), 'D', deposit), await available()]).toEqual([11_400_000, before]);
  // Staff of Makao unallocate the deposit. A request to reassign it gives the owner no access to it.
  const boss = await createPerson(fixture.services, 'superadmin');
  await unmatch(boss, id);
  await expect(assign(owner, id, friend, 11_400_000)).rejects.toMatchObject(kept);
  expect((await fixture.as(owner, (ctx) => readPaymentDetails(ctx, id))).may.assign).toBe(false);
  await expect(assign(boss, id, friend, 11_400_000)).rejects.toMatchObject({
    failure: 'forbidden',
    message: expect.stringContaining('You unallocated this payment'),
  });
  const other = await createPerson(fixture.services, 'admin');
  await makeAccountsEstablished(fixture.services, other);
  await assign(other, id, tenancy, 11_500_000);
  expect([await readAccountBalance(db(), 'D', deposit), await available()]).toEqual([11_400_000, before]);
  expect(await findFailedLedgerChecks(fixture.services)).toEqual([]);
});

test('move-in payment: the owner cannot unallocate the payment while the unit is reserved or after the booking is cancelled', async () => {
  const { listing } = await fixture.home();
  const { id: booking } = await fixture.applies(listing);
  await fixture.approve(booking);
  const invoice = await db().selectFrom('invoice').selectAll().where('booking_id', '=', booking).executeTakeFirstOrThrow();
  const before = await available();
  const id = await came(5_000_000, invoice.code);
  await expect(unmatch(owner, id)).rejects.toMatchObject(kept);
  await fixture.as(owner, (ctx) => fixture.service.cancel(ctx, { id: booking, reason: 'the owner changed their mind' }));
  expect(await readAccountBalance(db(), 'C', { code: ledgerAccounts.tenantCredit, company: fixture.company, ref: `booking:${booking}` })).toBe(
    5_000_000,
  );
  await expect(unmatch(owner, id)).rejects.toMatchObject(kept);
  expect(await available()).toBe(before);
  // Rent of an occupied unit belongs to the owner, who may correct its allocation.
  const tenancy = await home();
  const rent = await fixture.as(owner, (ctx) => issueRentInvoice(ctx, tenancy, 3_000_000));
  const paid = await came(3_000_000, rent.code);
  await unmatch(owner, paid);
  await assign(owner, paid, tenancy, 3_000_000);
  expect(await findFailedLedgerChecks(fixture.services)).toEqual([]);
});
