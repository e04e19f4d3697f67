import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import * as rules from '#server/bank-statement/rules.ts';
import * as lists from '#server/bank-statement/statement-lists.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { closeMonth } from '#server/ledger/periods.ts';
import { sweepUnlooked } from '#server/matching/look.ts';
import * as payments from '#server/payment/acts.ts';
import { ofInvoice } from '#server/payment/lists.ts';
import * as refunds from '#server/refund/refunds.ts';
import { addAccount } from '#server/treasury/accounts.ts';
import { tillOf } from '#server/treasury/places.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import * as record from './record.ts';

let house: House;
let here: Place;
let bank = 0;
const db = () => house.database.db;
const as = <T>(work: Parameters<typeof inTransaction<T>>[2], by: Somebody = here.owner) => inTransaction(house, by, work);
const home = async () => livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
const bill = (t: number, sum: number, more = {}) => as((ctx) => billed(ctx, t, sum, more));
const invoice = (id: number) => house.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const payment = (id: number) => house.database.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const base = { how: 'bank' as const, external: '', note: '' };

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  bank =
    (
      await addAccount(db(), {
        company_id: here.owner.me.companyId,
        rail: 'bank',
        name: 'Our bank',
        number: '01136012345678',
        bank_code: '01',
        fund: 'M',
      })
    )?.id ?? 0;
});
afterAll(() => setClock(house, null));

