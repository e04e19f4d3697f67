import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentPurposes } from '#contract/collection/kinds.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as rules from '#server/bank-statement/rules.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { updatePayment } from '#server/collection/rows.ts';
import { runOnReserveConnection } from '#server/db/one-connection.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import * as payments from '#server/payment/acts.ts';
import { listInvoicePayments } from '#server/payment/lists.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import * as refunds from '#server/refund/refunds.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { reverseByProvider } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { buildPaybillReversals } from '#test/fixtures/statements.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { runConcurrently } from '#test/run-concurrently.ts';
import { importApproved, undoApproved } from '#test/statement-imports.ts';
import { listPaymentMatchCandidates } from './candidates.ts';
import { payInvoiceFromTenantCredit, recordTenantCredit } from './credit.ts';
import { matchPayment, retryUnmatchedPayments } from './match-payment.ts';

let services: TestServices;
let here: OwnerWithUnit;
let boss: TestPerson;
let second: TestPerson;
let paybill: CollectionAccountRow;
let n = 0;
const db = (): Db => services.database.db;
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const home = async (at: OwnerWithUnit = here) => createOccupiedTenancy(services, at.property, { unitId: await addUnit(services, at.property) });
const bill = (t: number, sum: number, more = {}) => as(boss, (ctx) => issueRentInvoice(ctx, t, sum, more));
const invoice = (id: number) => services.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const payment = (id: number) => services.database.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const codeOf = async (t: number) =>
  (await services.database.db.selectFrom('tenancy').select('code').where('id', '=', t).executeTakeFirstOrThrow()).code.replace('-', '');
const added = async (given: Parameters<typeof createCollectionAccount>[1]): Promise<CollectionAccountRow> => {
  const row = await createCollectionAccount(db(), given);
  if (!row) throw new Error('the account was not made');
  return row;
};
const numbered = () => `TKB${String(1_000_000 + ++n)}`;
/** Creates a payment received at the paybill of Makao. */
const came = async (sum: number, accountText = 'NOBODY', external = numbered()) => {
  const { paymentId } = await db()
    .transaction()
    .execute((tx) =>
      recordReceipt(asClock(tx), {
        ...{ rail: 'mpesa', external, account: paybill, cents: sum, paidAt: clock.now(), accountText },
        ...{ payer: 'JOHN', phone: emptySealedPhone, verifiedBy: 'pull' },
      }),
    );
  await matchPayment(db(), paymentId ?? 0);
  return { id: paymentId ?? 0, external };
};
const askRefund = async (id: number, sum: number) =>
  (await as(boss, (ctx) => payments.requestRefund(ctx, { id, cents: toCents(sum), reason: 'Twice', to: 'KCB 0113601234' }))).refunds.at(-1)?.id ?? 0;
