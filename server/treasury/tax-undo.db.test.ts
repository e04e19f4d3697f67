import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { closeMonth } from '#server/ledger/periods.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOwnAccounts } from '#test/fixtures/own-accounts.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { listTaxMonths } from './tax-months.ts';
import { requestTaxUndo } from './tax-undo.ts';
import { listTaxRemittances, requestTaxRemittance } from './taxes.ts';

let services: TestServices;
let [maker, other, third]: TestPerson[] = [];
let n = 0;
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who ?? null, work);
const due = () => readAccountBalance(db(), 'P', { code: ledgerAccounts.platformTaxPayable });
const bank = () => readAccountBalance(db(), 'P', { code: ledgerAccounts.platformBank });
const owe = (cents: number) =>
  postJournal(db(), {
    key: `test:tax:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    companyId: null,
    params: {},
    pairs: [{ fund: 'P', dr: { code: ledgerAccounts.platformBank }, cr: { code: ledgerAccounts.platformTaxPayable }, cents: toCents(cents) }],
  });
const approve = (who: TestPerson | undefined, id: number, yes = true) =>
  as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve: yes, reason: '' }));
const list = async () => listTaxRemittances(createTestCtx(services, other ?? null), { page: 1, page_size: 10 });
const months = async () => (await listTaxMonths(createTestCtx(services, other ?? null), {})).taxes.find(({ tax }) => tax === 'vat')?.months ?? [];
const month = async (of: string) => (await months()).find((one) => one.month === of);
/** A recorded payment of VAT, approved by another person. */
async function remit(cents: number, paid_on: string, more: { account_id?: number; reference?: string } = {}): Promise<number> {
  const given = {
    tax: 'vat' as const,
    cents: toCents(cents),
    account_id: null,
    paid_on,
    reference: `PRN-${++n}`,
    reason: 'VAT of the month',
    ...more,
  };
  const file = { data: Buffer.from('%PDF-1.7 receipt of KRA'), type: 'pdf', name: 'receipt.pdf' } as const;
  const { id } = await as(maker, (ctx) => requestTaxRemittance(services)(ctx, { ...given, file }));
  await approve(other, id);
  return (await list()).results.find((one) => one.request.id === id)?.id ?? 0;
}
const askUndo = (id: number, who = maker) => as(who, (ctx) => requestTaxUndo(ctx, { id, reason: 'The amount was wrong' }));

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-31T09:00:00+03:00');
  const person = () => createPerson(services, 'superadmin');
  [maker, other, third] = [await person(), await person(), await person()];
  await createPerson(services, 'owner');
  await makeAccountsEstablished(services, maker, other, third);
  await owe(500_000);
});

test('tax months: each month has its opening, added and remitted tax, balance and due date, and the unpaid part of the oldest is overdue', async () => {
  await setClock(services, '2027-04-10T09:00:00+03:00');
  await owe(100_000);
  await remit(300_000, '2027-04-09');
  expect(await month('2027-03')).toEqual({
    month: '2027-03',
    opening_cents: 0,
    added_cents: 500_000,
    remitted_cents: 0,
    balance_cents: 500_000,
    due_on: '2027-04-20',
    unpaid_cents: 200_000,
  });
  expect(await month('2027-04')).toMatchObject({ opening_cents: 500_000, added_cents: 100_000, remitted_cents: 300_000, balance_cents: 300_000 });
  expect((await months()).at(-1)?.balance_cents).toBe(await due());
  const before = await months();
  await closeMonth(db(), '2027-03', null, []);
  expect(await months()).toEqual(before);
});

test('tax payment: two people undo a recorded payment once, its tax is due again, and its KRA number can be recorded again', async () => {
  const [tax, cash] = [await due(), await bank()];
  const id = await remit(50_000, '2027-04-10', { reference: 'PRN-WRONG' });
  const request = await askUndo(id);
  expect((await list()).results.find((one) => one.id === id)).toMatchObject({ undone: null, undo_request: { id: request.id, own: false } });
  await expect(askUndo(id, third)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(approve(maker, request.id)).rejects.toMatchObject({ failure: 'forbidden' });
  const both = await Promise.allSettled([approve(other, request.id), approve(third, request.id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect([await due(), await bank()]).toEqual([tax, cash]);
  expect((await list()).results.find((one) => one.id === id)).toMatchObject({ undone: { request: { id: request.id } }, undo_request: null });
  await expect(askUndo(id)).rejects.toMatchObject({ failure: 'wrongState' });
  expect(await month('2027-04')).toMatchObject({ remitted_cents: 300_000 });
  await remit(40_000, '2027-04-10', { reference: 'PRN-WRONG' });
  expect(await due()).toBe(tax - 40_000);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('tax payment: one that a statement shows or that was made in a closed month is not undone, also at the approval', async () => {
  const { bank: account_id } = await createOwnAccounts(services);
  const id = await remit(1_000, '2027-04-10', { account_id });
  const open = await askUndo(id);
  const journal = await db().selectFrom('journal').select('id').where('event_key', '=', `tax:${id}`).executeTakeFirstOrThrow();
  const statement = await db()
    .insertInto('statement')
    .values({ account_id, name: 'april.csv', sha256: Buffer.from('tax undo'), head: ['Date'], status: 'imported' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db()
    .insertInto('statement_line')
    .values({
      statement_id: statement.id,
      n: 1,
      fate: 'new',
      day: '2027-04-10',
      cents: toCents(-1_000),
      details: 'KRA',
      cells: [],
      journal_id: journal.id,
    })
    .execute();
  const shown = { failure: 'conflict', message: expect.stringMatching(/bank statement shows/) };
  await expect(approve(other, open.id)).rejects.toMatchObject(shown);
  await approve(maker, open.id, false);
  await expect(askUndo(id)).rejects.toMatchObject(shown);
  const earlier = await remit(2_000, '2027-04-10');
  await setClock(services, '2027-04-28T09:00:00+03:00');
  const request = await askUndo(earlier);
  await setClock(services, '2027-05-03T09:00:00+03:00');
  await closeMonth(db(), '2027-04', null, []);
  const closed = { failure: 'conflict', message: expect.stringMatching(/closed month/) };
  await expect(approve(other, request.id)).rejects.toMatchObject(closed);
  await approve(maker, request.id, false);
  await expect(askUndo(earlier)).rejects.toMatchObject(closed);
});
