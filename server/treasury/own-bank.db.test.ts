import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildPayoutApprovedPostings, buildPayoutConfirmedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { listReconcilableAccounts, readAccountReconciliation } from '#server/bank-statement/account-reconciliation.ts';
import { listAccountsWithoutBankBalance } from '#server/bank-statement/bank-reconciliation.ts';
import * as corrections from '#server/bank-statement/corrections.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { runLedgerChecks } from '#server/ledger/ledger-checks.ts';
import {
  postJournal,
  readAccountBalance,
  readAccountPayoutsBlockedReason,
  readAllPayoutsBlockedReason,
  readPayoutsBlockedReason,
} from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOwnAccounts } from '#test/fixtures/own-accounts.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { createPerson, makeSuperadminsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { importApproved } from '#test/statement-imports.ts';
import { readPayingAccountRow } from './cash-accounts.ts';
import { recordInterFundClearing } from './cash-moves.ts';
import { decideCollectionAccount, saveCollectionAccount } from './settings.ts';
import { requestTaxRemittance } from './taxes.ts';

let services: TestServices;
let [head, other, owner]: TestPerson[] = [];
/** The clients' bank account, and those of deposits and of the platform. */
const at = { clients: 0, deposits: 0, own: 0 };
let n = 0;
const db = () => services.database.db;
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2], who = head) => runAsPerson(services, who ?? null, work);
const save = (fund: 'C' | 'D' | 'P', more: object = {}, who = head) =>
  as(
    (ctx) =>
      saveCollectionAccount(ctx, { rail: 'bank', name: `Bank of ${fund}`, number: `0220${++n}`, bank_code: '01', active: true, fund, ...more }),
    who,
  );
const open = async (fund: 'D' | 'P'): Promise<number> => {
  const { id, asked } = await save(fund);
  await as((ctx) => decideCollectionAccount(ctx, { id, at: asked?.at ?? '', agree: true }), other);
  return id;
};
const take = async (account: number, before: number, lines: readonly StatementLine[]) => {
  const read = await as((ctx) => statements.uploadStatement(ctx, { account_id: account, name: `file ${++n}`, csv: statementCsv(before, lines) }));
  return importApproved(services, head as TestPerson, read.id);
};
const saidOf = async (account: number) =>
  (await as((ctx) => corrections.listReconciliations(ctx))).results.find((one) => one.account.id === account)?.said;
const stopOf = (account: number) => readAccountPayoutsBlockedReason(db(), async () => account);
const onBank = (fund: 'D' | 'P') => readAccountBalance(db(), fund, { code: fund === 'D' ? ledgerAccounts.depositBank : ledgerAccounts.platformBank });
const clear = (to_fund: 'D' | 'P', cents: number, proof: string) =>
  as((ctx) => recordInterFundClearing(ctx, { account_id: at.clients, to_fund, cents: toCents(cents), proof }));
/** A deposit that a tenant paid into the clients' bank account. */
const takeDeposit = (cents: number) =>
  postJournal(db(), {
    key: `test:deposit:${++n}`,
    kind: 'adjustment',
    source: ['test', n],
    params: {},
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.clientBank, ref: `collection:${at.clients}` },
        cr: { code: ledgerAccounts.interfund },
        cents: toCents(cents),
      },
      {
        fund: 'D',
        dr: { code: ledgerAccounts.interfund },
        cr: { code: ledgerAccounts.depositsHeld, company: owner?.me.companyId ?? 0 },
        cents: toCents(cents),
      },
    ],
  });

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-08T09:00:00Z');
  [head, other, owner] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'owner'),
  ];
  await makeSuperadminsEstablished(services);
  at.clients = (await createOwnAccounts(services)).bank;
  await takeDeposit(90_000);
  // The ledger had its account 1020 before the bank account was added.
  await clear('D', 40_000, 'FTD1');
});

