import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission } from '#contract/access/documents.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as record from '#server/collection/record.ts';
import { readRecordingOptions } from '#server/collection/record-home.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { payForTenancy, readPlatformPaybillAccount } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { listOwnPayments } from './lists.ts';
import { readPaymentDetails } from './payment-detail.ts';

/** Permissions to move money. The ledger stays balanced after a theft, so only permissions can prevent theft. */
let services: TestServices;
let a: OwnerWithUnit;
let b: OwnerWithUnit;
let agent: TestPerson;
let payer: TestPerson;
let platform: TestPerson;
let paybill: CollectionAccountRow;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const companyOf = (who: TestPerson) => who.me.companyId ?? 0;
const grants = ['property.read', 'tenancies.read', 'tenancies.edit', 'payments.read', 'payments.create', 'payments.edit'];
const mandate = (owner: TestPerson) => ({ owner_company_id: companyOf(owner), agent_company_id: companyOf(agent), all_properties: true, grants });

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  [a, b] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  for (const { owner } of [a, b]) await setTrustMode(services, companyOf(owner));
  agent = await createPerson(services, 'agent');
  [payer, platform] = [await createPerson(services, 'tenant'), await createPerson(services, 'superadmin')];
  for (const { owner } of [a, b])
    await services.database.db
      .insertInto('mandate')
      .values({ ...mandate(owner), scope: 'full_management', may_collect: true })
      .execute();
  agent = await reloadTestPerson(services, agent);
  paybill = await readPlatformPaybillAccount(services);
});
afterAll(() => setClock(services, null));

const home = async (at: OwnerWithUnit, personId: number | null = null) =>
  createOccupiedTenancy(services, at.property, { unitId: await addUnit(services, at.property) }, personId);
/** Creates a rent payment that M-Pesa has verified, allocated to its home. */
async function rent(tenancy: number, asked: number, sum = asked): Promise<number> {
  await as(platform, (ctx) => issueRentInvoice(ctx, tenancy, asked));
  return payForTenancy(services, tenancy, { account: paybill, cents: sum, payer: 'ANN' });
}
const unmatch = async (by: TestPerson, id: number) => {
  await as(by, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'It was for another month' }));
  await approveClientMoneyMove(services, id);
};
const assign = async (by: TestPerson, id: number, tenancy_id: number, sum: number) => {
  await as(by, (ctx) => payments.allocatePaymentAction(ctx, { id, parts: [{ tenancy_id, cents: toCents(sum) }] }));
  await approveClientMoneyMove(services, id);
};

