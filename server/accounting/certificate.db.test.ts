import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { postJournal } from '#server/ledger/service.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addStatementDifference } from '#test/fixtures/own-accounts.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { buildCertificateDocument } from './certificate-pdf.ts';
import { requestMonth } from './months.ts';
import { listCertificates, makeCertificate, readClientMoney } from './service.ts';

let services: TestServices;
let [first, second]: TestPerson[] = [];
let company = 0;
let account = 0;
let n = 0;
const day = '2027-03-31';
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who ?? null, work);
const money = () => as(first, (ctx) => readClientMoney(ctx, { day }));
/** Each at another moment, because the PDF of the same moment is the same file. */
const make = async () => {
  await setClock(services, new Date(clock.ms() + 60_000).toISOString());
  return as(first, (ctx) => makeCertificate(services)(ctx, { day }));
};
const find = (sha256: string) => as(second, (ctx) => listCertificates(ctx, { page: 1, page_size: 10, z_filter: { sha256 } }));
const owner = () => ({ code: ledgerAccounts.ownerPayable, company });
const bankOf = (at: number) => ({ code: ledgerAccounts.clientBank, ref: `collection:${at}` });
const post = (cents: number, valueDay: Day, at = account) =>
  postJournal(db(), {
    key: `certificate:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    params: { what: 'a test', code: 'T' },
    valueDay,
    pairs: [
      {
        fund: 'C',
        cents: toCents(Math.abs(cents)),
        ...(cents < 0 ? { dr: owner(), cr: bankOf(at) } : { dr: bankOf(at), cr: owner() }),
      },
    ],
  });
/** Another bank balance of the day. */
const setBalance = (cents: number) =>
  db()
    .updateTable('bank_figure')
    .set({ cents: toCents(cents), difference_cents: toCents(cents - 1_000_000) })
    .where('account_id', '=', account)
    .execute();

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, `${day}T12:00:00+03:00`);
  [first, second] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  await makeAccountsEstablished(services, first, second);
  account = await addStatementDifference(services);
  // The paybill of the fixture has money and no balance of M-Pesa.
  const { id } = await db().selectFrom('collection_account').select('id').where('rail', '=', 'mpesa').executeTakeFirstOrThrow();
  await db()
    .insertInto('bank_figure')
    .values({ account_id: id, source: 'query', day, at: clock.now(), cents: toCents(1_000_000), difference_cents: toCents(0) })
    .execute();
});

test('client-money certificate: it agrees only if the bank confirms the ledger, and prints both balances of each account', async () => {
  const differs = await make();
  expect(differs).toMatchObject({ difference_cents: 0, result: 'differs' });
  const figures = await money();
  expect(figures.accounts.find(({ id }) => id === account)).toMatchObject({
    bank_cents: 999_300,
    bank_day: day,
    source: 'statement',
    ledger_cents: 1_000_000,
    difference_cents: -700,
    worksheet: null,
  });
  const text = JSON.stringify(buildCertificateDocument(figures, clock.now()));
  for (const part of ['Differs', '31 March 2027, Bank statement', '9,993.00', '10,000.00', 'posting day']) expect(text).toContain(part);
  await setBalance(1_000_000);
  expect(await make()).toMatchObject({ result: 'agrees' });
  expect(JSON.stringify(buildCertificateDocument(await money(), clock.now()))).toContain('Agrees');
});

test('client-money certificate: an account with money and without a bank balance does not agree', async () => {
  await db().updateTable('bank_figure').set({ day: '2027-04-01' }).where('account_id', '=', account).execute();
  expect(await make()).toMatchObject({ result: 'no_balance' });
  await db().updateTable('bank_figure').set({ day }).where('account_id', '=', account).execute();
});

test('client-money certificate: an older bank balance does not agree if money moved since', async () => {
  await db().updateTable('bank_figure').set({ day: '2027-03-20' }).where('account_id', '=', account).execute();
  expect(await make()).toMatchObject({ result: 'no_balance' });
  expect((await money()).accounts.find(({ id }) => id === account)).toMatchObject({ difference_cents: 0, moved_since: true });
  expect(JSON.stringify(buildCertificateDocument(await money(), clock.now()))).toContain('Older bank balance');
  await db().updateTable('bank_figure').set({ day }).where('account_id', '=', account).execute();
  expect(await make()).toMatchObject({ result: 'agrees' });
});

test('client-money certificate: an account without a bank balance is not reconciled even if the ledger has no money on it, unless it was never used', async () => {
  const { id = 0 } =
    (await createCollectionAccount(db(), { company_id: null, rail: 'bank', name: 'Spare bank', number: '0177', bank_code: '01', fund: 'C' })) ?? {};
  const spare = async () => (await money()).accounts.find((one) => one.id === id);
  const text = async () => JSON.stringify(buildCertificateDocument(await money(), clock.now()));
  expect(await spare()).toMatchObject({ bank_cents: null, ledger_cents: 0, in_use: false });
  expect(await make()).toMatchObject({ result: 'agrees' });
  expect(await text()).toContain('Not in use');
  await post(50_000, day, id);
  await post(-50_000, day, id);
  expect(await spare()).toMatchObject({ bank_cents: null, ledger_cents: 0, in_use: true });
  expect(await make()).toMatchObject({ result: 'no_balance' });
  for (const part of ['Bank balance missing', 'No bank balance']) expect(await text()).toContain(part);
  await db().updateTable('collection_account').set({ active: false }).where('id', '=', id).execute();
});

test('client-money certificate: the SHA-256 that it prints verifies it too', async () => {
  const made = await make();
  expect(JSON.stringify(buildCertificateDocument(await money(), clock.now()))).toContain(made.figures_sha256);
  expect((await find(made.figures_sha256 ?? '')).results.map(({ code }) => code)).toContain(made.code);
  expect((await find('0'.repeat(64))).count).toBe(0);
});

test('client-money certificate: a later posting leaves the funds of a past day and its certificates unchanged, and shows in the account', async () => {
  const [made, before] = [await make(), await money()];
  await setClock(services, '2027-04-05T09:00:00+03:00');
  await post(40_000, '2027-03-30');
  const after = await money();
  expect(after.funds).toEqual(before.funds);
  expect(after.accounts.find(({ id }) => id === account)).toMatchObject({ ledger_cents: 1_040_000 });
  expect((await find(made.sha256)).results).toMatchObject([{ held_cents: made.held_cents, result: 'agrees' }]);
});

test('client-money certificate: the funds of a day in a closed month are those before it was closed', async () => {
  await setBalance(1_040_000);
  const before = await money();
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  const { id } = await as(first, (ctx) => requestMonth(services)(ctx, { month: '2027-03', reopen: false, reason: 'All statements are in' }));
  await as(second, (ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }));
  expect(await money()).toEqual(before);
  await post(60_000, '2027-03-29');
  expect((await money()).funds).toEqual(before.funds);
});
