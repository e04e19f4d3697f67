import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildMoneyReceivedPostings, buildPayoutApprovedPostings, buildPayoutConfirmedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { startOfDay } from '#contract/time/days.ts';
import * as corrections from '#server/bank-statement/corrections.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/service.ts';
import { journalDetails, postJournal, readAccountBalance, readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { type CollectionAccountRow, createCollectionAccount } from '#server/treasury/accounts.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { importApproved, undoApproved } from '#test/statement-imports.ts';
import { reconcileAccounts } from './bank-reconciliation.ts';
import * as statements from './statements.ts';

let services: TestServices;
let head: TestPerson;
let company = 0;
let n = 0;
const db = () => services.database.db;

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-10T09:00:00Z');
  head = await createPerson(services, 'superadmin');
  company = (await createPerson(services, 'owner')).me.companyId ?? 0;
});
const bank = async (): Promise<CollectionAccountRow> => {
  const made = await createCollectionAccount(db(), {
    company_id: null,
    rail: 'bank',
    name: `Bank ${++n}`,
    number: `0110${10_000 + n}`,
    bank_code: '01',
    fund: 'C',
  });
  if (!made) throw new Error('no account');
  return made;
};
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, head, work);
const take = async (account: CollectionAccountRow, opening: number, lines: readonly StatementLine[]) => {
  const read = await as((ctx) => statements.uploadStatement(ctx, { account_id: account.id, name: `file ${++n}`, csv: statementCsv(opening, lines) }));
  return importApproved(services, head, read.id);
};
/** Notifications of differences to the person who reads them in these tests. */
const differences = async () => (await listSentNotifications(services, 'payment.differs')).filter(({ to }) => to.personId === head.id);
const figure = (account: CollectionAccountRow) =>
  db().selectFrom('bank_figure').selectAll().where('account_id', '=', account.id).orderBy('id', 'desc').executeTakeFirstOrThrow();

