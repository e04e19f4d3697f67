import { beforeAll, expect, test } from 'vitest';
import { monthChecklistKeys } from '#contract/accounting/kinds.ts';
import { monthChecklistLabels } from '#contract/accounting/labels.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import { decideApprovalRequest, readApprovalRequest } from '#server/approval/requests.ts';
import { postJournal } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addPaymentException, addStatementDifference } from '#test/fixtures/own-accounts.ts';
import { addTransfer } from '#test/fixtures/payouts.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { readMonthChecklist, requestMonth } from './months.ts';
import { decideWorksheet, prepareWorksheet } from './service.ts';

let services: TestServices;
let [first, second, admin]: TestPerson[] = [];
let company = 0;
let account = 0;
let n = 0;
const month = '2027-03';
const last = '2027-03-31';
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who ?? null, work);
const checklist = (who = first) => as(who, (ctx) => readMonthChecklist(ctx, { month }));
const line = async (key: string, who = first) => (await checklist(who)).lines.find((one) => one.key === key);
const ask = () => as(first, (ctx) => requestMonth(services)(ctx, { month, reopen: false, reason: 'All statements are in' }));
const decide = (id: number, approve = true) => as(second, (ctx) => decideApprovalRequest(services)(ctx, { id, approve, reason: 'As agreed' }));
const post = (code: 1010 | 1040, cents: number, valueDay: Day, more: object = {}) =>
  postJournal(db(), {
    key: `checklist:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    params: { what: 'a test', code: 'T' },
    valueDay,
    ...more,
    pairs: [
      {
        fund: 'C',
        cr: { code: ledgerAccounts.ownerPayable, company },
        cents: toCents(cents),
        dr: code === ledgerAccounts.cashInHand ? { code, company } : { code, ref: `collection:${account}` },
      },
    ],
  });

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-31T12:00:00+03:00');
  const person = (role: 'superadmin' | 'admin') => createPerson(services, role);
  [first, second, admin] = [await person('superadmin'), await person('superadmin'), await person('admin')];
  company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  await makeAccountsEstablished(services, first, second);
  account = await addStatementDifference(services, 0);
});

test('month checklist: an admin, who cannot open payouts, reads the unknown ones too', async () => {
  await addTransfer(services, company, first?.id ?? 0, 'unknown');
  expect(await line('unknown')).toEqual({ key: 'unknown', count: 1, cents: 100_000 });
  expect(await line('unknown', admin)).toEqual({ key: 'unknown', count: 1, cents: 100_000 });
});

test('month checklist: only items dated up to the end of the month count, with their amounts', async () => {
  await post(ledgerAccounts.cashInHand, 70_000, last, { day: last });
  const before = (await checklist()).lines;
  expect(before.find(({ key }) => key === 'cash')).toEqual({ key: 'cash', count: 1, cents: 70_000 });
  await setClock(services, '2027-04-05T09:00:00+03:00');
  await addTransfer(services, company, first?.id ?? 0, 'unknown');
  await addPaymentException(services, company);
  await post(ledgerAccounts.cashInHand, 30_000, '2027-04-05');
  expect((await checklist()).lines.filter(({ key }) => key !== 'unreconciled')).toEqual(before.filter(({ key }) => key !== 'unreconciled'));
  // Cash that is banked after the end of the month is no longer open. The exception has a payment of 150,000 in cash.
  await post(ledgerAccounts.cashInHand, 1, '2027-04-05');
  await postJournal(db(), {
    key: 'checklist:banked',
    kind: 'cash_banked',
    source: ['test', ++n],
    params: { code: 'T' },
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.clientBank, ref: `collection:${account}` },
        cents: toCents(210_001),
        cr: { code: ledgerAccounts.cashInHand, company },
      },
    ],
  });
  expect(await line('cash')).toEqual({ key: 'cash', count: 1, cents: 40_000 });
});

test('month checklist: cash that the statement of the month shows in the bank is not open, although the statement was imported later', async () => {
  await post(ledgerAccounts.cashInHand, 100_000, '2027-04-05');
  expect(await line('cash')).toEqual({ key: 'cash', count: 1, cents: 70_000 });
  await postJournal(db(), {
    key: 'checklist:shown',
    kind: 'cash_banked',
    source: ['test', ++n],
    params: { code: 'T' },
    valueDay: last,
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.ownerPayable, company },
        cents: toCents(70_000),
        cr: { code: ledgerAccounts.cashInHand, company },
      },
    ],
  });
  expect(await line('cash')).toEqual({ key: 'cash', count: 0, cents: 0 });
});

test('month checklist: an account whose signed figures have changed since, and a closed account with money, are not reconciled', async () => {
  const open = async () => (await line('unreconciled'))?.count ?? 0;
  const start = await open();
  const { id } = await as(first, (ctx) => prepareWorksheet(ctx, { account_id: account, day: last, note: '' }));
  await as(second, (ctx) => decideWorksheet(ctx, { id, sign: true, reason: '' }));
  expect(await open()).toBe(start - 1);
  await post(ledgerAccounts.clientBank, 500, '2027-03-30');
  expect(await open()).toBe(start);
  await db().updateTable('collection_account').set({ active: false }).where('id', '=', account).execute();
  expect(await open()).toBe(start);
});

/** Without a balance to compare, the ledger checks pass, and a month can be requested. */
const forgetBankBalance = () => db().deleteFrom('bank_figure').where('account_id', '=', account).execute();

test('month close: the approver reads every line of the stored checklist, taxes due included', async () => {
  await postJournal(db(), {
    key: 'checklist:vat',
    kind: 'adjustment',
    source: ['test', ++n],
    params: { what: 'a test', code: 'T' },
    day: last,
    valueDay: last,
    pairs: [
      { fund: 'P', dr: { code: ledgerAccounts.platformBank }, cr: { code: ledgerAccounts.platformTaxPayable }, cents: toCents(16_000) },
      { fund: 'C', dr: { code: ledgerAccounts.ownerPayable, company }, cr: { code: ledgerAccounts.withholdingTaxPayable }, cents: toCents(7_500) },
    ],
  });
  await forgetBankBalance();
  const { id } = await ask();
  const { details } = await as(second, (ctx) => readApprovalRequest(services)(ctx, { id }));
  expect(details.map(({ label }) => label)).toEqual(monthChecklistKeys.map((key) => monthChecklistLabels[key]()));
  const value = (label: string) => details.find((one) => one.label === label)?.value;
  expect([value('VAT due'), value('Withholding tax due'), value('Unallocated payments')]).toEqual(['KES 160.00', 'KES 75.00', '0']);
  expect(value('Transfers with an unknown result')).toBe('1 (KES 1,000.00)');
  await decide(id, false);
});

test('month close: items of one line do not make up for more items of another', async () => {
  await forgetBankBalance();
  const { id } = await ask();
  expect((await as(second, (ctx) => readApprovalRequest(services)(ctx, { id }))).sentence).toMatch(
    /Transfers with an unknown result 1 \(.*1,000\.00\)/,
  );
  const gone = await db().selectFrom('settlement_transaction').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  await db().updateTable('settlement_transaction').set({ status: 'failed' }).where('id', '=', gone.id).execute();
  const exception = await addPaymentException(services, company);
  await db()
    .updateTable('payment_doubt')
    .set({ at: new Date('2027-03-20T09:00:00Z') })
    .where('id', '=', exception)
    .execute();
  await expect(decide(id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/More items are open/) });
  await decide(id, false);
});
