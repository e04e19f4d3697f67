import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { recordOutsidePayment } from '#server/collection/record.ts';
import { lockPayment, updatePayment } from '#server/collection/rows.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { transfer } from '#server/property/service.ts';
import * as refunds from '#server/refund/refunds.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { payForTenancy, readPlatformPaybillAccount, reverseByProvider } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { recordTenantCredit } from './credit.ts';

/** A unit is sold with its tenant: deposit and tenant credit are transferred to the new owner (product §22). */
let services: TestServices;
let seller: OwnerWithUnit;
let buyer: OwnerWithUnit;
let boss: TestPerson;
let tenant: TestPerson;
let paybill: CollectionAccountRow;
let home: number;
const db = (): Db => services.database.db;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const companyOf = ({ owner }: OwnerWithUnit) => owner.me.companyId ?? 0;
const stands = (at: OwnerWithUnit, fund: 'C' | 'D' | 'M', code: 2010 | 2020) =>
  readAccountBalance(db(), fund, { code, company: companyOf(at), tenancy: home });
const invoice = (id: number) =>
  services.database.db
    .selectFrom('invoice')
    .select(['status', 'paid_cents', 'open_cents', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const bill = (sum: number, more: Parameters<typeof issueRentInvoice>[3] = {}) => as(boss, (ctx) => issueRentInvoice(ctx, home, sum, more));
/** Bills rent of a month that begins after today. */
const ahead = async (sum: number) => {
  const made = await bill(sum);
  const period = { period_from: addDays(clock.today(), 20), period_last: addDays(clock.today(), 49) };
  await services.database.db.updateTable('invoice').set(period).where('id', '=', made.id).execute();
  return made;
};
const came = (sum: number) => payForTenancy(services, home, { account: paybill, cents: sum });
const handed = () =>
  services.database.db.selectFrom('journal').select('id').where('kind', '=', 'tenancy_handed_over').where('source_id', '=', home).execute();
const sell = () => as(boss, (ctx) => transfer(ctx, { id: seller.property, company_id: companyOf(buyer), reason: 'Sold' }));

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  boss = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, boss);
  paybill = await readPlatformPaybillAccount(services);
});
beforeEach(async () => {
  [seller, buyer] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  tenant = await createPerson(services, 'tenant');
  home = await createOccupiedTenancy(services, seller.property, { unitId: await addUnit(services, seller.property) }, tenant.id);
});
afterAll(() => setClock(services, null));