test('what came to one’s own account is written down once, put to the oldest, and what is over is used for the next', async () => {
  const t = await home();
  const older = await bill(t, 300_000, { dueIn: -20 });
  const newer = await bill(t, 300_000, { water: 50_000 });
  const made = await as((ctx) => record.record(ctx, { ...base, tenancy_id: t, cents: cents(450_000), on: clock.today(), external: 'FT1' }));
  expect(made.awaits_code).toBe(false);
  expect(await invoice(older.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(newer.id)).toMatchObject({ status: 'active', paid_cents: 150_000 });
  await expect(
    as((ctx) => record.record(ctx, { ...base, tenancy_id: t, cents: cents(450_000), on: clock.today(), external: 'FT1' })),
  ).rejects.toMatchObject({ failure: 'conflict' });
  await expect(as((ctx) => record.record(ctx, { ...base, tenancy_id: t, cents: cents(100), on: addDays(clock.today(), 1) }))).rejects.toMatchObject({
    failure: 'invalid',
  });
  const more = await as((ctx) => record.record(ctx, { ...base, tenancy_id: t, cents: cents(300_000), on: clock.today(), external: 'FT2' }));
  expect(await payment(more.id)).toMatchObject({ allocated_cents: 200_000, credited_cents: 100_000 });
  const next = await bill(t, 300_000);
  expect(await invoice(next.id)).toMatchObject({ paid_cents: 100_000 });
  expect(await unproven(house)).toEqual([]);
  // Taken back with what its credit paid.
  await as((ctx) => payments.reverse(ctx, { id: more.id, reason: 'The cheque bounced' }));
  expect(await invoice(next.id)).toMatchObject({ paid_cents: 0, status: 'unpaid' });
  expect(await invoice(newer.id)).toMatchObject({ paid_cents: 150_000 });
  expect(await unproven(house)).toEqual([]);
});

test('cash waits for the code its payer got; where the platform holds the money only cash is written down', async () => {
  const t = await home();
  const { id } = await bill(t, 80_000);
  const cash = await as((ctx) => record.record(ctx, { ...base, how: 'cash', tenancy_id: t, cents: cents(80_000), on: clock.today() }));
  expect(cash.awaits_code).toBe(true);
  expect(await invoice(id)).toMatchObject({ paid_cents: 0 });
  await expect(as((ctx) => payments.confirmCash(house)(ctx, { id: cash.id, code: '000000' }))).rejects.toMatchObject({ failure: 'invalid' });
  await expect(as((ctx) => payments.confirmCash(house)(ctx, { id: cash.id, reason: 'no phone' }))).rejects.toMatchObject({
    failure: 'invalid',
  });
  const [letter] = await told(house, 'payment.cash_code');
  const code = String((letter?.params as { code?: string } | undefined)?.code);
  await as((ctx) => payments.confirmCash(house)(ctx, { id: cash.id, code }));
  expect(await invoice(id)).toMatchObject({ status: 'paid' });
  const other = await place(house);
  await trusts(house, other.owner.me.companyId ?? 0);
  const held = await livedIn(house, other.property, { unitId: await addUnit(house, other.property) });
  await expect(
    as((ctx) => record.record(ctx, { ...base, tenancy_id: held, cents: cents(100), on: clock.today() }), other.owner),
  ).rejects.toMatchObject({ failure: 'conflict' });
  await expect(as((ctx) => record.record(ctx, { ...base, tenancy_id: t, cents: cents(100), on: clock.today() }), other.owner)).rejects.toMatchObject({
    failure: 'notFound',
  });
  expect(await unproven(house)).toEqual([]);
});

test('cash that waits for its code is for the invoices it was taken for; without the code another person looks where the platform answers', async () => {
  const t = await home();
  const older = await bill(t, 60_000, { dueIn: -30 });
  const newer = await bill(t, 60_000);
  const take = (at: Place, tenancy_id: number, invoice_ids: number[], sum: number) =>
    as((ctx) => record.record(ctx, { ...base, how: 'cash', tenancy_id, invoice_ids, cents: cents(sum), on: clock.today() }), at.owner);
  const waiting = (invoice_id: number) => as(async (ctx) => (await ofInvoice(ctx, { invoice_id })).waiting);
  const cash = await take(here, t, [newer.id], 60_000);
  expect([await waiting(newer.id), await waiting(older.id)]).toEqual([[{ id: cash.id, code: cash.code, cents: 60_000 }], []]);
  const letter = (await told(house, 'payment.cash_code')).at(-1);
  const code = String((letter?.params as { code?: string } | undefined)?.code);
  await as((ctx) => payments.confirmCash(house)(ctx, { id: cash.id, code }));
  expect(await waiting(newer.id)).toEqual([]);
  expect(await invoice(newer.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(older.id)).toMatchObject({ paid_cents: 0 });
  const other = await place(house);
  await trusts(house, other.owner.me.companyId ?? 0);
  const held = await livedIn(house, other.property, { unitId: await addUnit(house, other.property) });
  const { id } = await as((ctx) => billed(ctx, held, 70_000), other.owner);
  const taken = await take(other, held, [id], 70_000);
  const file = await house.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', uploaded_by: other.owner.id, company_id: other.owner.me.companyId, name: 'slip.png' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db.updateTable('payment').set({ evidence_file_id: file.id }).where('id', '=', taken.id).execute();
  const confirm = (by: Somebody) => as((ctx) => payments.confirmCash(house)(ctx, { id: taken.id, reason: 'Their phone is broken' }), by);
  await expect(confirm(other.owner)).rejects.toMatchObject({ failure: 'forbidden' });
  await confirm(await somebody(house, 'superadmin'));
  expect(await invoice(id)).toMatchObject({ status: 'paid' });
  expect(await unproven(house)).toEqual([]);
});

test('what was asked for before the platform held the money is paid as it was asked for', async () => {
  const other = await place(house);
  const t = await livedIn(house, other.property, { unitId: await addUnit(house, other.property) });
  const old = await as((ctx) => billed(ctx, t, 50_000), other.owner);
  await trusts(house, other.owner.me.companyId ?? 0);
  const now = await as((ctx) => billed(ctx, t, 50_000), other.owner);
  const pay = (how: 'bank' | 'cash', invoice_ids: number[] | undefined) =>
    as((ctx) => record.record(ctx, { ...base, how, tenancy_id: t, invoice_ids, cents: cents(50_000), on: clock.today() }), other.owner);
  await expect(pay('bank', [now.id])).rejects.toMatchObject({ failure: 'conflict' });
  await expect(pay('bank', [old.id, now.id])).rejects.toMatchObject({ failure: 'invalid' });
  const made = await pay('bank', undefined);
  expect(await payment(made.id)).toMatchObject({ fund: 'M', allocated_cents: 50_000 });
  expect(await invoice(old.id)).toMatchObject({ status: 'paid' });
  expect(await invoice(now.id)).toMatchObject({ paid_cents: 0 });
  expect(await unproven(house)).toEqual([]);
});

const line = (day: string, words: string, ref: string, sum: string) => `${day},${words},${ref},,"${sum}"\n`;
const head = 'Date,Narration,Reference,Debit,Credit\n';

test('a statement: dry first, the same again is the same, an overlapping one brings the new alone, undoing takes all back, another’s is refused', async () => {
  const t = await home();
  const { id } = await bill(t, 120_000);
  const { code } = await house.database.db.selectFrom('tenancy').select('code').where('id', '=', t).executeTakeFirstOrThrow();
  await as((ctx) => rules.saveRule(ctx, { contains: 'bank charges', act: 'ignore' }));
  const csv = `${head}${line('2027-03-01', `RENT ${code}`, 'FT9', '1,200.00')}${line('2027-03-01', 'BANK CHARGES BACK', 'FT8', '10.00')}`;
  const read = (text: string, name = 'march.csv') => as((ctx) => statements.readStatement(ctx, { account_id: bank, name, csv: text }));
  const dry = await read(csv);
  expect(dry.fates).toMatchObject({ new: 1, ignored: 1 });
  expect(await house.database.db.selectFrom('receipt').select('id').where('account_id', '=', bank).execute()).toEqual([]);
  expect((await read(csv)).id).toBe(dry.id);
  // One that was read before the other was taken over promises what is new by now.
  const early = await read(`${csv}${line('2027-03-03', 'EARLY', 'FT11', '5.00')}`, 'early.csv');
  expect(early).toMatchObject({ new_cents: 120_500 });
  await as((ctx) => statements.importStatement(ctx, { id: dry.id }));
  expect(await as((ctx) => lists.statement(ctx, { id: early.id }))).toMatchObject({ fates: { new: 1, known: 1 }, new_cents: 500 });
  const { results } = await as((ctx) => lists.statementLines(ctx, { id: early.id, page: 1, page_size: 10 }));
  expect(results.map((one) => one.fate)).toEqual(['known', 'ignored', 'new']);
  await sweepUnlooked(house, db());
  expect(await invoice(id)).toMatchObject({ status: 'paid' });
  await expect(as((ctx) => statements.importStatement(ctx, { id: dry.id }))).rejects.toMatchObject({ failure: 'wrongState' });
  const wider = await read(`${csv}${line('2027-03-02', 'SOMEBODY', 'FT10', '77.00')}`, 'wider.csv');
  expect(wider.fates).toMatchObject({ new: 1, known: 1, ignored: 1 });
  await as((ctx) => statements.undoStatement(ctx, { id: dry.id, reason: 'The wrong month', keep: false }));
  expect(await invoice(id)).toMatchObject({ paid_cents: 0 });
  const again = await read(csv);
  expect(again.id).not.toBe(dry.id);
  expect(again.fates).toMatchObject({ new: 1 });
  await expect(read(`Account No: 01139999999999\n${csv}`, 'other.csv')).rejects.toMatchObject({ failure: 'invalid' });
  await expect(read('no,statement\n1,2')).rejects.toMatchObject({ failure: 'invalid' });
  expect(await unproven(house)).toEqual([]);
});

test('a refund takes two persons', async () => {
  const t = await home();
  const made = await as((ctx) => record.record(ctx, { ...base, tenancy_id: t, cents: cents(90_000), on: clock.today(), external: 'FT77' }));
  expect(await payment(made.id)).toMatchObject({ credited_cents: 90_000 });
  await expect(
    as((ctx) => payments.askRefund(ctx, { id: made.id, cents: cents(90_100), reason: 'too much', to: '0712345678' })),
  ).rejects.toMatchObject({ failure: 'invalid' });
  const asked = await as((ctx) => payments.askRefund(ctx, { id: made.id, cents: cents(40_000), reason: 'Paid twice', to: '0712345678' }));
  const refund = asked.refunds[0]?.id ?? 0;
  await expect(as((ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }))).rejects.toMatchObject({ failure: 'forbidden' });
  const admin = await somebody(house, 'admin');
  await as((ctx) => refunds.decideRefund(ctx, { id: refund, approve: true, reason: '' }), admin);
  const pay = (how: 'bank' | 'mpesa') => as((ctx) => refunds.paidRefund(ctx, { id: refund, how, proof: 'FT4XYZ12Q' }));
  // By hand it is shown.
  await expect(pay('bank')).rejects.toMatchObject({ failure: 'invalid' });
  const file = await house.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'slip.pdf', company_id: here.owner.me.companyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db.updateTable('refund').set({ evidence_file_id: file.id }).where('id', '=', refund).execute();
  expect(await pay('bank')).toMatchObject({ status: 'paid', how: 'bank', has_evidence: true });
  expect(await unproven(house)).toEqual([]);
  await expect(as((ctx) => payments.unmatch(ctx, { id: made.id, reason: 'no, wait' }))).rejects.toMatchObject({ failure: 'conflict' });
});

test('what was paid in a month that is closed is booked in the first open one, with its true day', async () => {
  const t = await home();
  await bill(t, 50_000);
  await house.database.db.transaction().execute((tx) => closeMonth(tx, '2027-02', null));
  const made = await as((ctx) => record.record(ctx, { ...base, tenancy_id: t, cents: cents(50_000), on: '2027-02-20', external: 'FT20' }));
  const rows = await house.database.db
    .selectFrom('journal')
    .innerJoin('allocation', 'allocation.id', 'journal.source_id')
    .select(['journal.day', 'journal.value_day'])
    .where('journal.source', '=', 'allocation')
    .where('allocation.payment_id', '=', made.id)
    .execute();
  expect(rows).toEqual([{ day: '2027-03-03', value_day: '2027-02-20' }]);
});

test('codes for cash are few by phone: nobody lets texts be sent to somebody else’s number', async () => {
  const [t, next] = [await home(), await home()];
  const cash = (tenancy_id: number) => as((ctx) => record.record(ctx, { ...base, how: 'cash', tenancy_id, cents: cents(100), on: clock.today() }));
  for (let n = 0; n < 3; n++) expect((await cash(t)).awaits_code).toBe(true);
  await expect(cash(t)).rejects.toMatchObject({ failure: 'tooMany', extra: { retry_after: expect.any(Number) } });
  expect((await cash(next)).awaits_code).toBe(true);
});

const cash = { id: 9, rail: 'cash', company_id: null } as Parameters<typeof tillOf>[0];

describe('tillOf: cash in hand', () => {
  test('is the company’s that took it, else the account’s, else the payment’s', () => {
    expect(tillOf(cash, { company_id: 3, holder_id: 4 })).toEqual({ code: accounts.cashInHand, company: 4 });
    expect(tillOf({ ...cash, company_id: 5 }, { company_id: 3, holder_id: null })).toEqual({ code: accounts.cashInHand, company: 5 });
    expect(tillOf(cash, { company_id: 3 })).toEqual({ code: accounts.cashInHand, company: 3 });
  });

  test('is never booked to a company that does not exist', () => {
    expect(() => tillOf(cash, { company_id: null, holder_id: null })).toThrow('No id of the company that holds the cash');
  });
});
