import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildSweepReceivedPostings, buildSweepSentPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { recordPayment } from '#server/collection/record.ts';
import { postJournal } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { readAvailableBalance, toCashAccountReference } from '#server/treasury/cash-accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { payForTenancy, readPlatformPaybillAccount } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let trust: OwnerWithUnit;
let own: OwnerWithUnit;
let [boss, other]: TestPerson[] = [];
let paybill: CollectionAccountRow;
const db = () => services.database.db;
const as = <T>(by: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by as TestPerson, work);
const home = (at: OwnerWithUnit) => addUnit(services, at.property).then((unitId) => createOccupiedTenancy(services, at.property, { unitId }));
const reverse = (by: TestPerson | undefined, id: number, cause: 'mistake' | 'bounced' = 'mistake') =>
  as(by, (ctx) => payments.reversePayment(ctx, { id, cause, reason: 'The clerk is careless' }));
const request = (id: number) =>
  services.database.db
    .selectFrom('approval_request')
    .select('id')
    .where('subject_id', '=', id)
    .where('status', '=', 'asked')
    .executeTakeFirstOrThrow();
const approve = async (by: TestPerson | undefined, id: number) =>
  as(by, async (ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }));
const status = async (id: number) =>
  (await services.database.db.selectFrom('payment').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  [trust, own] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  [boss, other] = [await createPerson(services, 'admin'), await createPerson(services, 'admin')];
  for (const one of [boss, other]) await makeAccountsEstablished(services, one);
  await setTrustMode(services, trust.owner.me.companyId ?? 0);
  paybill = await readPlatformPaybillAccount(services);
});
afterAll(() => setClock(services, null));

test('confirmed receipt: one admin only requests the reversal, and another admin approves it', async () => {
  const tenancy = await home(trust);
  await as(boss, (ctx) => issueRentInvoice(ctx, tenancy, 200_000));
  const id = await payForTenancy(services, tenancy, { account: paybill, cents: 200_000 });
  expect((await as(boss, (ctx) => readPaymentDetails(ctx, id))).may).toMatchObject({ reverse: true, reverse_asks: true });
  expect(await reverse(boss, id)).toMatchObject({ status: 'completed', may: { reverse: false }, request: { own: true } });
  const { id: asked } = await request(id);
  await expect(approve(boss, asked)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(reverse(other, id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await status(id)).toBe('completed');
  const before = (await listSentNotifications(services, 'payment.reversed')).length;
  await approve(other, asked);
  expect(await status(id)).toBe('reversed');
  expect((await listSentNotifications(services, 'payment.reversed')).slice(before).map(({ params }) => params)).toMatchObject([{ cause: 'mistake' }]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('confirmed receipt: its reversal is refused while the account does not hold the amount', async () => {
  const tenancy = await home(trust);
  await as(boss, (ctx) => issueRentInvoice(ctx, tenancy, 300_000));
  const id = await payForTenancy(services, tenancy, { account: paybill, cents: 300_000 });
  const refused = { failure: 'conflict', message: expect.stringContaining('has too little money') };
  const swept = async (cents: number, key: string) =>
    db()
      .transaction()
      .execute((tx) =>
        postJournal(tx, {
          key,
          kind: 'swept',
          source: ['payment', id],
          params: {},
          pairs: [
            ...buildSweepSentPostings({ code: ledgerAccounts.mpesaPaybill, ref: toCashAccountReference(paybill) }, cents),
            ...buildSweepReceivedPostings({ code: ledgerAccounts.clientBank, ref: 'collection:0' }, cents),
          ],
        }),
      );
  await reverse(boss, id);
  const { id: asked } = await request(id);
  await swept((await readAvailableBalance(db(), paybill)) - 100_000, 'test:swept');
  await expect(approve(other, asked)).rejects.toMatchObject(refused);
  expect(await status(id)).toBe('completed');
  const second = await payForTenancy(services, await home(trust), { account: paybill, cents: 100_000 });
  await swept(150_000, 'test:swept:2');
  await expect(reverse(boss, second)).rejects.toMatchObject(refused);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('recorded payment: after the reversal of a mistake, its M-Pesa code can be recorded again', async () => {
  const tenancy = await home(own);
  await as(own.owner, (ctx) => issueRentInvoice(ctx, tenancy, 90_000));
  const said = { how: 'mpesa' as const, tenancy_id: tenancy, on: clock.today(), external: 'SKQ1AA22BB', note: '' };
  const record = (cents: number) => as(own.owner, (ctx) => recordPayment(ctx, { ...said, cents: toCents(cents) }));
  const first = await record(9_000);
  await expect(record(90_000)).rejects.toMatchObject({ failure: 'conflict' });
  await reverse(own.owner, first.id);
  const again = await record(90_000);
  await reverse(own.owner, again.id, 'bounced');
  await expect(record(90_000)).rejects.toMatchObject({ failure: 'conflict' });
});

test('recorded payment: the payer reads the cause of the reversal and not the private reason', async () => {
  const tenancy = await home(own);
  const made = await as(own.owner, (ctx) =>
    recordPayment(ctx, { how: 'cheque', tenancy_id: tenancy, cents: toCents(50_000), on: clock.today(), external: '000123', note: '' }),
  );
  const before = (await listSentNotifications(services, 'payment.reversed')).length;
  await reverse(own.owner, made.id, 'bounced');
  const told = (await listSentNotifications(services, 'payment.reversed')).slice(before);
  expect(told.map(({ params }) => params)).toMatchObject([{ cause: 'bounced', external: '000123' }]);
  expect(JSON.stringify(told)).not.toContain('careless');
});

test('history of a payment: names the person who allocated it by hand', async () => {
  const tenancy = await home(trust);
  const id = await payForTenancy(services, tenancy, { account: paybill, cents: 70_000 });
  await as(boss, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'For another unit' }));
  await as(boss, (ctx) => issueRentInvoice(ctx, tenancy, 70_000));
  const done = await as(boss, (ctx) => payments.allocatePaymentAction(ctx, { id, parts: [{ tenancy_id: tenancy, cents: toCents(70_000) }] }));
  const { name } = await services.database.db
    .selectFrom('person')
    .select('name')
    .where('id', '=', boss?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(done.timeline.filter(({ what }) => what === 'allocated').map(({ by }) => by)).toEqual([name]);
});
