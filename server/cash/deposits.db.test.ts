import { beforeAll, expect, test } from 'vitest';
import { cashCalls } from '#contract/cash/calls.ts';
import { unbankedCashFilter } from '#contract/collection/kinds.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { recordOutsidePayment } from '#server/collection/service.ts';
import { filterPayments } from '#server/payment/lists.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { addDepositSlip, declareCashDeposit, withdrawCashDeposit, withdrawCompanyDeposit } from './deposits.ts';
import { listCashDeposits, listHeldCash } from './lists.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let bank: CollectionAccountRow;
let [here, there]: OwnerWithUnit[] = [];
const db = () => w.services.database.db;
const ownerOf = (of: OwnerWithUnit | undefined): TestPerson => {
  if (!of) throw new Error('the companies are created first');
  return of.owner;
};
/** Cash that a company took for a tenant, four days before today. */
async function cash(of: OwnerWithUnit | undefined, cents: number): Promise<number> {
  if (!of) throw new Error('the companies are created first');
  const companyId = of.owner.me.companyId ?? 0;
  const tenancyId = await createOccupiedTenancy(w.services, of.property, { unitId: await addUnit(w.services, of.property) });
  await w.as((ctx) => issueRentInvoice(ctx, tenancyId, cents));
  const t = await db().selectFrom('tenancy').selectAll().where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  const on = addDays(clock.today(), -4);
  return (await w.as((ctx) => recordOutsidePayment(ctx, { companyId, how: 'cash', cents, on, home }))).paymentId;
}
const declare = (of: OwnerWithUnit | undefined, payment_ids: number[], more: object = {}) =>
  runAsPerson(w.services, ownerOf(of), (ctx) =>
    declareCashDeposit(w.services)(ctx, { account_id: bank.id, payment_ids, paid_on: clock.today(), reference: '', ...more }),
  );
const held = async (of: OwnerWithUnit | undefined) => (await runAsPerson(w.services, ownerOf(of), listHeldCash)).results.map(({ id }) => id);

beforeAll(async () => {
  w = await createBankFixture();
  bank = await w.bank();
  [here, there] = [await createOwnerWithUnit(w.services), await createOwnerWithUnit(w.services)];
  for (const one of [here, there]) await setTrustMode(w.services, one.owner.me.companyId ?? 0);
});

