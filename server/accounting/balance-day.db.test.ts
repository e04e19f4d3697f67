import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal } from '#server/ledger/service.ts';
import { lockReconciliation } from '#server/treasury/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addStatementDifference, createOwnAccounts } from '#test/fixtures/own-accounts.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { decideWorksheet, listAccountsToReconcile, makeWorksheetPdfLink, prepareWorksheet, readWorksheet } from './service.ts';
import { buildWorksheetDocument } from './worksheet-pdf.ts';
import { readWorksheetRow } from './worksheets.ts';

let services: TestServices;
let [first, second, third]: TestPerson[] = [];
let n = 0;
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who ?? null, work);
const prepare = (account_id: number, note = '', day: Day = clock.today()) => as(first, (ctx) => prepareWorksheet(ctx, { account_id, day, note }));
const decide = (id: number, who = second, sign = true) => as(who, (ctx) => decideWorksheet(ctx, { id, sign, reason: 'The statement is incomplete' }));
const read = (account_id: number, more: { id?: number } = {}) => as(second, (ctx) => readWorksheet(ctx, { account_id, day: clock.today(), ...more }));
const printed = async (id: number) => JSON.stringify(buildWorksheetDocument(await readWorksheetRow(asClock(db()), id)));
/** Money of the owner on an account of the platform. */
const post = (code: 1000 | 1010, account: number, cents: number) =>
  postJournal(db(), {
    key: `balance-day:${++n}`,
    kind: 'money_received',
    source: ['test', n],
    params: { who: 'JOHN', code: `PAY-${n}` },
    pairs: [
      {
        fund: 'C',
        dr: { code, ref: `collection:${account}` },
        cents: toCents(cents),
        cr: { code: ledgerAccounts.ownerPayable, company: 1 },
      },
    ],
  });

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-02T09:00:00+03:00');
  [first, second, third] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
  ];
  await createPerson(services, 'owner');
  await makeAccountsEstablished(services, first, second, third);
});
beforeEach(() => setClock(services, '2027-03-02T09:00:00+03:00'));

test('worksheet: a balance older than its day needs an explanation, and its day and source are printed', async () => {
  const account = await addStatementDifference(services, 0);
  await setClock(services, '2027-03-31T18:00:00+03:00');
  expect((await read(account)).live.bank).toMatchObject({ day: '2027-03-02', source: 'statement', at: null });
  await expect(prepare(account)).rejects.toMatchObject({
    failure: 'invalid',
    extra: { fields: { note: expect.stringMatching(/of 2 March 2027/) } },
  });
  const { id } = await prepare(account, 'The bank was closed since 2 March');
  const text = await printed(id);
  for (const part of ['2 March 2027', 'Bank statement', 'Older than the day']) expect(text).toContain(part);
});