test('payment reassignment: one person cannot move a payment between two owners, but two platform staff together can', async () => {
  const [from, to] = [await home(a), await home(b)];
  const id = await rent(from, 1_983_300);
  await unmatch(agent, id);
  await expect(assign(agent, id, to, 1_983_300)).rejects.toMatchObject({ failure: 'forbidden' });
  await assign(agent, id, await home(a), 1_983_300);
  // Platform staff need two people as well: one unallocates the payment, another assigns it.
  await unmatch(platform, id);
  await expect(assign(platform, id, to, 1_983_300)).rejects.toMatchObject({
    failure: 'forbidden',
    message: expect.stringContaining('You unallocated this payment'),
  });
  const other = await createPerson(services, 'admin');
  await makeAccountsEstablished(services, other);
  await assign(other, id, to, 1_983_300);
  // Within one company one person may correct the home.
  await unmatch(platform, id);
  await assign(platform, id, await home(b), 1_983_300);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('unallocated payment: tenant and company leaders are notified, and the payer sees the payment until reassignment', async () => {
  const tenancy = await home(a, payer.me.userId);
  const id = await rent(tenancy, 990_000);
  const [before, led] = [
    (await listSentNotifications(services, 'payment.taken_off')).length,
    (await listSentNotifications(services, 'payment.came_off')).length,
  ];
  await unmatch(agent, id);
  const sees = () => as(payer, (ctx) => readPaymentDetails(ctx, id));
  expect(await sees()).toMatchObject({ id, match: 'unmatched', cents: 990_000 });
  const listed = () => as(payer, (ctx) => listOwnPayments(ctx, { page: 1, page_size: 10, z_filter: { tenancy_id: tenancy } }));
  expect((await listed()).results.map((one) => one.id)).toEqual([id]);
  const [told, ...others] = (await listSentNotifications(services, 'payment.taken_off')).slice(before).map((one) => one.params);
  expect(told).toMatchObject({ sum: 'KES 9,900' });
  // The reason that staff wrote is private.
  expect(JSON.stringify([told, others])).not.toContain('It was for another month');
  expect((await listSentNotifications(services, 'payment.came_off')).length).toBe(led + 1);
  await assign(agent, id, await home(a), 990_000);
  await expect(sees()).rejects.toMatchObject({ failure: 'notFound' });
  expect((await listed()).results).toEqual([]);
});

const cash = async (by: TestPerson, tenancy: number, cents = 200_000) => {
  const said = { how: 'cash' as const, external: '', note: '', tenancy_id: tenancy, cents: toCents(cents), on: clock.today() };
  return as(by, (ctx) => record.recordPayment(ctx, said));
};

test('cash payment: is recorded by staff of the agency who may record payments and may not change tenancies', async () => {
  const tenancy = await home(a);
  await as(platform, (ctx) => issueRentInvoice(ctx, tenancy, 200_000));
  const staffOf = async (role: readonly Permission[]) => {
    const clerk = await createPerson(services, 'staff', role);
    const { db } = services.database;
    const company_id = companyOf(agent);
    await db.updateTable('staff_role').set({ company_id }).where('company_id', '=', companyOf(clerk)).where('name', '=', 'Role').execute();
    await db
      .updateTable('staff_role')
      .set({ name: `Role ${clerk.id}` })
      .where('name', '=', 'Role')
      .execute();
    await db.updateTable('person').set({ company_id }).where('id', '=', clerk.id).execute();
    return reloadTestPerson(services, clerk);
  };
  const accountant = await staffOf(['tenancies.read', 'payments.read', 'payments.create']);
  expect(await cash(accountant, tenancy)).toMatchObject({ awaits_code: true });
  const reader = await staffOf(['tenancies.read', 'tenancies.edit', 'payments.read']);
  await expect(cash(reader, tenancy, 300_000)).rejects.toMatchObject({ failure: 'notFound' });
});

test('confirmed cash payment: cannot be reversed by the agent who collected the cash, but can be reversed by the owner', async () => {
  const tenancy = await home(a);
  await as(platform, (ctx) => issueRentInvoice(ctx, tenancy, 200_000));
  const { id } = await cash(agent, tenancy);
  const letter = (await listSentNotifications(services, 'payment.cash_code')).at(-1)?.params as { code: string; company: string };
  // The payer is notified of the collector's name.
  const { name } = await services.database.db.selectFrom('company').select('name').where('id', '=', companyOf(agent)).executeTakeFirstOrThrow();
  expect(letter.company).toBe(name);
  await as(agent, (ctx) => payments.confirmCash(services)(ctx, { id, code: letter.code }));
  const reverse = (by: TestPerson) => as(by, (ctx) => payments.reversePayment(ctx, { id, reason: 'Gave it back', cause: 'returned' }));
  expect((await as(agent, (ctx) => readPaymentDetails(ctx, id))).may).toMatchObject({ reverse: true, reverse_asks: true });
  expect((await as(a.owner, (ctx) => readPaymentDetails(ctx, id))).may).toMatchObject({ reverse: true, reverse_asks: false });
  // The agent only requests it, and the payment stays.
  expect(await reverse(agent)).toMatchObject({ status: 'completed', may: { reverse: false }, request: { own: true } });
  expect((await reverse(a.owner)).status).toBe('reversed');
});

test('cash payment: an agency can record cash only where the mandate allows collection', async () => {
  const tenancy = await home(b);
  const change = (may_collect: boolean) =>
    services.database.db.updateTable('mandate').set({ may_collect }).where('owner_company_id', '=', companyOf(b.owner)).execute();
  await change(false);
  await expect(cash(agent, tenancy)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await as(agent, (ctx) => readRecordingOptions(ctx, { tenancy_id: tenancy }))).toMatchObject({ hows: [], collects: false });
  expect(await as(b.owner, (ctx) => readRecordingOptions(ctx, { tenancy_id: tenancy }))).toMatchObject({ hows: ['cash'], collects: true });
  await change(true);
  expect((await cash(agent, tenancy)).awaits_code).toBe(true);
});

/** Creates a home whose tenant has no phone. */
const phoneless = async (at: OwnerWithUnit) => {
  const tenancy = await home(at);
  const { db } = services.database;
  const who = db.selectFrom('tenancy_person').select('tenant_id').where('tenancy_id', '=', tenancy);
  await db.updateTable('tenant').set({ phone: null }).where('id', 'in', who).execute();
  return tenancy;
};
const invoiceOf = (id: number) => services.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('cash payment of a tenant without a phone: where Makao collects the rent, a second person must confirm with evidence', async () => {
  const tenancy = await phoneless(a);
  const invoice = await as(platform, (ctx) => issueRentInvoice(ctx, tenancy, 200_000));
  expect(await as(agent, (ctx) => readRecordingOptions(ctx, { tenancy_id: tenancy }))).toMatchObject({ hows: ['cash'], second: true });
  const taken = await cash(agent, tenancy);
  expect(taken).toMatchObject({ awaits_code: false, awaits_second: true });
  expect([(await invoiceOf(invoice.id)).paid_cents, (await as(agent, (ctx) => readPaymentDetails(ctx, taken.id))).awaits_second]).toEqual([0, true]);
  // The other leaders of the company are notified, or the platform if there are none.
  expect((await listSentNotifications(services, 'payment.cash_waits')).map(({ to }) => to.personId)).toEqual([a.owner.id]);
  const own = await cash(a.owner, tenancy, 210_000);
  expect((await listSentNotifications(services, 'payment.cash_waits')).slice(1).map(({ to }) => to.personId)).toContain(platform.id);
  const counted = (by: TestPerson, id: number) => as(by, (ctx) => payments.confirmCash(services)(ctx, { id, reason: 'Signed in the receipt book' }));
  await expect(counted(a.owner, taken.id)).rejects.toMatchObject({ failure: 'invalid' });
  const file = await services.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', uploaded_by: agent.id, company_id: companyOf(agent), name: 'slip.png' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await services.database.db.updateTable('payment').set({ evidence_file_id: file.id }).where('id', 'in', [taken.id, own.id]).execute();
  await expect(counted(agent, taken.id)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(counted(a.owner, own.id)).rejects.toMatchObject({ failure: 'forbidden' });
  await counted(a.owner, taken.id);
  expect(await invoiceOf(invoice.id)).toMatchObject({ status: 'paid' });
  expect((await counted(platform, own.id)).status).toBe('completed');
  // If the company collects for itself, its own confirmation is enough.
  const record_only = await createOwnerWithUnit(services);
  expect(await cash(record_only.owner, await phoneless(record_only))).toMatchObject({ awaits_code: false, awaits_second: false });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('advance payment: can be allocated by a company only to invoices of the tenant who paid', async () => {
  const [theirs, friend] = [await home(a), await home(a)];
  await as(platform, (ctx) => issueRentInvoice(ctx, friend, 5_000_000));
  const id = await rent(theirs, 700_000, 1_000_000);
  const ahead = { code: ledgerAccounts.tenantCredit, company: companyOf(a.owner), tenancy: theirs } as const;
  expect(await readAccountBalance(services.database.db, 'C', ahead)).toBe(300_000);
  for (const thief of [a.owner, agent]) {
    await unmatch(thief, id);
    await expect(assign(thief, id, friend, 1_000_000)).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(assign(thief, id, friend, 700_100)).rejects.toMatchObject({ failure: 'forbidden' });
    await assign(thief, id, theirs, 1_000_000);
    expect(await readAccountBalance(services.database.db, 'C', ahead)).toBe(300_000);
  }
  // The rent part of the payment can be moved like any other. The advance payment stays with the tenant, regardless of the person who unallocated it
  // first.
  await unmatch(a.owner, id);
  await assign(a.owner, id, friend, 700_000);
  await expect(assign(a.owner, id, friend, 300_000)).rejects.toMatchObject({ failure: 'forbidden' });
  await assign(a.owner, id, theirs, 300_000);
  await unmatch(platform, id);
  await assign(platform, id, friend, 1_000_000);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