describe('change of owner: both owners in trust mode', () => {
  beforeEach(async () => {
    for (const at of [seller, buyer]) await setTrustMode(services, companyOf(at));
  });

  test('transfers the deposit and tenant credit in one journal entry, leaves arrears with the seller, moves future rent and notifies all three parties', async () => {
    await bill(200_000, { deposit: 300_000 });
    const paid = await came(500_000);
    const over = await came(80_000);
    const owed = await bill(200_000);
    expect(await invoice(owed.id)).toMatchObject({ paid_cents: 80_000 });
    // The tenant is billed ahead without credit. Then a correction of a payment creates credit.
    const later = await ahead(120_000);
    await as(boss, (ctx) => payments.unallocatePaymentAction(ctx, { id: over, reason: 'for another month' }));
    await as(boss, async (ctx) => {
      await recordTenantCredit(ctx, await lockPayment(ctx.db, over), { companyId: companyOf(seller), tenancyId: home, bookingId: null }, 80_000);
      await updatePayment(ctx.db, over, { credited_cents: 80_000, match: 'matched' });
    });
    expect([await stands(seller, 'D', 2010), await stands(seller, 'C', 2020)]).toEqual([300_000, 80_000]);
    await sell();
    expect([await stands(seller, 'D', 2010), await stands(seller, 'C', 2020)]).toEqual([0, 0]);
    expect([await stands(buyer, 'D', 2010), await stands(buyer, 'C', 2020)]).toEqual([300_000, 80_000]);
    expect(await invoice(later.id)).toMatchObject({ status: 'expired' });
    expect(await invoice(owed.id)).toMatchObject({ status: 'unpaid', company_id: companyOf(seller) });
    expect(await handed()).toHaveLength(1);
    const heard = (await listSentNotifications(services, 'payment.handed_over')).filter(({ key }) => key.includes(`tenancy:${home}:`));
    expect(heard.map(({ to }) => (to as { personId: number }).personId).toSorted()).toEqual([tenant.id, seller.owner.id, buyer.owner.id].toSorted());
    expect(heard[0]?.params).toMatchObject({ held: 'KES 3,000', credit: 'KES 800', by: 'platform' });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
    // The credit belongs to invoices of the new owner and pays the first of them at once.
    const next = await bill(50_000);
    expect(await invoice(next.id)).toMatchObject({ status: 'paid', company_id: companyOf(buyer) });
    await runQueuedJobs(services);
    expect(await invoice(owed.id), 'arrears of the last holder are not paid out of it').toMatchObject({ status: 'unpaid' });
    // A reversal of an earlier payment debits the accounts that hold the money now.
    for (const id of [over, paid]) await reverseByProvider(services, id);
    expect([await stands(buyer, 'D', 2010), await stands(buyer, 'C', 2020)]).toEqual([0, 0]);
    expect(await invoice(next.id)).toMatchObject({ status: 'unpaid' });
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('is refused while future rent is partly paid or a deposit or refund is pending', async () => {
    const later = await ahead(120_000);
    await came(50_000);
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(later.code) });
    await came(70_000);
    const deposit = await bill(10_000, { deposit: 40_000 });
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(deposit.code) });
    await came(50_000);
    const over = await came(30_000);
    const asked = { id: over, cents: toCents(30_000), reason: 'Paid twice', to: 'KCB 0113601234' };
    const refund = (await as(boss, (ctx) => payments.requestRefund(ctx, asked))).refunds.at(-1);
    const second = await createPerson(services, 'admin');
    await makeAccountsEstablished(services, second);
    await as(second, (ctx) => refunds.decideRefund(ctx, { id: refund?.id ?? 0, approve: true, reason: '' }));
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(refund?.code ?? '-') });
    expect(await handed()).toEqual([]);
    await as(boss, (ctx) => refunds.decideRefund(ctx, { id: refund?.id ?? 0, approve: false, reason: 'stays' }));
    await sell();
    expect(await stands(buyer, 'C', 2020)).toBe(30_000);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });
});

describe('change of owner: both owners collect their own rent', () => {
  const byHand = async () => {
    const { id } = await bill(100_000, { deposit: 300_000 });
    const about = await services.database.db
      .selectFrom('invoice')
      .select(['tenancy_id', 'booking_id', 'property_id', 'unit_id', 'tenant_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await as(seller.owner, (ctx) =>
      recordOutsidePayment(ctx, { companyId: companyOf(seller), how: 'bank', cents: 400_000, on: clock.today(), invoiceIds: [id], home: about }),
    );
  };

  test("moves the seller's balance to the new owner in the ledger, and notifies both owners to hand over the money", async () => {
    await byHand();
    const inHands = (at: OwnerWithUnit) => readAccountBalance(db(), 'M', { code: ledgerAccounts.cashWithOwner, company: companyOf(at) });
    const before = await inHands(seller);
    await sell();
    expect([await stands(seller, 'M', 2010), await stands(buyer, 'M', 2010)]).toEqual([0, 300_000]);
    expect([await inHands(seller), await inHands(buyer)]).toEqual([before - 300_000, 300_000]);
    const heard = (await listSentNotifications(services, 'payment.handed_over')).filter(({ key }) => key.includes(`tenancy:${home}:`));
    expect(heard.map(({ params }) => params.by)).toEqual(['owner', 'owner', 'owner']);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('is refused for a buyer in trust mode while the seller has money of the tenant', async () => {
    await byHand();
    await setTrustMode(services, companyOf(buyer));
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('KES 3,000') });
    expect([await stands(seller, 'M', 2010), await stands(buyer, 'M', 2010)]).toEqual([300_000, 0]);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });
});