test('bank reconciliation: an unexplained cent blocks payouts until the next statement agrees', async () => {
  const account = await bank();
  const lines: StatementLine[] = [
    ['2027-03-01', 'RENT SOMEBODY', 'FT1', 4_500_000],
    ['2027-03-02', 'RENT ANOTHER', 'FT2', 1_200_000],
  ];
  // The bank's balance before these lines is one cent higher than the ledger's.
  const { id } = await take(account, 1, lines);
  expect(await figure(account)).toMatchObject({ cents: 5_700_001, books_cents: 5_700_000, difference_cents: 1, day: '2027-03-02' });
  expect(await readPayoutsBlockedReason(db())).toMatch(/Bank 1, 2 March 2027/);
  expect((await differences()).map((one) => one.params)).toEqual([{ sum: 'KES 0.01', account: account.name, day: '2027-03-02' }]);
  // A repeated comparison sends no second notification.
  await reconcileAccounts(db());
  expect(await differences()).toHaveLength(1);
  expect((await findFailedLedgerChecks(services)).join()).toMatch(/cash_is_statement/);
  await undoApproved(services, head, id);
  await take(account, 0, lines);
  expect(await figure(account)).toMatchObject({ cents: 5_700_000, difference_cents: 0 });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('bank reconciliation: a debit without a journal entry blocks payouts until posted, and a bank charge is posted automatically', async () => {
  const account = await bank();
  const place = { code: ledgerAccounts.clientBank, ref: `collection:${account.id}` } as const;
  await take(account, 0, [
    ['2027-03-01', 'RENT SOMEBODY', 'FT11', 900_000],
    ['2027-03-02', 'LEDGER FEE', 'CHG1', -5_000],
  ]);
  expect(await figure(account)).toMatchObject({ books_cents: 895_000, difference_cents: 0 });
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(5_000);
  await take(account, 895_000, [['2027-03-05', 'TRANSFER TO JANE', 'OUT77', -200_000]]);
  expect(await figure(account)).toMatchObject({ difference_cents: -200_000 });
  expect(await readPayoutsBlockedReason(db())).toMatch(/8,950/);
  // Staff identify the movement and post it three days later.
  const payee = { fund: 'C', code: ledgerAccounts.ownerPayable, company } as const;
  const said = { source: ['test', 1], companyId: company, params: { how: 'bank OUT77', code: 'T' } } as const;
  await postJournal(db(), {
    ...said,
    key: 'test:came',
    kind: 'money_allocated',
    pairs: [
      { fund: 'C', dr: { code: ledgerAccounts.unallocatedReceipts }, cr: { code: ledgerAccounts.ownerPayable, company }, cents: toCents(200_000) },
    ],
  });
  await postJournal(db(), { ...said, key: 'test:approve', kind: 'payout_approved', pairs: buildPayoutApprovedPostings(payee, 200_000) });
  await postJournal(db(), {
    ...said,
    key: 'test:confirm',
    kind: 'payout_confirmed',
    day: '2027-03-08',
    pairs: buildPayoutConfirmedPostings(payee, place, 200_000),
  });
  await reconcileAccounts(db(), account.id);
  expect(await figure(account)).toMatchObject({ difference_cents: 0, parts: [{ what: 'late', cents: -200_000 }] });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
});

test('bank statement: a payment and a charge with the same M-Pesa code are two lines, and a later file repeats neither posting', async () => {
  const paybill = async (): Promise<CollectionAccountRow> => {
    const number = `17${10_000 + ++n}`;
    const made = await createCollectionAccount(db(), { company_id: null, rail: 'mpesa', name: 'Paybill', number, bank_code: null, fund: 'C' });
    if (!made) throw new Error('no account');
    return made;
  };
  const [account, other] = [await paybill(), await paybill()];
  const lines: readonly StatementLine[] = [
    ['2027-03-01', 'Pay Bill Acc. NOBODY', 'TKB9AAAA01', 300_000],
    ['2027-03-01', 'Pay Bill Charge', 'TKB9AAAA01', -3_400],
  ];
  const journals = async (of: CollectionAccountRow) => {
    const rows = await db()
      .selectFrom('statement_line')
      .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
      .select(['cents', 'journal_id'])
      .where('account_id', '=', of.id)
      .orderBy('statement_line.id')
      .execute();
    return rows.map((row) => row.journal_id);
  };
  // It is only read and not imported, so its reference is not known yet.
  await as((ctx) => statements.uploadStatement(ctx, { account_id: other.id, name: `file ${++n}`, csv: statementCsv(0, lines) }));
  /** M-Pesa confirms a receipt of the statement. */
  const confirm = async (external: string, cents: number, day: string) => {
    const movement = { rail: 'mpesa', external, account, cents, paidAt: startOfDay(day), accountText: 'NOBODY', payer: 'JOHN' } as const;
    await as((ctx) => recordReceipt(ctx, { ...movement, phone: emptySealedPhone, verifiedBy: 'query' }));
    await reconcileAccounts(db(), account.id);
  };
  const costs = await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges });
  await take(account, 0, lines);
  expect(await figure(account)).toMatchObject({ books_cents: -3_400, difference_cents: 0, parts: [{ what: 'waiting', cents: 300_000 }] });
  await confirm('TKB9AAAA01', 300_000, '2027-03-01');
  expect(await figure(account)).toMatchObject({ cents: 296_600, books_cents: 296_600, difference_cents: 0, parts: [] });
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(costs + 3_400);
  await take(account, 0, [...lines, ['2027-03-02', 'Pay Bill Acc. NOBODY', 'TKB9AAAA02', 100_000]]);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(costs + 3_400);
  await confirm('TKB9AAAA02', 100_000, '2027-03-02');
  const [came, charge, again, chargeAgain] = await journals(account);
  expect(came).not.toBe(charge);
  expect([again, chargeAgain]).toEqual([came, charge]);
  expect(await journals(other)).toEqual([null, null]);
  expect(await readPayoutsBlockedReason(db())).toBeNull();
});