test('deposit of cash: the amount is the sum of the chosen payments, and a payment is declared once', async () => {
  const [one, two, three] = [await cash(here, 300_000), await cash(here, 200_000), await cash(here, 100_000)];
  expect(await held(here)).toEqual([one, two, three]);
  const due = () => w.as(async (ctx) => (await filterPayments(ctx, unbankedCashFilter).select('payment.id').execute()).map(({ id }) => id));
  expect(await due()).toEqual([one, two, three]);
  const made = await declare(here, [one, two], { reference: 'SLIP-1' });
  expect(made).toMatchObject({ cents: 500_000, status: 'declared', slip: null, may_change: true, account: { id: bank.id } });
  expect([await held(here), await due()]).toEqual([[three], [three]]);
  await expect(declare(here, [two, three])).rejects.toMatchObject({ failure: 'conflict' });
  const both = await Promise.allSettled([declare(here, [three]), declare(here, [three])]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(cashCalls.declareDeposit.body.safeParse({ account_id: 1, payment_ids: [], paid_on: clock.today() }).success).toBe(false);
  const all = await w.as((ctx) => listCashDeposits(w.services)(ctx, { page: 1, page_size: 10, tabs: true, z_filter: { status: 'declared' } }));
  expect(all).toMatchObject({ count: 2, tabs: { declared: 2, all: 2 } });
  expect(all.results.map(({ may_change }) => may_change)).toEqual([false, false]);
});

test('deposit of cash: cash of another company, an account of a company and a day before the payment are refused', async () => {
  const [mine, theirs] = [await cash(here, 50_000), await cash(there, 60_000)];
  await expect(declare(here, [mine, theirs])).rejects.toMatchObject({ failure: 'conflict' });
  const problem = { extra: { fields: { paid_on: expect.any(String) } } };
  await expect(declare(here, [mine], { paid_on: addDays(clock.today(), 1) })).rejects.toMatchObject(problem);
  await expect(declare(here, [mine], { paid_on: addDays(clock.today(), -5) })).rejects.toMatchObject(problem);
  const own = await db()
    .insertInto('collection_account')
    .values({
      company_id: here?.owner.me.companyId ?? 0,
      rail: 'bank',
      name: 'Own',
      number: '0119001',
      fund: 'M',
      path_hash: Buffer.from('own account of a company'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await expect(declare(here, [mine], { account_id: own.id })).rejects.toMatchObject({ failure: 'notFound' });
  const { id } = await declare(here, [mine]);
  const withdraw = (of: OwnerWithUnit | undefined) =>
    runAsPerson(w.services, ownerOf(of), (ctx) => withdrawCashDeposit(w.services)(ctx, { id, reason: 'The wrong day' }));
  await expect(withdraw(there)).rejects.toMatchObject({ failure: 'notFound' });
  expect(await withdraw(here)).toMatchObject({ status: 'withdrawn', payments: [], cents: toCents(50_000) });
  await expect(withdraw(here)).rejects.toMatchObject({ failure: 'wrongState' });
  expect(await held(here)).toContain(mine);
});

const addSlip = (of: OwnerWithUnit | undefined, id: number, picture: string) =>
  runAsPerson(w.services, ownerOf(of), (ctx) =>
    addDepositSlip(w.services)(ctx, { id, file: { data: Buffer.from(`%PDF-1.4 ${picture}`), type: 'pdf', name: 'slip.pdf' } }),
  );

test('slip of a deposit: the same file is refused for another deposit of the company, also at once, until the first is withdrawn', async () => {
  const [one, two, theirs] = [
    await declare(here, [await cash(here, 10_000)]),
    await declare(here, [await cash(here, 10_000)]),
    await declare(there, [await cash(there, 10_000)]),
  ];
  await addSlip(here, one.id, 'stamp 1');
  await expect(addSlip(here, two.id, 'stamp 1')).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(one.code) });
  expect(await addSlip(here, one.id, 'stamp 1')).toMatchObject({ slip: expect.any(String) });
  expect(await addSlip(there, theirs.id, 'stamp 1')).toMatchObject({ slip: expect.any(String) });
  await runAsPerson(w.services, ownerOf(here), (ctx) => withdrawCashDeposit(w.services)(ctx, { id: one.id, reason: 'The wrong day' }));
  await addSlip(here, two.id, 'stamp 1');
  const [three, four] = [await declare(here, [await cash(here, 10_000)]), await declare(here, [await cash(here, 10_000)])];
  const both = await Promise.allSettled([addSlip(here, three.id, 'stamp 2'), addSlip(here, four.id, 'stamp 2')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { failure: 'conflict' } });
});

test('deposit of cash: Makao withdraws one of a company with a reason, and the company is notified without the name of a person', async () => {
  const payment = await cash(here, 70_000);
  const { id, code } = await declare(here, [payment]);
  const clerk = await createPerson(w.services, 'admin');
  const withdraw = (by: TestPerson) =>
    runAsPerson(w.services, by, (ctx) => withdrawCompanyDeposit(w.services)(ctx, { id, reason: 'The slip shows another amount' }));
  const listed = await runAsPerson(w.services, clerk, (ctx) => listCashDeposits(w.services)(ctx, { page: 1, page_size: 1 }));
  expect(listed.results).toMatchObject([{ id, may_change: false, may_withdraw: true }]);
  expect(await withdraw(clerk)).toMatchObject({ status: 'withdrawn', payments: [], may_withdraw: false });
  await expect(withdraw(clerk)).rejects.toMatchObject({ failure: 'wrongState' });
  expect(await held(here)).toContain(payment);
  const [notice] = await listSentNotifications(w.services, 'payment.deposit_withdrawn');
  expect(notice).toMatchObject({ to: { personId: ownerOf(here).id }, params: { code, sum: 'KES 700', reason: 'The slip shows another amount' } });
  const { name } = await db().selectFrom('person').select('name').where('id', '=', clerk.id).executeTakeFirstOrThrow();
  const seen = await runAsPerson(w.services, ownerOf(here), (ctx) => listCashDeposits(w.services)(ctx, { page: 1, page_size: 50 }));
  expect(JSON.stringify([notice, seen])).not.toContain(name);
  expect(seen.results.find((one) => one.id === id)).toMatchObject({ status: 'withdrawn', may_change: false, may_withdraw: false });
  const log = await db()
    .selectFrom('audit_log')
    .select(['actor_id', 'reason'])
    .where('record_code', '=', code)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(log).toEqual({ actor_id: clerk.id, reason: 'The slip shows another amount' });
});
