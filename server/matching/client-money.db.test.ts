import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientMoneyAlonePerDay } from '#contract/matching/limits.ts';
import { toCents } from '#contract/money/cents.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import * as payments from '#server/payment/acts.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { payForTenancy, payIntoPaybill, readPlatformPaybillAccount } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { startBlockedWork } from '#test/lock-order.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let [here, there]: OwnerWithUnit[] = [];
let [maker, checker]: TestPerson[] = [];
let paybill: CollectionAccountRow;
const as = <T>(by: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => {
  if (!by) throw new Error('no person');
  return runAsPerson(services, by, work);
};
const tooMuch = clientMoneyAlonePerDay + 100;
beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  [here, there] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  for (const { owner } of [here, there]) await setTrustMode(services, owner.me.companyId ?? 0);
  [maker, checker] = [await createPerson(services, 'admin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, checker);
  paybill = await readPlatformPaybillAccount(services);
});
afterAll(() => setClock(services, null));

async function home(at: OwnerWithUnit | undefined, cents: number): Promise<number> {
  if (!at) throw new Error('no company');
  const id = await createOccupiedTenancy(services, at.property, { unitId: await addUnit(services, at.property) });
  await as(at.owner, (ctx) => issueRentInvoice(ctx, id, cents));
  return id;
}
const assign = (by: TestPerson | undefined, id: number, tenancy_id: number, cents: number) =>
  as(by, (ctx) => payments.allocatePaymentAction(ctx, { id, parts: [{ tenancy_id, cents: toCents(cents) }] }));
const unallocate = (by: TestPerson | undefined, id: number) =>
  as(by, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'It was for another unit' }));
const approve = (by: TestPerson | undefined, id: number | undefined) =>
  as(by, (ctx) => decideApprovalRequest(services)(ctx, { id: id ?? 0, approve: true, reason: '' }));