test('bank reconciliation: a journal entry missing from the statement counts as explained for three days, then as a difference', async () => {
  const account = await bank();
  const till = { code: ledgerAccounts.clientBank, ref: `collection:${account.id}` } as const;
  await take(account, 0, [['2027-03-01', 'RENT SOMEBODY', 'FT21', 100_000]]);
  await postJournal(db(), {
    ...{ key: 'test:unseen', kind: 'money_received', day: '2027-03-02', source: ['test', 2], params: {} },
    pairs: buildMoneyReceivedPostings(till, 70_000),
  });
  await take(account, 100_000, [['2027-03-03', 'RENT ANOTHER', 'FT22', 50_000]]);
  expect(await figure(account)).toMatchObject({ difference_cents: 0, parts: [{ what: 'missing', cents: -70_000 }] });
  await take(account, 150_000, [['2027-03-06', 'RENT ANOTHER', 'FT23', 50_000]]);
  expect(await figure(account)).toMatchObject({ difference_cents: -70_000 });
});

test('bank statement: undoing an import removes its balance and charge, and a file with lines that do not add up is rejected', async () => {
  const account = await bank();
  const cost = await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges });
  const lines: StatementLine[] = [
    ['2027-03-01', 'RENT SOMEBODY', 'FT31', 100_000],
    ['2027-03-02', 'BANK CHARGES', 'CHG2', -700],
  ];
  const { id } = await take(account, 0, lines);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(cost + 700);
  const booked = await db().selectFrom('journal').select('id').where('source', '=', 'statement_line').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect((await as((ctx) => journalDetails(ctx, { id: booked.id }))).source.page).toMatchObject({ of: 'statement', id });
  await undoApproved(services, head, id);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(cost);
  expect(await db().selectFrom('bank_figure').select('id').where('account_id', '=', account.id).execute()).toEqual([]);
  await take(account, 0, lines);
  expect(await figure(account)).toMatchObject({ difference_cents: 0, books_cents: 99_300 });
  const broken = `${statementCsv(99_300, [['2027-03-03', 'RENT', 'FT32', 100]])}2027-03-04,RENT,FT33,,1.00,5000.00\n`;
  const read = await as((ctx) => statements.uploadStatement(ctx, { account_id: account.id, name: 'broken', csv: broken }));
  await expect(as((ctx) => statements.importStatement(ctx, { id: read.id }))).rejects.toMatchObject({ failure: 'conflict' });
});

test('bank reconciliation: banner, notification, list and correction show the same difference', async () => {
  const account = await bank();
  const till = { code: ledgerAccounts.clientBank, ref: `collection:${account.id}` } as const;
  await postJournal(db(), {
    ...{ key: 'test:cent:began', kind: 'money_received', day: '2027-02-01', source: ['test', 3], params: {} },
    pairs: buildMoneyReceivedPostings(till, 40_000_000),
  });
  // It was sent in the morning before the file begins: it is in the bank's balance and not in its lines.
  const payee = { fund: 'C', code: ledgerAccounts.ownerPayable, company } as const;
  const said = { source: ['test', 3], companyId: company, params: {}, day: '2027-03-09' } as const;
  await postJournal(db(), {
    ...{ ...said, key: 'test:cent:came', kind: 'money_allocated' },
    pairs: [
      { fund: 'C', dr: { code: ledgerAccounts.unallocatedReceipts }, cr: { code: ledgerAccounts.ownerPayable, company }, cents: toCents(17_000_000) },
    ],
  });
  await postJournal(db(), { ...said, key: 'test:cent:approve', kind: 'payout_approved', pairs: buildPayoutApprovedPostings(payee, 17_000_000) });
  await postJournal(db(), {
    ...said,
    key: 'test:cent:confirm',
    kind: 'payout_confirmed',
    pairs: buildPayoutConfirmedPostings(payee, till, 17_000_000),
  });
  await db().deleteFrom('bank_figure').execute();
  const before = (await differences()).length;
  await take(account, 22_999_999, [['2027-03-09', 'RENT SOMEBODY', 'FT91', 50_000]]);
  const { results, stopped } = await as((ctx) => corrections.listReconciliations(ctx));
  const row = results.find((one) => one.account.id === account.id)?.said;
  expect(row).toMatchObject({ books_cents: 23_050_000, expected_cents: 23_050_000, bank_cents: 23_049_999, difference_cents: -1, unseen: [] });
  expect(stopped).toContain('KES 230,499.99');
  expect(stopped).toContain('KES 230,500');
  expect(stopped).toContain('-KES 0.01');
  expect((await differences()).slice(before).map((one) => one.params)).toMatchObject([{ sum: 'KES 0.01' }]);
  expect(
    await as((ctx) => corrections.correctReconciliationDifference(ctx, { account_id: account.id, reason: 'Nobody can find the cent' })),
  ).toMatchObject({
    cents: -1,
  });
  // If the bank has not paid it yet, it explains the rest by name. It never hides money that left without a journal.
  const late = await bank();
  const other = { code: ledgerAccounts.clientBank, ref: `collection:${late.id}` } as const;
  await take(late, 0, [['2027-03-08', 'RENT SOMEBODY', 'FT92', 900_000]]);
  const code = await postJournal(db(), {
    ...{ key: 'test:cent:unseen', kind: 'money_received', source: ['test', 4], params: {}, day: '2027-03-09' },
    pairs: buildMoneyReceivedPostings(other, 70_000),
  });
  await take(late, 900_000, [['2027-03-09', 'TRANSFER TO JANE', 'OUT92', -70_000]]);
  const now = (await as((ctx) => corrections.listReconciliations(ctx))).results.find((one) => one.account.id === late.id)?.said;
  expect(now).toMatchObject({ books_cents: 970_000, expected_cents: 900_000, bank_cents: 830_000, difference_cents: -70_000 });
  expect(now?.unseen).toMatchObject([{ id: code, cents: 70_000 }]);
  expect(now?.strange).toMatchObject([{ details: 'TRANSFER TO JANE', cents: -70_000 }]);
});