test('own bank account: two people add one of deposits and one of the platform, and a company cannot', async () => {
  await expect(save('D', { rail: 'cash', bank_code: null })).rejects.toMatchObject({ failure: 'invalid' });
  await expect(save('D', {}, owner)).rejects.toMatchObject({ failure: 'invalid' });
  const asked = await save('D');
  await expect(as((ctx) => decideCollectionAccount(ctx, { id: asked.id, at: asked.asked?.at ?? '', agree: true }))).rejects.toMatchObject({
    failure: 'forbidden',
  });
  await expect(save('D')).rejects.toMatchObject({ failure: 'conflict' });
  await as((ctx) => decideCollectionAccount(ctx, { id: asked.id, at: asked.asked?.at ?? '', agree: true }), other);
  [at.deposits, at.own] = [asked.id, await open('P')];
  await expect(save('C', { id: at.deposits })).rejects.toMatchObject({ failure: 'invalid' });
  expect((await listReconcilableAccounts(db())).map(({ id }) => id)).toEqual(expect.arrayContaining([at.clients, at.deposits, at.own]));
  expect(await listAccountsWithoutBankBalance(db())).toEqual(expect.arrayContaining(['Bank of D', 'Bank of P']));
  // Payouts of clients' money leave from the clients' account only.
  expect((await readPayingAccountRow(db(), 'bank'))?.id).toBe(at.clients);
});

test('deposit account: a transfer from the clients’ account is found on both statements, and neither differs', async () => {
  await setClock(services, '2027-03-10T09:00:00Z');
  await take(at.clients, 1_000_000 + 90_000 - 40_000, [['2027-03-10', 'INTEREST', 'IN1', 100]]);
  // Money that the ledger had on 1020 before is in the opening balance.
  await take(at.deposits, 40_000, [['2027-03-10', 'LEDGER FEE', 'CHG1', -200]]);
  expect(await saidOf(at.deposits)).toMatchObject({ difference_cents: 0, books_cents: 39_800 });
  await setClock(services, '2027-03-11T09:00:00Z');
  await clear('D', 50_000, 'FTD2');
  await take(at.clients, 1_050_100, [['2027-03-11', 'TO DEPOSIT ACCOUNT', 'FTD2', -50_000]]);
  await take(at.deposits, 39_800, [['2027-03-11', 'FROM CLIENT ACCOUNT', 'FTD2', 50_000]]);
  for (const account of [at.clients, at.deposits]) expect(await saidOf(account)).toMatchObject({ difference_cents: 0, outstanding: [], unseen: [] });
  const found = await readAccountReconciliation(db(), at.deposits, clock.today());
  expect(found).toMatchObject({ account: { fund: 'D', codes: [1020] }, ledger_cents: 89_800, bank: { cents: 89_800 }, difference_cents: 0 });
  expect(found.in_transit.items).toEqual([]);
  expect(await onBank('D')).toBe(89_800);
  // No invoice is paid to this account, so no line became a payment.
  expect(await db().selectFrom('receipt').select('id').where('account_id', '=', at.deposits).execute()).toEqual([]);
});

test('deposit account: a difference stops nothing but its own payouts, and two people correct it', async () => {
  await setClock(services, '2027-03-12T09:00:00Z');
  await take(at.deposits, 89_800, [['2027-03-12', 'UNKNOWN CREDIT', 'FTX1', 700]]);
  expect(await saidOf(at.deposits)).toMatchObject({ difference_cents: 700, strange: [{ details: 'UNKNOWN CREDIT', cents: 700 }] });
  expect(await readAllPayoutsBlockedReason(db())).toBeNull();
  expect([await stopOf(at.clients), await stopOf(at.own)]).toEqual([null, null]);
  expect(await stopOf(at.deposits)).toMatch(/Bank of D/);
  expect((await findFailedLedgerChecks(services)).join()).toMatch(/cash_is_statement/);
  const asked = await as((ctx) =>
    corrections.correctReconciliationDifference(ctx, { account_id: at.deposits, reason: 'The bank paid interest on the deposits' }),
  );
  const cost = await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges });
  await as((ctx) => corrections.approveCashMove(ctx, { id: asked.id }), other);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(cost - 700);
  expect(await saidOf(at.deposits)).toMatchObject({ difference_cents: 0 });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});