test('worksheet: a later balance of the same amount is a change of its figures', async () => {
  const account = await addStatementDifference(services, 0);
  await setClock(services, '2027-03-05T18:00:00+03:00');
  const { id } = await prepare(account, 'No statement since 2 March');
  const { id: statement_id } = await db()
    .insertInto('statement')
    .values({ account_id: account, name: 'next.csv', sha256: Buffer.from(`next ${account}`), head: ['Date'], status: 'imported' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db()
    .insertInto('bank_figure')
    .values({ account_id: account, source: 'statement', statement_id, day: '2027-03-05', cents: toCents(1_000_000), difference_cents: toCents(0) })
    .execute();
  expect(await read(account)).toMatchObject({ changed: true });
  await expect(decide(id)).rejects.toMatchObject({ failure: 'conflict' });
});

test('worksheet: entries after an M-Pesa balance of 09:00 are a line of their own and listed, and the time is printed', async () => {
  const { paybill } = await createOwnAccounts(services);
  await db()
    .insertInto('bank_figure')
    .values({ account_id: paybill, source: 'query', day: clock.today(), at: clock.now(), cents: toCents(1_000_000), difference_cents: toCents(0) })
    .execute();
  await setClock(services, '2027-03-02T11:00:00+03:00');
  await post(ledgerAccounts.mpesaPaybill, paybill, 50_000);
  await post(ledgerAccounts.mpesaPaybill, paybill, 2_500);
  const { live } = await read(paybill);
  expect(live).toMatchObject({ ledger_cents: 1_052_500, late_cents: 0, difference_cents: 0 });
  expect(live.after).toMatchObject({ count: 2, cents: -52_500, items: [{ cents: -50_000, who: 'JOHN', kind: 'money_received' }, { cents: -2_500 }] });
  const { id } = await prepare(paybill);
  const text = await printed(id);
  for (const part of ['2 March 2027, 09:00', 'Answer of M-Pesa', 'Entries after the balance of M-Pesa', `PAY-${n}`]) expect(text).toContain(part);
  expect(text).not.toContain('later value date');
  expect((await decide(id)).status).toBe('signed');
});

test('worksheet: of two signatures at the same time, one succeeds', async () => {
  const { id } = await prepare(await addStatementDifference(services, 0));
  const both = await Promise.allSettled([decide(id, second), decide(id, third)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('worksheet: it is neither prepared nor signed while a statement of the account is imported', async () => {
  const account = await addStatementDifference(services, 0);
  const { id } = await prepare(account);
  await db()
    .insertInto('statement')
    .values({
      account_id: account,
      name: 'part.csv',
      sha256: Buffer.from(`part ${account}`),
      head: ['Date'],
      status: 'importing',
      taken_at: clock.now(),
    })
    .execute();
  const importing = { failure: 'conflict', message: expect.stringMatching(/being imported/) };
  await expect(decide(id)).rejects.toMatchObject(importing);
  expect((await decide(id, first, false)).status).toBe('withdrawn');
  await expect(prepare(account)).rejects.toMatchObject(importing);
});

test('worksheet: a signature is completed after the reconciliation of the account in progress', async () => {
  const account = await addStatementDifference(services, 0);
  const { id } = await prepare(account);
  const order: string[] = [];
  const locked = Promise.withResolvers<void>();
  const reconciling = db()
    .transaction()
    .execute(async (tx) => {
      await lockReconciliation(tx, account);
      locked.resolve();
      await new Promise((resolve) => setTimeout(resolve, 400));
      order.push('reconciled');
    });
  await locked.promise;
  await decide(id).then(() => order.push('signed'));
  await reconciling;
  expect(order).toEqual(['reconciled', 'signed']);
});

test('worksheet: a returned and a replaced worksheet are read by their id and printed', async () => {
  const account = await addStatementDifference(services, 0);
  const returned = await prepare(account);
  await decide(returned.id, second, false);
  const old = await prepare(account);
  await decide(old.id);
  await post(ledgerAccounts.clientBank, account, 10_000);
  const current = await prepare(account, 'The receipt is on the next statement');
  await decide(current.id);
  expect((await read(account)).sheet?.id).toBe(current.id);
  expect(await read(account, { id: old.id })).toMatchObject({
    changed: true,
    sheet: { id: old.id, status: 'replaced', figures: { ledger_cents: 1_000_000 } },
  });
  expect(await read(account, { id: returned.id })).toMatchObject({ sheet: { id: returned.id, status: 'returned' } });
  expect((await as(second, (ctx) => makeWorksheetPdfLink(services)(ctx, { id: old.id }))).address).toContain(`/worksheet/${old.id}/`);
  await expect(read(await addStatementDifference(services), { id: old.id })).rejects.toMatchObject({ failure: 'notFound' });
});

test('worksheet: a closed account with money is still reconciled, and its worksheets stay readable without money', async () => {
  const account = await addStatementDifference(services, 0);
  const { id } = await prepare(account);
  await decide(id);
  await db().updateTable('collection_account').set({ active: false }).where('id', '=', account).execute();
  const listed = async () => (await as(first, (ctx) => listAccountsToReconcile(ctx))).results.some((one) => one.id === account);
  expect(await listed()).toBe(true);
  await postJournal(db(), {
    key: `balance-day:out:${account}`,
    kind: 'adjustment',
    source: ['test', ++n],
    params: { what: 'closed', code: 'T' },
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.ownerPayable, company: 1 },
        cents: toCents(1_000_000),
        cr: { code: ledgerAccounts.clientBank, ref: `collection:${account}` },
      },
    ],
  });
  expect(await listed()).toBe(false);
  expect((await read(account, { id })).sheet).toMatchObject({ id, status: 'signed' });
});