test('bank reconciliation: the opening balance of a file that begins mid-day includes the earlier movements of the day', async () => {
  const account = await bank();
  const till = { code: ledgerAccounts.clientBank, ref: `collection:${account.id}` } as const;
  const moved = (key: string, sum: number) =>
    postJournal(db(), {
      ...{ key: `test:noon:${key}`, kind: 'adjustment', day: '2027-03-09', source: ['test', 5], companyId: company, params: {} },
      pairs: [
        {
          fund: 'C',
          ...(sum > 0
            ? { dr: till, cr: { code: ledgerAccounts.unallocatedReceipts } }
            : { dr: { code: ledgerAccounts.unallocatedReceipts }, cr: till }),
          cents: toCents(Math.abs(sum)),
        },
      ],
    });
  await moved('began', 40_000_000);
  await moved('morning', -14_000_000);
  const late = await moved('evening', -10_000);
  await take(account, 26_000_000, [['2027-03-09', 'RENT SOMEBODY', 'FT95', 50_000]]);
  const said = (await as((ctx) => corrections.listReconciliations(ctx))).results.find((one) => one.account.id === account.id)?.said;
  expect(said).toMatchObject({ books_cents: 26_040_000, bank_cents: 26_050_000, difference_cents: 0, parts: [{ what: 'missing', cents: 10_000 }] });
  expect(said?.unseen).toMatchObject([{ id: late, cents: -10_000 }]);
});

test('bank reconciliation: of several statements for one day, the latest balance is used, also after one between them was undone and imported again', async () => {
  const account = await bank();
  await take(account, 0, [
    ['2027-03-09', 'RENT A THIRD', 'FT96', 905_000],
    ['2027-03-09', 'BANK CHARGES', 'CHG96', -5_000],
  ]);
  const { id } = await take(account, 900_000, [['2027-03-09', 'RENT SOMEBODY', 'FT97', 2_000]]);
  await take(account, 902_000, [['2027-03-09', 'RENT ANOTHER', 'FT98', 160]]);
  // The undone statement leaves a gap, which the same lines fill again.
  await undoApproved(services, head, id);
  await take(account, 900_000, [['2027-03-09', 'RENT SOMEBODY', 'FT97', 2_000]]);
  const said = (await as((ctx) => corrections.listReconciliations(ctx))).results.find((one) => one.account.id === account.id)?.said;
  expect(said).toMatchObject({ bank_cents: 902_160, books_cents: 902_160, difference_cents: 0 });
});
