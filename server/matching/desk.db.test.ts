import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purposes } from '#contract/collection/kinds.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as rules from '#server/bank-statement/rules.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { takeMovement } from '#server/collection/movement.ts';
import { noPhone } from '#server/collection/phones.ts';
import { putPayment } from '#server/collection/rows.ts';
import { apart } from '#server/db/one-connection.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import * as payments from '#server/payment/acts.ts';
import { ofInvoice } from '#server/payment/lists.ts';
import { fullOf } from '#server/payment/one.ts';
import * as refunds from '#server/refund/refunds.ts';
import { type AccountRow, addAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { meanwhile } from '#test/meanwhile.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import { keepCredit, spendCredit } from './credit.ts';
import * as desk from './desk.ts';
import { look, sweepUnlooked } from './look.ts';

let house: House;
let here: Place;
let boss: Somebody;
let second: Somebody;
let paybill: AccountRow;
let n = 0;
const db = (): Db => house.database.db;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);
const home = async (at: Place = here) => livedIn(house, at.property, { unitId: await addUnit(house, at.property) });
const bill = (t: number, sum: number, more = {}) => as(boss, (ctx) => billed(ctx, t, sum, more));
const invoice = (id: number) => house.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const payment = (id: number) => house.database.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const codeOf = async (t: number) =>
  (await house.database.db.selectFrom('tenancy').select('code').where('id', '=', t).executeTakeFirstOrThrow()).code.replace('-', '');
const added = async (given: Parameters<typeof addAccount>[1]): Promise<AccountRow> => {
  const row = await addAccount(db(), given);
  if (!row) throw new Error('the account was not made');
  return row;
};
const numbered = () => `TKB${String(1_000_000 + ++n)}`;
/** Money that came to the platform's paybill. */
const came = async (sum: number, accountText = 'NOBODY', external = numbered()) => {
  const { paymentId } = await db()
    .transaction()
    .execute((tx) =>
      takeMovement(atClock(tx), {
        ...{ rail: 'mpesa', external, account: paybill, cents: sum, paidAt: clock.now(), accountText },
        ...{ payer: 'JOHN', phone: noPhone, verifiedBy: 'pull' },
      }),
    );
  await look(db(), paymentId ?? 0);
  return { id: paymentId ?? 0, external };
};
const reverse = (id: number) => as(boss, (ctx) => payments.reverse(ctx, { id, reason: 'Safaricom took it back' }));
const askRefund = async (id: number, sum: number) =>
  (await as(boss, (ctx) => payments.askRefund(ctx, { id, cents: cents(sum), reason: 'Paid twice', to: 'KCB 0113601234' }))).refunds.at(-1)?.id ?? 0;
const approve = (id: number) => as(second, (ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '' }));

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  boss = await somebody(house, 'superadmin');
  second = await somebody(house, 'admin');
  await longHere(house, second);
  await trusts(house, here.owner.me.companyId ?? 0);
  paybill = await added({ company_id: null, rail: 'mpesa', name: 'Paybill', number: '174379', bank_code: null, fund: 'C' });
});
afterAll(() => setClock(house, null));

