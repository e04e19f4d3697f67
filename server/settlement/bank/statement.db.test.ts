import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents, toDecimalText } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { readAccountReconciliation } from '#server/bank-statement/account-reconciliation.ts';
import { listStatementLines } from '#server/bank-statement/statement-lists.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { postJournal, readAccountBalance, readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { createCollectionAccount } from '#server/treasury/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { addPayoutAccount, approvePayoutFailure, clientBankFile, confirmReturnedPayout } from '#test/fixtures/payouts.ts';
import { statementCsv } from '#test/fixtures/statements.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { importApproved, undoApproved } from '#test/statement-imports.ts';
import { approvePayout } from '../approve.ts';
import { readPayoutError } from '../payout-errors.ts';
import { markPayoutReturned } from '../returned-payout.ts';
import { startPayoutRun } from '../run-batches.ts';
import { createBankFile } from './bank.ts';
import { importBankAnswer } from './bank-answer.ts';

let services: TestServices;
let [maker, other]: TestPerson[] = [];
let n = 0;
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who as TestPerson, work);

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-10T09:00:00Z');
  [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
});
const bank = async () => {
  await db().updateTable('collection_account').set({ active: false }).where('rail', '=', 'bank').execute();
  const made = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'bank',
    name: `Bank ${++n}`,
    number: `011${n}`,
    bank_code: '01',
    fund: 'C',
  });
  if (!made) throw new Error('no account');
  return made;
};
/** Creates owners with rent at this bank, each paid the same amount by one file. */
async function sent(account: number, count: number, sum: number) {
  const companies: number[] = [];
  for (let owner = 0; owner < count; owner++) {
    const company = (await createPerson(services, 'owner')).me.companyId ?? 0;
    await db().insertInto('ledger_book').values({ company_id: company, mode: 'trust' }).execute();
    await addPayoutAccount(services, company, { rail: 'bank', bank_code: '01', is_default: true });
    await postJournal(db(), {
      key: `test:${++n}`,
      kind: 'money_allocated',
      source: ['test', n],
      companyId: company,
      params: {},
      day: '2027-03-01',
      pairs: [
        {
          fund: 'C',
          dr: { code: ledgerAccounts.clientBank, ref: `collection:${account}` },
          cr: { code: ledgerAccounts.ownerPayable, company },
          cents: toCents(sum),
        },
      ],
    });
    companies.push(company);
  }
  await as(maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  for (const draft of await db().selectFrom('settlement_payment').selectAll().where('status', '=', 'draft').orderBy('id').execute())
    await as(other, (ctx) => approvePayout(ctx, { id: draft.id, net_cents: draft.net_cents }));
  await as(other, (ctx) => createBankFile(ctx, clientBankFile));
  return transfers(companies);
}
const transfers = (companies: readonly number[]) =>
  db()
    .selectFrom('settlement_transaction')
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
    .selectAll('settlement_transaction')
    .select('company_id')
    .where('company_id', 'in', [...companies])
    .orderBy('settlement_transaction.id')
    .execute();
type Line = readonly [words: string, reference: string, sum: number];
const take = async (account_id: number, opening: number, lines: readonly Line[]) => {
  let at = opening;
  const rows = lines.map(([words, reference, sum]) => {
    at += sum;
    const [out, into] = sum < 0 ? [toDecimalText(toCents(-sum)), ''] : ['', toDecimalText(toCents(sum))];
    return `2027-03-10,${words},${reference},${out},${into},${toDecimalText(toCents(at))}`;
  });
  const csv = `Date,Narration,Reference,Debit,Credit,Balance\n${rows.join('\n')}\n`;
  const read = await as(maker, (ctx) => statements.uploadStatement(ctx, { account_id, name: `file ${++n}`, csv }));
  return importApproved(services, maker as TestPerson, read.id);
};
const transit = (company: number) => readAccountBalance(db(), 'C', { code: ledgerAccounts.payoutsInTransit, company });

test('bank statement: each of several lines with equal amounts confirms its own transfer, in any order', async () => {
  const account = await bank();
  const both = await sent(account.id, 2, 700_000);
  const [first, second] = both;
  if (!first || !second) throw new Error('no transfers');
  // Characters that both columns of the file contain would match two payees.
  const payouts = await db().selectFrom('settlement_payment').select('code').execute();
  const letters = payouts.map(({ code }) => code.replace('STL-', ''));
  expect(both.filter(({ code }) => letters.includes(code.replace('TRF-', '')))).toEqual([]);
  // The bank has confirmed the first; the statement is the first report about the second.
  const csv = `reference,status,external\n${first.code},paid,BK1\n`;
  await as(other, (ctx) => importBankAnswer(ctx, { csv, dry: false }));
  await take(account.id, 1_400_000, [
    [`EFT ${second.code}`, 'AA1', -700_000],
    [`EFT ${first.code}`, 'ZZ9', -700_000],
  ]);
  expect((await transfers(both.map(({ company_id }) => company_id))).map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
  expect(await Promise.all(both.map(({ company_id }) => transit(company_id)))).toEqual([0, 0]);
  const { rows } = {
    rows: await db()
      .selectFrom('statement_line')
      .innerJoin('journal', 'journal.id', 'statement_line.journal_id')
      .select(['details', 'source_id'])
      .execute(),
  };
  expect(rows.map(({ details, source_id }) => [details.includes(first.code), source_id]).toSorted()).toEqual([
    [false, second.id],
    [true, first.id],
  ]);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('bank statement: confirms both transfers of a batch that have the same bank reference', async () => {
  const account = await bank();
  const both = await sent(account.id, 2, 300_000);
  await take(
    account.id,
    600_000,
    both.map(({ code }) => [`BULK ${code}`, 'BATCH77', -300_000] as const),
  );
  const now = await transfers(both.map(({ company_id }) => company_id));
  expect(now.map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
  expect(now.map(({ external_id }) => external_id).toSorted()).toEqual(['BATCH77', null]);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
});

test('bank statement: confirms payouts, and can be undone only with consent to leave the payouts confirmed', async () => {
  const account = await bank();
  const [one] = await sent(account.id, 1, 400_000);
  if (!one) throw new Error('no transfer');
  const taken = await take(account.id, 400_000, [
    [`EFT ${one.code}`, 'NB1', -400_000],
    ['RENT SOMEBODY', 'NB2', 50_000],
  ]);
  const now = async () => (await transfers([one.company_id])).map(({ status, external_id }) => [status, external_id]);
  expect(await now()).toEqual([['confirmed', 'NB1']]);
  expect(await transit(one.company_id)).toBe(0);
  const undo = (keep: boolean) => undoApproved(services, maker as TestPerson, taken.id, { keep });
  await expect(undo(false)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining(one.code) });
  expect(await undo(true)).toMatchObject({ status: 'undone' });
  expect(await now()).toEqual([['confirmed', 'NB1']]);
  expect(await readAccountBalance(db(), 'C', { code: ledgerAccounts.unallocatedReceipts })).toBe(0);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

/** Creates an owner whose bank transfer the bank answered as given. */
async function answeredAs(said: string, sum: number) {
  const account = await bank();
  const [one] = await sent(account.id, 1, sum);
  if (!one) throw new Error('no transfer');
  await as(other, (ctx) => importBankAnswer(ctx, { csv: `reference,status,external\n${one.code},${said}\n`, dry: false }));
  if (said.startsWith('failed')) await approvePayoutFailure(services, maker as TestPerson, one.id);
  const now = async () => (await transfers([one.company_id]))[0]?.status;
  const theirs = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.ownerPayable, company: one.company_id });
  return { account, one, now, theirs };
}
const paymentsOf = (account: number) => db().selectFrom('payment').select('id').where('account_id', '=', account).execute();

test.each([
  ['with our transfer code', (code: string) => `RETURNED EFT ${code} ACCOUNT CLOSED`],
  ['described as a reversal', (code: string) => `EFT REVERSAL ${code}`],
  ['with the bank reference of the transfer', () => 'UNPAID EFT FT26322AA1 NO SUCH ACCOUNT'],
])('returned payout: an incoming statement line %s credits the payee and creates no payment', async (_, words) => {
  const { account, one, now, theirs } = await answeredAs('paid,FT26322AA1', 450_000);
  await take(account.id, 450_000, [
    [`EFT ${one.code}`, 'FT26322AA1', -450_000],
    [words(one.code), `RT${one.id}`, 450_000],
  ]);
  expect([await now(), await theirs(), await transit(one.company_id)]).toEqual(['reversed', 450_000, 0]);
  expect(await paymentsOf(account.id)).toEqual([]);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  // The next file contains the same lines once more.
  await take(account.id, 450_000, [
    [`EFT ${one.code}`, 'FT26322AA1', -450_000],
    [words(one.code), `RT${one.id}`, 450_000],
    ['RENT SOMEBODY', `RN${one.id}`, 100],
  ]);
  expect([await theirs(), (await paymentsOf(account.id)).length]).toEqual([450_000, 1]);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  await db().updateTable('settlement_transaction').set({ external_id: null }).where('id', '=', one.id).execute();
});

test('returned payout: is matched by the full bank reference, not by a reference with the same beginning', async () => {
  const account = await bank();
  const two = await sent(account.id, 2, 455_000);
  const [returned, kept] = two.toSorted((a, b) => a.id - b.id);
  if (!returned || !kept) throw new Error('no transfers');
  const csv = `reference,status,external\n${returned.code},paid,FT555501\n${kept.code},paid,FT55550\n`;
  await as(other, (ctx) => importBankAnswer(ctx, { csv, dry: false }));
  await take(account.id, 910_000, [
    [`EFT ${returned.code}`, 'FT555501', -455_000],
    [`EFT ${kept.code}`, 'FT55550', -455_000],
    ['UNPAID EFT FT555501 NO SUCH ACCOUNT', 'RT5555', 455_000],
  ]);
  const now = await transfers(two.map(({ company_id }) => company_id));
  expect(now.map(({ id, status }) => [id, status]).toSorted()).toEqual([
    [returned.id, 'reversed'],
    [kept.id, 'confirmed'],
  ]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('failed transfer: the outgoing statement line is matched with the line that returns the money', async () => {
  const { account, one, now, theirs } = await answeredAs('failed,', 460_000);
  await take(account.id, 460_000, [
    [`EFT ${one.code}`, 'FT9911', -460_000],
    [`RETURNED ${one.code}`, 'RT9911', 460_000],
  ]);
  expect([await now(), await theirs()]).toEqual(['failed', 460_000]);
  expect(await paymentsOf(account.id)).toEqual([]);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
});

test('returned payout: the import preview shows the amount as money Makao already holds, not as a new payment', async () => {
  const { account, one } = await answeredAs('paid,FT26399ZZ1', 470_000);
  const csv = statementCsv(0, [
    ['2027-03-10', `RETURNED EFT ${one.code}`, 'RT470', 470_000],
    ['2027-03-10', 'RETURNED BY SOMEBODY ELSE', 'RT471', 470_000],
  ]);
  const read = await as(maker, (ctx) => statements.uploadStatement(ctx, { account_id: account.id, name: `file ${++n}`, csv }));
  expect(read).toMatchObject({ new_cents: 470_000, fates: { new: 1, known: 1 } });
  const { results } = await as(maker, (ctx) => listStatementLines(ctx, { id: read.id, page: 1, page_size: 10 }));
  expect(results.map(({ fate, own }) => [fate, own])).toEqual([
    ['known', true],
    ['new', false],
  ]);
  await importApproved(services, maker as TestPerson, read.id);
  // The other line mentions a return of another sender.
  expect(await paymentsOf(account.id)).toHaveLength(1);
});

test('returned payout: can be recorded from the error of a transfer reported as paid and then as failed', async () => {
  const { one, now, theirs } = await answeredAs('paid,FT26388AB1', 480_000);
  await as(other, (ctx) => importBankAnswer(ctx, { csv: `reference,status,reason\n${one.code},failed,Returned by bank\n`, dry: false }));
  const found = await db().selectFrom('settlement_error').select('id').where('transaction_id', '=', one.id).executeTakeFirstOrThrow();
  const desk = () => as(other, (ctx) => readPayoutError(ctx, found));
  expect(await desk()).toMatchObject({ error: 'duplicate', transfer_status: 'confirmed', acts: ['back', 'evidence', 'write_off'] });
  expect(await theirs()).toBe(0);
  await confirmReturnedPayout(services, [maker as TestPerson, other as TestPerson], one.id);
  expect([await now(), await theirs(), (await desk()).acts.includes('back')]).toEqual(['reversed', 480_000, false]);
});

test('returned payout: the payee is credited only after a second person confirms the return with evidence', async () => {
  const { one, now, theirs } = await answeredAs('paid,FT26388AB3', 490_000);
  const back = (who: TestPerson | undefined) => as(who, (ctx) => markPayoutReturned(ctx, { id: one.id, reason: 'Statement of today, line 4' }));
  expect(await back(maker)).toMatchObject({ status: 'confirmed', back_said: { own: true } });
  await expect(back(maker)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(back(other)).rejects.toMatchObject({ failure: 'conflict' });
  expect([await now(), await theirs()]).toEqual(['confirmed', 0]);
});

test('account reconciliation: a transfer that the bank confirmed on a later day is listed as sent on the days before', async () => {
  const account = await bank();
  const [one] = await sent(account.id, 1, 300_000);
  const sentOn = async (day: string) => (await readAccountReconciliation(db(), account.id, day)).sent.items.map(({ code, kind }) => [code, kind]);
  await setClock(services, '2027-03-12T09:00:00Z');
  expect(await sentOn('2027-03-12')).toEqual([[one?.code, 'sent']]);
  await as(other, (ctx) => importBankAnswer(ctx, { csv: `reference,status,external\n${one?.code},paid,BK7\n`, dry: false }));
  expect([await sentOn('2027-03-09'), await sentOn('2027-03-11'), await sentOn('2027-03-12')]).toEqual([[], [[one?.code, 'sent']], []]);
  await setClock(services, '2027-03-10T09:00:00Z');
});
