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
import { runAsPerson, type TestPerson } from '#test/people.ts';
import { declareCashDeposit, withdrawCashDeposit } from './deposits.ts';
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