test('platform account: fees received, a charge, a payout and a tax payment are on its statement, and its difference stops its payouts', async () => {
  await setClock(services, '2027-03-13T09:00:00Z');
  await take(at.own, 0, [
    ['2027-03-13', 'ACCOUNT OPENED', 'OPEN1', 0],
    ['2027-03-13', 'LEDGER FEE', 'CHG2', -100],
  ]);
  await clear('P', 30_000, 'FTP1');
  await postJournal(db(), {
    key: 'test:vat',
    kind: 'commission',
    source: ['test', ++n],
    params: {},
    pairs: [{ fund: 'P', dr: { code: ledgerAccounts.commissionRevenue }, cr: { code: ledgerAccounts.platformTaxPayable }, cents: toCents(9_000) }],
  });
  const { id } = await as((ctx) =>
    requestTaxRemittance(services)(ctx, {
      file: { data: Buffer.from('%PDF-1.7 receipt of KRA'), type: 'pdf', name: 'receipt.pdf' },
      tax: 'vat',
      cents: toCents(9_000),
      account_id: null,
      paid_on: clock.today(),
      reference: 'PRN-77',
      reason: 'VAT of the month',
    }),
  );
  await as((ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }), other);
  // A commission that the platform pays to a dealer.
  const payee = { fund: 'P', code: ledgerAccounts.dealerPayable, company: owner?.me.companyId ?? 0 } as const;
  const said = { source: ['test', ++n], params: { who: 'Dealer', how: 'bank FT9', code: 'SET-9', transfer: 'TRF-P9' } } as const;
  await postJournal(db(), {
    ...said,
    key: 'test:earned',
    kind: 'commission',
    pairs: [
      { fund: 'P', dr: { code: ledgerAccounts.dealerCommissionExpense }, cr: { code: payee.code, company: payee.company }, cents: toCents(5_000) },
    ],
  });
  await postJournal(db(), { ...said, key: 'test:approve', kind: 'payout_approved', pairs: buildPayoutApprovedPostings(payee, 5_000) });
  await postJournal(db(), {
    ...said,
    key: 'test:paid',
    kind: 'payout_confirmed',
    pairs: buildPayoutConfirmedPostings(payee, { code: ledgerAccounts.platformBank }, 5_000),
  });
  await setClock(services, '2027-03-14T09:00:00Z');
  await take(at.own, -100, [['2027-03-14', 'FROM CLIENT ACCOUNT', 'FTP1', 30_000]]);
  // The tax payment and the payout are named until the statement shows them.
  const { outstanding } = await readAccountReconciliation(db(), at.own, clock.today());
  expect(outstanding.items.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['tax_remitted', 9_000],
    ['payout_confirmed', 5_000],
  ]);
  await take(at.own, 29_900, [
    ['2027-03-14', 'KRA PRN-77', 'PRN-77', -9_000],
    ['2027-03-14', 'PESALINK TRF-P9', 'FT9', -5_000],
  ]);
  expect(await saidOf(at.own)).toMatchObject({ difference_cents: 0, outstanding: [], unseen: [] });
  expect([await onBank('P'), await readAccountBalance(db(), 'C', { code: ledgerAccounts.platformBank })]).toEqual([15_900, 0]);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
  await take(at.own, 15_900, [['2027-03-14', 'TRANSFER OUT', 'FTX2', -800]]);
  expect([await stopOf(at.own), await stopOf(at.clients)]).toEqual([expect.stringMatching(/Bank of P/), null]);
});

test('own bank accounts: a balance below zero fails the ledger check and names the account, whose payouts alone stop', async () => {
  const take = (fund: 'D' | 'P', cents: number) =>
    postJournal(db(), {
      key: `test:below:${++n}`,
      kind: 'adjustment',
      source: ['test', n],
      params: {},
      pairs: [
        {
          fund,
          cents: toCents(cents),
          ...(fund === 'D'
            ? { dr: { code: ledgerAccounts.interfund }, cr: { code: ledgerAccounts.depositBank } }
            : { dr: { code: ledgerAccounts.platformExpenses }, cr: { code: ledgerAccounts.platformBank } }),
        },
      ],
    });
  const below = async () => (await findFailedLedgerChecks(services)).filter((one) => one.startsWith('nothing_below_zero'));
  expect(await below()).toEqual([]);
  await take('P', (await onBank('P')) + 700);
  expect(await below()).toEqual(['nothing_below_zero: Bank of P 0 is not -700']);
  await take('D', (await onBank('D')) + 300);
  const { failed } = await runLedgerChecks(db(), 'all');
  expect(failed.find(({ proof }) => proof === 'nothing_below_zero')).toMatchObject({
    rows: 2,
    accounts: expect.arrayContaining([at.deposits, at.own]),
  });
});