const payment = (id: number) => services.database.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('one person of Makao moves no more client money than the limit, and none to another company', async () => {
  const [named, other] = [await home(here, 300_000), await home(there, 300_000)];
  // This money was never allocated, so no person unallocated it.
  const loose = (await payIntoPaybill(services, { account: paybill, cents: tooMuch, typed: 'NOBODY' })).id;
  const asked = await assign(maker, loose, other, tooMuch);
  expect(asked).toMatchObject({ match: 'unmatched', put_cents: 0, over_cents: 0, request: { own: true } });
  await expect(approve(maker, asked.request?.id)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await approve(checker, asked.request?.id)).toMatchObject({ sentence: expect.stringContaining('TCY-') });
  expect(await payment(loose)).toMatchObject({ tenancy_id: other, allocated_cents: 300_000, match: 'matched' });

  // A small amount that names no company could be given to any of them.
  const small = (await payIntoPaybill(services, { account: paybill, cents: 5_000, typed: 'NOTHING' })).id;
  const unnamed = await assign(maker, small, other, 5_000);
  expect(unnamed).toMatchObject({ match: 'unmatched', request: { own: true } });
  await as(maker, (ctx) => decideApprovalRequest(services)(ctx, { id: unnamed.request?.id ?? 0, approve: false, reason: '' }));
  // A small amount of a company may be allocated alone, but not to another company than the account number names.
  await services.database.db
    .updateTable('payment')
    .set({ company_id: there?.owner.me.companyId ?? null })
    .where('id', '=', small)
    .execute();
  expect(await assign(maker, small, other, 5_000)).toMatchObject({ match: 'matched', request: null });
  const { code } = await services.database.db.selectFrom('tenancy').select('code').where('id', '=', named).executeTakeFirstOrThrow();
  await services.database.db.updateTable('payment').set({ account_text: code, company_id: null }).where('id', '=', small).execute();
  await unallocate(maker, small);
  await services.database.db.updateTable('payment').set({ company_id: null }).where('id', '=', small).execute();
  expect(await assign(maker, small, other, 5_000)).toMatchObject({ match: 'unmatched', request: { own: true } });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('one person of Makao only requests to unallocate more confirmed rent than the limit, also in several payments of a day', async () => {
  const [part, large] = [toCents(clientMoneyAlonePerDay - 1_000), toCents(tooMuch)];
  await setClock(services, '2027-03-04T09:00:00Z');
  const ids = [];
  for (const cents of [part, part, large])
    ids.push(await payForTenancy(services, await home(here, cents), { account: paybill, cents, payer: 'ANN' }));
  const [first = 0, second = 0, third = 0] = ids;
  expect(await unallocate(maker, third)).toMatchObject({ match: 'matched', request: { own: true } });
  expect(await unallocate(maker, first)).toMatchObject({ match: 'unmatched', request: null });
  const asked = await unallocate(maker, second);
  expect(asked).toMatchObject({ match: 'matched', put_cents: part, request: { own: true } });
  await approve(checker, asked.request?.id);
  expect(await payment(second)).toMatchObject({ match: 'unmatched', allocated_cents: 0 });
  // The request is in the log of the payment, so the requester counts as a person who handled its money.
  const log = await services.database.db
    .selectFrom('audit_log')
    .select(['actor_id', 'reason'])
    .where('record_id', '=', second)
    .where('document', '=', 'payments')
    .where('record_code', '=', (await payment(second)).code)
    .execute();
  expect(log).toContainEqual({ actor_id: maker?.id, reason: 'an allocation was requested' });
  // The company itself still unallocates and reassigns its own money alone.
  expect(await as(here?.owner, (ctx) => payments.unallocatePaymentAction(ctx, { id: third, reason: 'Another unit' }))).toMatchObject({
    match: 'unmatched',
  });
  expect(await assign(here?.owner, third, await home(here, large), large)).toMatchObject({ match: 'matched' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('one person of Makao who unallocates two payments at once stays within the daily limit, and one becomes a request', async () => {
  await setClock(services, '2027-03-05T09:00:00Z');
  const cents = toCents(clientMoneyAlonePerDay - 1_000);
  const ids = [];
  for (const payer of ['ANN', 'BEN']) ids.push(await payForTenancy(services, await home(here, cents), { account: paybill, cents, payer }));
  const [first = 0, second = 0] = ids;
  // The second act reads what the first moved only after the first is committed.
  const waiting = await as(maker, async (ctx) => {
    expect(await payments.unallocatePaymentAction(ctx, { id: first, reason: 'It was for another unit' })).toMatchObject({ match: 'unmatched' });
    return startBlockedWork(ctx.db, () => unallocate(maker, second));
  });
  expect(await Promise.all(waiting)).toMatchObject([{ match: 'matched', request: { own: true } }]);
  expect(await payment(first)).toMatchObject({ match: 'unmatched' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('approved allocation: is refused when a part of the payment was moved after the request, and the parts of another person stay', async () => {
  await setClock(services, '2027-03-08T09:00:00Z');
  const [asked, small] = [await home(here, tooMuch), await home(here, tooMuch)];
  const { code } = await services.database.db.selectFrom('tenancy').select('code').where('id', '=', asked).executeTakeFirstOrThrow();
  const { id } = await payIntoPaybill(services, { account: paybill, cents: tooMuch, typed: 'NOBODY' });
  await services.database.db.updateTable('payment').set({ account_text: code }).where('id', '=', id).execute();
  const { request } = await assign(maker, id, asked, tooMuch);
  expect(request).toMatchObject({ own: true });
  // Another person moves a part that one person may move alone.
  const other = await createPerson(services, 'admin');
  await makeAccountsEstablished(services, other);
  expect(await assign(other, id, small, 50_000)).toMatchObject({ match: 'suggested', put_cents: 50_000 });
  await expect(approve(checker, request?.id)).rejects.toMatchObject({ failure: 'invalid' });
  expect(await payment(id)).toMatchObject({ allocated_cents: 50_000 });
  // The request can still be approved after the part was moved back, and posts the money once.
  await unallocate(other, id);
  await approve(checker, request?.id);
  expect(await payment(id)).toMatchObject({ allocated_cents: tooMuch, credited_cents: 0 });
  await expect(approve(checker, request?.id)).rejects.toThrow();
  expect(await payment(id)).toMatchObject({ allocated_cents: tooMuch, credited_cents: 0 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('approved allocation: does not widen what its requester and its approver move alone that day', async () => {
  await setClock(services, '2027-03-09T09:00:00Z');
  const alone = toCents(clientMoneyAlonePerDay - 1_000);
  const large = await payForTenancy(services, await home(here, tooMuch), { account: paybill, cents: tooMuch, payer: 'ANN' });
  const parts = [];
  for (let n = 0; n < 4; n++) parts.push(await payForTenancy(services, await home(here, alone), { account: paybill, cents: alone, payer: 'BEN' }));
  const [first = 0, second = 0, third = 0, fourth = 0] = parts;
  expect(await unallocate(maker, first)).toMatchObject({ match: 'unmatched', request: null });
  await approve(checker, (await unallocate(maker, large)).request?.id);
  expect(await payment(large)).toMatchObject({ match: 'unmatched' });
  // The approved request counts for neither, and what each moved alone still counts.
  expect(await unallocate(maker, second)).toMatchObject({ match: 'matched', request: { own: true } });
  expect(await unallocate(checker, third)).toMatchObject({ match: 'unmatched', request: null });
  expect(await unallocate(checker, fourth)).toMatchObject({ match: 'matched', request: { own: true } });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('approved unallocation: is refused when the allocations of the payment changed after the request', async () => {
  await setClock(services, '2027-03-10T09:00:00Z');
  const [first, second] = [await home(here, tooMuch), await home(here, tooMuch)];
  const { code } = await services.database.db.selectFrom('tenancy').select('code').where('id', '=', first).executeTakeFirstOrThrow();
  const { id } = await payIntoPaybill(services, { account: paybill, cents: 2 * tooMuch, typed: 'NOBODY' });
  await services.database.db.updateTable('payment').set({ account_text: code }).where('id', '=', id).execute();
  await approve(checker, (await assign(maker, id, first, tooMuch)).request?.id);
  const asked = await unallocate(maker, id);
  expect(asked).toMatchObject({ put_cents: tooMuch, request: { own: true } });
  // The company itself allocates the rest, so that an unallocation would move more than the approver reads.
  await assign(here?.owner, id, second, 50_000);
  await expect(approve(checker, asked.request?.id)).rejects.toThrow(/changed/);
  expect(await payment(id)).toMatchObject({ allocated_cents: tooMuch + 50_000 });
  // The same amount as in the request, but of another tenancy: the approver read about the first.
  await unallocate(here?.owner, id);
  await assign(here?.owner, id, second, tooMuch);
  expect(await payment(id)).toMatchObject({ allocated_cents: tooMuch });
  await expect(approve(checker, asked.request?.id)).rejects.toThrow(/changed/);
  // The company unallocates all, and the request has nothing left to move.
  await unallocate(here?.owner, id);
  await expect(approve(checker, asked.request?.id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