test('money that is gone is not given back: a reversal ends what was asked for, and what was approved keeps it from being reversed', async () => {
  const { id } = await came(1_380_000);
  const refund = await askRefund(id, 1_380_000);
  await reverse(id);
  expect(await house.database.db.selectFrom('refund').select('status').where('id', '=', refund).executeTakeFirst()).toEqual({ status: 'refused' });
  await expect(approve(refund)).rejects.toMatchObject({ failure: 'wrongState' });
  await expect(askRefund(id, 100)).rejects.toMatchObject({ failure: 'wrongState' });
  const other = await came(200_000);
  const approved = await askRefund(other.id, 50_000);
  await approve(approved);
  await expect(reverse(other.id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await unproven(house)).toEqual([]);
});

test('what is insisted on is insisted on under the lock: who comes second sees what the first did', async () => {
  const { id } = await came(100_000);
  const whilst = (set: string, act: () => Promise<unknown>) =>
    meanwhile(house, { text: `update payment set ${set} where id = $1`, values: [id] }, () => act().catch((refused: unknown) => refused));
  expect(await whilst('refunded_cents = cents', () => reverse(id))).toMatchObject({ failure: 'conflict' });
  await putPayment(db(), id, { refunded_cents: cents(0) });
  const gone = "status = 'reversed'";
  expect(await whilst(gone, () => as(boss, (ctx) => payments.unmatch(ctx, { id, reason: 'not theirs' })))).toMatchObject({
    failure: 'wrongState',
  });
  await house.database.db.updateTable('payment').set({ status: 'completed' }).where('id', '=', id).execute();
  expect(await whilst(gone, () => askRefund(id, 100))).toMatchObject({ failure: 'wrongState' });
  await house.database.db.updateTable('payment').set({ status: 'completed' }).where('id', '=', id).execute();
  const refund = await askRefund(id, 100_000);
  expect(await whilst(gone, () => approve(refund))).toMatchObject({ failure: 'wrongState' });
  await house.database.db.updateTable('payment').set({ status: 'completed' }).where('id', '=', id).execute();
  expect(await unproven(house)).toEqual([]);
});

const read = (by: Somebody, account_id: number, csv: string) =>
  as(by, (ctx) => statements.readStatement(ctx, { account_id, name: `${++n}.csv`, csv }));
const imported = async (by: Somebody, account_id: number, csv: string) => {
  const { id } = await read(by, account_id, csv);
  return as(by, (ctx) => statements.importStatement(ctx, { id }));
};
const head = 'Receipt No.,Completion Time,Details,Paid In,Withdrawn\n';
const line = (ref: string, details: string, paidIn: string, out: string) => `${ref},2027-03-02,${details},${paidIn},${out}\n`;

test('a statement takes back payments of its own account over its own sum, and nobody else’s', async () => {
  const t = await home();
  const { id: open } = await bill(t, 70_000);
  const { id, external } = await came(70_000, await codeOf(t));
  const stranger = await place(house);
  const theirs = await added({ company_id: stranger.owner.me.companyId, rail: 'mpesa', name: 'Ours', number: '555551', bank_code: null, fund: 'M' });
  await imported(stranger.owner, theirs.id, `${head}${line(numbered(), `Reversal of ${external}`, '', '-700.00')}`);
  expect(await payment(id)).toMatchObject({ status: 'completed' });
  expect(await invoice(open)).toMatchObject({ status: 'paid' });
  await imported(boss, paybill.id, `${head}${line(numbered(), `Reversal of ${external}`, '', '-1.00')}`);
  expect(await payment(id)).toMatchObject({ status: 'completed' });
  expect(await house.database.db.selectFrom('payment_doubt').select('cents').where('payment_id', '=', id).execute()).toEqual([{ cents: 100 }]);
  await imported(boss, paybill.id, `${head}${line(numbered(), `Reversal of ${external}`, '', '-700.00')}`);
  expect(await payment(id)).toMatchObject({ status: 'reversed' });
  expect(await unproven(house)).toEqual([]);
});

test('a statement that is undone gives again what it had taken back, a bank’s by the reference of its own line', async () => {
  const t = await home();
  const { id: open } = await bill(t, 90_000);
  const { external } = await came(90_000, await codeOf(t));
  const wrong = await imported(boss, paybill.id, `${head}${line(numbered(), `Reversal of ${external}`, '', '-900.00')}`);
  expect(await invoice(open)).toMatchObject({ paid_cents: 0 });
  await as(boss, (ctx) => statements.undoStatement(ctx, { id: wrong.id, reason: 'The wrong file', keep: false }));
  await sweepUnlooked(house, db());
  expect(await invoice(open)).toMatchObject({ status: 'paid' });
  expect(await house.database.db.selectFrom('receipt').select('id').where('external_id', '=', external).execute()).toHaveLength(1);
  const mine = await place(house);
  const bank = await added({ company_id: mine.owner.me.companyId, rail: 'bank', name: 'Bank', number: '0113666', bank_code: '01', fund: 'M' });
  const columns = 'Date,Narration,Reference,Debit,Credit\n';
  const first = await imported(mine.owner, bank.id, `${columns}2027-03-01,SOMEBODY,FT7001,,500.00\n`);
  await imported(mine.owner, bank.id, `${columns}2027-03-02,REVERSAL FT7001,FT7002,500.00,\n`);
  const { payment_id } = await house.database.db
    .selectFrom('statement_line')
    .select('payment_id')
    .where('statement_id', '=', first.id)
    .executeTakeFirstOrThrow();
  expect(await payment(payment_id ?? 0)).toMatchObject({ status: 'reversed' });
  expect(await unproven(house)).toEqual([]);
});

test('a rule names a home of the account’s own company, and money of one fund pays no other', async () => {
  const mine = await place(house);
  const company_id = mine.owner.me.companyId;
  const account = await added({ company_id, rail: 'bank', name: 'Ours', number: '0113777', bank_code: '01', fund: 'M' });
  const t = await home();
  const { id: open } = await bill(t, 40_000);
  // Written before anybody looked whose home it is, or while it was theirs.
  await house.database.db
    .insertInto('statement_rule')
    .values({ company_id: company_id ?? 0, contains: 'zzz gift', act: 'tenancy', tenancy_id: t })
    .execute();
  const csv = 'Date,Narration,Reference,Debit,Credit\n2027-03-02,ZZZ GIFT,FT1,,"10,000.00"\n';
  const { id } = await imported(mine.owner, account.id, csv);
  const made = await house.database.db.selectFrom('statement_line').select('payment_id').where('statement_id', '=', id).executeTakeFirstOrThrow();
  expect(await payment(made.payment_id ?? 0)).toMatchObject({ company_id, tenancy_id: null, credited_cents: 0, match: 'unmatched' });
  expect(await invoice(open)).toMatchObject({ paid_cents: 0 });
  // The company was in trust for a while: what is asked for since is not paid by what came to its own account.
  const own = await home(mine);
  await trusts(house, company_id ?? 0);
  const { id: held } = await bill(own, 30_000);
  await as(mine.owner, (ctx) => rules.saveRule(ctx, { contains: 'house one', act: 'tenancy', tenancy_id: own }));
  await expect(as(mine.owner, (ctx) => rules.saveRule(ctx, { contains: 'zzz', act: 'tenancy', tenancy_id: t }))).rejects.toMatchObject({
    failure: 'notFound',
  });
  const next = await imported(mine.owner, account.id, 'Date,Narration,Reference,Debit,Credit\n2027-03-02,HOUSE ONE,FT2,,300.00\n');
  const other = await house.database.db
    .selectFrom('statement_line')
    .select('payment_id')
    .where('statement_id', '=', next.id)
    .executeTakeFirstOrThrow();
  expect(await payment(other.payment_id ?? 0)).toMatchObject({ match: 'unmatched', credited_cents: 0 });
  expect(await invoice(held)).toMatchObject({ paid_cents: 0 });
  expect(await unproven(house)).toEqual([]);
});

test('what came to the platform’s paybill is found its owners by the platform: searched for, split, taken apart again and given back by two', async () => {
  const other = await place(house);
  await trusts(house, other.owner.me.companyId ?? 0);
  const [a, b] = [await home(), await home(other)];
  const [first, last] = [await bill(a, 20_000), await bill(b, 30_000)];
  const { id } = await came(55_000);
  const { code } = await house.database.db.selectFrom('tenancy').select('code').where('id', '=', a).executeTakeFirstOrThrow();
  for (const by of [boss, second]) {
    const found = await as(by, (ctx) => desk.candidates(ctx, { id, q: code }));
    expect(found.results.map(({ tenancy }) => tenancy?.id)).toEqual([a]);
    expect((await as(by, (ctx) => fullOf(ctx, id))).may).toMatchObject({ assign: true, refund: true, reverse: true });
  }
  await expect(as(here.owner, (ctx) => desk.candidates(ctx, { id }))).rejects.toMatchObject({ failure: 'notFound' });
  const parts = [a, b].map((tenancy_id, at) => ({ tenancy_id, cents: cents(20_000 + 10_000 * at) }));
  const after = await as(second, (ctx) => payments.assign(ctx, { id, parts }));
  expect([(await invoice(first.id)).status, (await invoice(last.id)).status, after.match]).toEqual(['paid', 'paid', 'suggested']);
  // The second company reads what was put to its invoice, and of the payment no more; its notice leads there.
  const { results } = await as(other.owner, (ctx) => ofInvoice(ctx, { invoice_id: last.id }));
  expect(results).toMatchObject([{ cents: 30_000, payment: { id, opens: false } }]);
  const pages = (await told(house, 'payment.came')).slice(-2).map(({ page }) => page ?? '');
  expect(pages).toContainEqual(expect.stringContaining(`invoices/${last.id}`));
  const refund = await askRefund(id, 5_000);
  await approve(refund);
  expect(await payment(id)).toMatchObject({ refunded_cents: 5_000 });
  expect(await unproven(house)).toEqual([]);
});

test('money that is moved to another home is theirs, and they hear of it', async () => {
  const [a, b] = [await home(), await home()];
  await bill(a, 60_000);
  const { id: asked } = await bill(b, 60_000);
  const { id } = await came(60_000, await codeOf(a));
  expect(await payment(id)).toMatchObject({ tenancy_id: a, match: 'matched' });
  const before = (await told(house, 'payment.received')).length;
  await as(boss, (ctx) => payments.unmatch(ctx, { id, reason: 'One wrong letter' }));
  expect(await payment(id)).toMatchObject({ tenancy_id: null, tenant_id: null, unit_id: null, company_id: here.owner.me.companyId });
  await as(here.owner, (ctx) => payments.assign(ctx, { id, parts: [{ tenancy_id: b, cents: cents(60_000) }] }));
  expect(await payment(id)).toMatchObject({ tenancy_id: b, match: 'matched' });
  expect(await invoice(asked)).toMatchObject({ status: 'paid' });
  expect((await told(house, 'payment.received')).length).toBe(before + 1);
  // To a home that is asked for nothing: theirs all the same.
  await as(boss, (ctx) => payments.unmatch(ctx, { id, reason: 'Once more' }));
  const quiet = await home();
  await as(boss, (ctx) => payments.assign(ctx, { id, parts: [{ tenancy_id: quiet, cents: cents(60_000) }] }));
  expect(await payment(id)).toMatchObject({ credited_cents: 60_000 });
  expect((await payment(id)).tenant_id).not.toBeNull();
  expect(await unproven(house)).toEqual([]);
});

test('put in parts to several homes, each hears of its own part', async () => {
  const [a, b] = [await home(), await home()];
  const { id } = await came(30_000);
  const before = (await told(house, 'payment.received')).length;
  const parts = [a, b].map((tenancy_id, at) => ({ tenancy_id, cents: cents(10_000 * (at + 1)) }));
  await as(boss, (ctx) => payments.assign(ctx, { id, parts }));
  const heard = (await told(house, 'payment.received')).slice(before);
  expect(heard.map(({ params }) => (params as { sum: string }).sum).toSorted()).toEqual(['KES 100', 'KES 200']);
});

test('the number of an invoice that is paid says whose money it is', async () => {
  const t = await home();
  const { id: paid } = await bill(t, 30_000);
  await came(30_000, await codeOf(t));
  const { code } = await invoice(paid);
  const { id: next } = await bill(t, 40_000);
  const { id } = await came(41_000, code);
  expect(await payment(id)).toMatchObject({ match: 'matched', tenancy_id: t, credited_cents: 1_000 });
  expect(await invoice(next)).toMatchObject({ status: 'paid' });
});

test('what was paid out of a wallet came from nowhere, and is not reversed', async () => {
  const { id } = await house.database.db
    .insertInto('payment')
    .values({
      ...{ purpose: purposes.property_featured_payment, how: 'wallet' as const, fund: 'C' as const, status: 'completed' as const },
      ...{ cents: 1_000, spent_cents: cents(1_000), company_id: here.owner.me.companyId, match: 'matched' as const, looked_at: clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await expect(reverse(id)).rejects.toMatchObject({ failure: 'conflict' });
});

test('two invoices at once share a credit and do not spend it twice', async () => {
  const t = await home();
  const [first, other] = [await bill(t, 50_000), await bill(t, 50_000)];
  const { id } = await came(50_000);
  const over = await payment(id);
  await as(boss, async (ctx) => {
    await keepCredit(ctx, over, { companyId: here.owner.me.companyId ?? 0, tenancyId: t, bookingId: null }, 50_000);
    await putPayment(ctx.db, id, { credited_cents: 50_000 });
  });
  const waiting = await as(boss, async (ctx) => {
    await spendCredit(ctx, { invoiceId: first.id });
    const late = apart('another node', () => as(boss, (theirs) => spendCredit(theirs, { invoiceId: other.id })));
    late.catch(() => undefined);
    const held = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
    await expect.poll(async () => (await held.execute(ctx.db)).rows.length).toBeGreaterThan(0);
    return [late];
  });
  await Promise.all(waiting);
  expect([(await invoice(first.id)).paid_cents, (await invoice(other.id)).paid_cents]).toEqual([50_000, 0]);
  expect(await unproven(house)).toEqual([]);
});