const approve = (id: number, by = second) => as(by, (ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '' }));
beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  boss = await createPerson(services, 'superadmin');
  second = await createPerson(services, 'admin');
  await makeAccountsEstablished(services, second);
  await setTrustMode(services, here.owner.me.companyId ?? 0);
  paybill = await added({ company_id: null, rail: 'mpesa', name: 'Paybill', number: '174379', bank_code: null, fund: 'C' });
});
afterAll(() => setClock(services, null));
test('payment reversal: rejects a pending refund request, but is refused after approval of a refund', async () => {
  const { id } = await came(1_380_000);
  const refund = await askRefund(id, 1_380_000);
  await reverseByProvider(services, id);
  expect(await services.database.db.selectFrom('refund').select('status').where('id', '=', refund).executeTakeFirst()).toEqual({ status: 'refused' });
  await expect(approve(refund)).rejects.toMatchObject({ failure: 'wrongState' });
  await expect(askRefund(id, 100)).rejects.toMatchObject({ failure: 'wrongState' });
  const other = await came(200_000);
  const approved = await askRefund(other.id, 50_000);
  await approve(approved);
  await expect(reverseByProvider(services, other.id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
test('payment changes: a reversal, unallocation or refund is rejected if a concurrent change made the action invalid', async () => {
  const { id } = await came(100_000);
  const whilst = (set: string, act: () => Promise<unknown>) =>
    runConcurrently(services, { text: `update payment set ${set} where id = $1`, values: [id] }, () => act().catch((refused: unknown) => refused));
  expect(await whilst('refunded_cents = cents', () => reverseByProvider(services, id))).toMatchObject({ failure: 'conflict' });
  await updatePayment(db(), id, { refunded_cents: toCents(0) });
  const gone = "status = 'reversed'";
  expect(await whilst(gone, () => as(boss, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'not theirs' })))).toMatchObject({
    failure: 'wrongState',
  });
  await services.database.db.updateTable('payment').set({ status: 'completed' }).where('id', '=', id).execute();
  expect(await whilst(gone, () => askRefund(id, 100))).toMatchObject({ failure: 'wrongState' });
  await services.database.db.updateTable('payment').set({ status: 'completed' }).where('id', '=', id).execute();
  const refund = await askRefund(id, 100_000);
  expect(await whilst(gone, () => approve(refund))).toMatchObject({ failure: 'wrongState' });
  await services.database.db.updateTable('payment').set({ status: 'completed' }).where('id', '=', id).execute();
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
const read = (by: TestPerson, account_id: number, csv: string) =>
  as(by, (ctx) => statements.uploadStatement(ctx, { account_id, name: `${++n}.csv`, csv }));
const imported = async (by: TestPerson, account_id: number, csv: string) => importApproved(services, by, (await read(by, account_id, csv)).id);
const head = 'Receipt No.,Completion Time,Details,Paid In,Withdrawn\n';
const line = (ref: string, details: string, paidIn: string, out: string) => `${ref},2027-03-02,${details},${paidIn},${out}\n`;
const reversed = buildPaybillReversals(0, numbered);
test('bank statement: a reversal line reverses only a payment of the same account and amount', async () => {
  const t = await home();
  const { id: open } = await bill(t, 70_000);
  const { id, external } = await came(70_000, await codeOf(t));
  const stranger = await createOwnerWithUnit(services);
  const theirs = await added({ company_id: stranger.owner.me.companyId, rail: 'mpesa', name: 'Ours', number: '555551', bank_code: null, fund: 'M' });
  await imported(stranger.owner, theirs.id, `${head}${line(numbered(), `Reversal of ${external}`, '', '-700.00')}`);
  expect(await payment(id)).toMatchObject({ status: 'completed' });
  expect(await invoice(open)).toMatchObject({ status: 'paid' });
  await imported(boss, paybill.id, reversed(external, 100));
  expect(await payment(id)).toMatchObject({ status: 'completed' });
  expect(await services.database.db.selectFrom('payment_doubt').select('cents').where('payment_id', '=', id).execute()).toEqual([{ cents: 100 }]);
  await imported(boss, paybill.id, reversed(external, 70_000));
  expect(await payment(id)).toMatchObject({ status: 'reversed' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
test('bank statement: undoing an import restores payments that the import reversed; a bank reversal is matched by its reference', async () => {
  const t = await home();
  const { id: open } = await bill(t, 90_000);
  const { external } = await came(90_000, await codeOf(t));
  const wrong = await imported(boss, paybill.id, reversed(external, 90_000));
  expect(await invoice(open)).toMatchObject({ paid_cents: 0 });
  await undoApproved(services, boss, wrong.id);
  await retryUnmatchedPayments(services, db());
  expect(await invoice(open)).toMatchObject({ status: 'paid' });
  expect(await services.database.db.selectFrom('receipt').select('id').where('external_id', '=', external).execute()).toHaveLength(1);
  const mine = await createOwnerWithUnit(services);
  const bank = await added({ company_id: mine.owner.me.companyId, rail: 'bank', name: 'Bank', number: '0113666', bank_code: '01', fund: 'M' });
  const columns = 'Date,Narration,Reference,Debit,Credit\n';
  const first = await imported(mine.owner, bank.id, `${columns}2027-03-01,SOMEBODY,FT7001,,500.00\n`);
  await imported(mine.owner, bank.id, `${columns}2027-03-02,REVERSAL FT7001,FT7002,500.00,\n`);
  const { payment_id } = await services.database.db
    .selectFrom('statement_line')
    .select('payment_id')
    .where('statement_id', '=', first.id)
    .executeTakeFirstOrThrow();
  expect(await payment(payment_id ?? 0)).toMatchObject({ status: 'reversed' });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
test('statement rule: allocates only to tenancies of the account’s company and to invoices of the same collection mode', async () => {
  const mine = await createOwnerWithUnit(services);
  const company_id = mine.owner.me.companyId;
  const account = await added({ company_id, rail: 'bank', name: 'Ours', number: '0113777', bank_code: '01', fund: 'M' });
  const t = await home();
  const { id: open } = await bill(t, 40_000);
  // The rule is inserted directly, because saving a rule for a tenancy of another company is rejected (below).
  await services.database.db
    .insertInto('statement_rule')
    .values({ company_id: company_id ?? 0, contains: 'zzz gift', act: 'tenancy', tenancy_id: t })
    .execute();
  const csv = 'Date,Narration,Reference,Debit,Credit\n2027-03-02,ZZZ GIFT,FT1,,"10,000.00"\n';
  const { id } = await imported(mine.owner, account.id, csv);
  const made = await services.database.db.selectFrom('statement_line').select('payment_id').where('statement_id', '=', id).executeTakeFirstOrThrow();
  expect(await payment(made.payment_id ?? 0)).toMatchObject({ company_id, tenancy_id: null, credited_cents: 0, match: 'unmatched' });
  expect(await invoice(open)).toMatchObject({ paid_cents: 0 });
  // The company was in trust mode for a while: invoices of that time are not paid by money received on its own account.
  const own = await home(mine);
  await setTrustMode(services, company_id ?? 0);
  const { id: held } = await bill(own, 30_000);
  await as(mine.owner, (ctx) => rules.saveStatementRule(ctx, { contains: 'house one', act: 'tenancy', tenancy_id: own }));
  await expect(as(mine.owner, (ctx) => rules.saveStatementRule(ctx, { contains: 'zzz', act: 'tenancy', tenancy_id: t }))).rejects.toMatchObject({
    failure: 'notFound',
  });
  const next = await imported(mine.owner, account.id, 'Date,Narration,Reference,Debit,Credit\n2027-03-02,HOUSE ONE,FT2,,300.00\n');
  const other = await services.database.db
    .selectFrom('statement_line')
    .select('payment_id')
    .where('statement_id', '=', next.id)
    .executeTakeFirstOrThrow();
  expect(await payment(other.payment_id ?? 0)).toMatchObject({ match: 'unmatched', credited_cents: 0 });
  expect(await invoice(held)).toMatchObject({ paid_cents: 0 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
test('unallocated paybill payment: Makao staff can find, split, unallocate and refund the payment, with a second approver', async () => {
  const other = await createOwnerWithUnit(services);
  await setTrustMode(services, other.owner.me.companyId ?? 0);
  const [a, b] = [await home(), await home(other)];
  const [first, last] = [await bill(a, 20_000), await bill(b, 30_000)];
  const { id } = await came(55_000);
  const { code } = await services.database.db.selectFrom('tenancy').select('code').where('id', '=', a).executeTakeFirstOrThrow();
  for (const by of [boss, second]) {
    const found = await as(by, (ctx) => listPaymentMatchCandidates(ctx, { id, q: code }));
    expect(found.results.map(({ tenancy }) => tenancy?.id)).toEqual([a]);
    expect((await as(by, (ctx) => readPaymentDetails(ctx, id))).may).toMatchObject({ assign: true, refund: true, reverse: true });
  }
  await expect(as(here.owner, (ctx) => listPaymentMatchCandidates(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
  const parts = [a, b].map((tenancy_id, at) => ({ tenancy_id, cents: toCents(20_000 + 10_000 * at) }));
  await as(second, (ctx) => payments.allocatePaymentAction(ctx, { id, parts }));
  await approveClientMoneyMove(services, id);
  const after = await as(second, (ctx) => readPaymentDetails(ctx, id));
  expect([(await invoice(first.id)).status, (await invoice(last.id)).status, after.match]).toEqual(['paid', 'paid', 'suggested']);
  // The second company reads the part allocated to its invoice and nothing else of the payment; its notification links there.
  const { results } = await as(other.owner, (ctx) => listInvoicePayments(ctx, { invoice_id: last.id }));
  expect(results).toMatchObject([{ cents: 30_000, payment: { id, opens: false } }]);
  const pages = (await listSentNotifications(services, 'payment.came')).slice(-2).map(({ page }) => page ?? '');
  expect(pages).toContainEqual(expect.stringContaining(`invoices/${last.id}`));
  const refund = await askRefund(id, 5_000);
  // Who allocated a part of the payment does not decide about its refund.
  await expect(approve(refund)).rejects.toMatchObject({ failure: 'forbidden' });
  const third = await createPerson(services, 'admin');
  await makeAccountsEstablished(services, third);
  await approve(refund, third);
  expect(await payment(id)).toMatchObject({ refunded_cents: 5_000 });
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
test('payment assignment: assignment to another tenancy moves the payment and notifies the tenant of that tenancy', async () => {
  const [a, b] = [await home(), await home()];
  await bill(a, 60_000);
  const { id: asked } = await bill(b, 60_000);
  const { id } = await came(60_000, await codeOf(a));
  expect(await payment(id)).toMatchObject({ tenancy_id: a, match: 'matched' });
  const before = (await listSentNotifications(services, 'payment.received')).length;
  await as(boss, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'One wrong letter' }));
  expect(await payment(id)).toMatchObject({ tenancy_id: null, tenant_id: null, unit_id: null, company_id: here.owner.me.companyId });
  await as(here.owner, (ctx) => payments.allocatePaymentAction(ctx, { id, parts: [{ tenancy_id: b, cents: toCents(60_000) }] }));
  expect(await payment(id)).toMatchObject({ tenancy_id: b, match: 'matched' });
  expect(await invoice(asked)).toMatchObject({ status: 'paid' });
  expect((await listSentNotifications(services, 'payment.received')).length).toBe(before + 1);
  // A tenancy without open invoices may also receive the payment.
  await as(boss, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'Once more' }));
  const quiet = await home();
  await as(boss, (ctx) => payments.allocatePaymentAction(ctx, { id, parts: [{ tenancy_id: quiet, cents: toCents(60_000) }] }));
  expect(await payment(id)).toMatchObject({ credited_cents: 60_000 });
  expect((await payment(id)).tenant_id).not.toBeNull();
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('payment assignment: each of several tenancies is notified of its own part', async () => {
  const [a, b] = [await home(), await home()];
  const { id } = await came(30_000);
  const before = (await listSentNotifications(services, 'payment.received')).length;
  const parts = [a, b].map((tenancy_id, at) => ({ tenancy_id, cents: toCents(10_000 * (at + 1)) }));
  await as(boss, (ctx) => payments.allocatePaymentAction(ctx, { id, parts }));
  await approveClientMoneyMove(services, id);
  const heard = (await listSentNotifications(services, 'payment.received')).slice(before);
  expect(heard.map(({ params }) => (params as { sum: string }).sum).toSorted()).toEqual(['KES 100', 'KES 200']);
});

test("payment matching: a paid invoice's code used as account number still identifies the tenant", async () => {
  const t = await home();
  const { id: paid } = await bill(t, 30_000);
  await came(30_000, await codeOf(t));
  const { code } = await invoice(paid);
  const { id: next } = await bill(t, 40_000);
  const { id } = await came(41_000, code);
  expect(await payment(id)).toMatchObject({ match: 'matched', tenancy_id: t, credited_cents: 1_000 });
  expect(await invoice(next)).toMatchObject({ status: 'paid' });
});

test('wallet payment: cannot be reversed, since no money was received', async () => {
  const { id } = await services.database.db
    .insertInto('payment')
    .values({
      ...({ purpose: paymentPurposes.property_featured_payment, how: 'wallet', fund: 'C', status: 'completed', match: 'matched' } as const),
      ...{ cents: 1_000, spent_cents: toCents(1_000), company_id: here.owner.me.companyId, looked_at: clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const undone = as(boss, (ctx) => payments.reversePayment(ctx, { id, reason: 'By mistake', cause: 'mistake' }));
  await expect(undone).rejects.toMatchObject({ failure: 'conflict' });
});

test('tenant credit: two concurrent invoices never spend the same credit twice', async () => {
  const t = await home();
  const [first, other] = [await bill(t, 50_000), await bill(t, 50_000)];
  const { id } = await came(50_000);
  const over = await payment(id);
  await as(boss, async (ctx) => {
    await recordTenantCredit(ctx, over, { companyId: here.owner.me.companyId ?? 0, tenancyId: t, bookingId: null }, 50_000);
    await updatePayment(ctx.db, id, { credited_cents: 50_000 });
  });
  const waiting = await as(boss, async (ctx) => {
    await payInvoiceFromTenantCredit(ctx, { invoiceId: first.id });
    const late = runOnReserveConnection('another node', () => as(boss, (theirs) => payInvoiceFromTenantCredit(theirs, { invoiceId: other.id })));
    late.catch(() => undefined);
    const held = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
    await expect.poll(async () => (await held.execute(ctx.db)).rows.length).toBeGreaterThan(0);
    return [late];
  });
  await Promise.all(waiting);
  expect([(await invoice(first.id)).paid_cents, (await invoice(other.id)).paid_cents]).toEqual([50_000, 0]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
