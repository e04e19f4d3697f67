import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildPayoutApprovedPostings, buildPayoutConfirmedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { registerTransfersInTransit } from '#server/kernel/outstanding-transfers.ts';
import { postJournal, readAccountBalance, readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { listCashMoves } from '#server/treasury/cash-moves.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addPostedClearing, createOwnAccounts } from '#test/fixtures/own-accounts.ts';
import { type StatementLine, statementCsv } from '#test/fixtures/statements.ts';
import { createPerson, makeSuperadminsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { importApproved, undoApproved } from '#test/statement-imports.ts';
import { readAccountReconciliation } from './account-reconciliation.ts';
import { reconcileAccounts } from './bank-reconciliation.ts';
import * as corrections from './corrections.ts';
import { requestMoveUndo } from './move-undo.ts';
import * as statements from './statements.ts';

let services: TestServices;
let [head, other]: TestPerson[] = [];
let company = 0;
let n = 0;
const db = () => services.database.db;
/** The amount of the finding: a payout of KES 1,747,804. */
const payout = 174_780_400;
const opening = 1_000_000;
const place = (account: number) => ({ code: ledgerAccounts.clientBank, ref: `collection:${account}` }) as const;

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-10T09:00:00Z');
  [head, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  await makeSuperadminsEstablished(services);
});
const as = <T>(work: Parameters<typeof runAsPerson<T>>[2], who = head as TestPerson) => runAsPerson(services, who, work);
const take = async (account: number, before: number, lines: readonly StatementLine[]) => {
  const read = await as((ctx) => statements.uploadStatement(ctx, { account_id: account, name: `file ${++n}`, csv: statementCsv(before, lines) }));
  return importApproved(services, head as TestPerson, read.id);
};
/** A statement that was imported and undone later, so the statements around it have a gap. */
const undo = (id: number) => undoApproved(services, head as TestPerson, id, { keep: true });
/** A payout that the bank confirmed; the company had the money. */
async function confirm(account: number, cents: number, valueDay: Day): Promise<string> {
  const key = `test:paid:${++n}`;
  const payee = { fund: 'C', code: ledgerAccounts.ownerPayable, company } as const;
  const about = {
    source: ['test', n],
    companyId: company,
    params: { who: 'Owner Ltd', how: `bank FT-${n}`, code: `SET-${n}`, transfer: `TRF-X${n}` },
    valueDay,
  } as const;
  await postJournal(db(), {
    ...about,
    key: `${key}:came`,
    kind: 'money_allocated',
    pairs: [
      { fund: 'C', dr: { code: ledgerAccounts.unallocatedReceipts }, cr: { code: ledgerAccounts.ownerPayable, company }, cents: toCents(cents) },
    ],
  });
  await postJournal(db(), { ...about, key: `${key}:approve`, kind: 'payout_approved', pairs: buildPayoutApprovedPostings(payee, cents) });
  await postJournal(db(), {
    ...about,
    key: `${key}:confirm`,
    kind: 'payout_confirmed',
    pairs: buildPayoutConfirmedPostings(payee, place(account), cents),
  });
  return `TRF-X${n}`;
}
const figureOf = async (account: number) =>
  (await as((ctx) => corrections.listReconciliations(ctx))).results.find((one) => one.account.id === account)?.said;
const correct = (account: number) =>
  as((ctx) => corrections.correctReconciliationDifference(ctx, { account_id: account, reason: 'The bank has more than the ledger' }));

test('outstanding payout: one confirmed after the statement was read is named, stops nothing, and still is days later', async () => {
  const { bank } = await createOwnAccounts(services);
  await take(bank, opening, [['2027-03-10', 'RENT TENANT ONE', 'FT1001', 300_000_000]]);
  const transfer = await confirm(bank, payout, clock.today());
  await reconcileAccounts(db());
  expect(await figureOf(bank)).toMatchObject({ difference_cents: 0, outstanding: [{ transfer, who: 'Owner Ltd', cents: -payout }], unseen: [] });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  await expect(correct(bank)).rejects.toMatchObject({ failure: 'conflict' });
  // Five days later the bank has still not paid, and a cent is missing: only the cent differs.
  await setClock(services, '2027-03-15T09:00:00Z');
  await take(bank, opening + 300_000_000, [['2027-03-15', 'RENT TENANT ONE', 'FT1002', 5_000]]);
  expect(await figureOf(bank)).toMatchObject({ difference_cents: 0, outstanding: [{ transfer }] });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  // The bank pays: the line has the transfer's code.
  await take(bank, opening + 300_005_000, [['2027-03-15', `PESALINK ${transfer}`, 'FT1003', -payout]]);
  expect(await figureOf(bank)).toMatchObject({ difference_cents: 0, outstanding: [] });
  await setClock(services, '2027-03-10T09:00:00Z');
});

test('outstanding payout: days without a statement hide neither the payout nor a real difference', async () => {
  const { bank } = await createOwnAccounts(services);
  await take(bank, opening, [['2027-03-02', 'RENT TENANT TWO', 'FT1101', 900_000_000]]);
  // Paid by the bank on a day whose statement was imported and undone.
  const paid = await confirm(bank, 200_000_000, '2027-03-08');
  const { id } = await take(bank, opening + 900_000_000, [['2027-03-08', `PESALINK ${paid}`, 'FT1104', -200_000_000]]);
  const transfer = await confirm(bank, payout, '2027-03-09');
  await take(bank, opening + 700_000_000, [['2027-03-10', 'RENT TENANT TWO', 'FT1102', 5_000]]);
  await undo(id);
  expect(await figureOf(bank)).toMatchObject({ difference_cents: 0, outstanding: [{ transfer }] });
  await take(bank, opening + 700_005_000, [['2027-03-10', 'TRANSFER OUT', 'FT1103', -1]]);
  expect((await figureOf(bank))?.difference_cents).not.toBe(0);
  await db().deleteFrom('bank_figure').where('account_id', '=', bank).execute();
});

test('cash correction: refused for the amount of a sent transfer or of several, and the error names them', async () => {
  const { bank } = await createOwnAccounts(services);
  await take(bank, opening, [['2027-03-09', 'RENT TENANT THREE', 'FT1201', 900_000]]);
  registerTransfersInTransit(async (_, { id }) => {
    const sent = { day: clock.today(), who: 'Owner Ltd', status: 'sent' } as const;
    return id === bank ? [40_000, 30_000, 45_000].map((cents) => ({ ...sent, cents, code: `TRF-${cents}` })) : [];
  });
  await take(bank, opening + 900_000, [['2027-03-10', 'TRANSFER OUT', 'FT1202', -75_000]]);
  expect(await figureOf(bank)).toMatchObject({ difference_cents: -75_000 });
  await expect(correct(bank)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('TRF-30000, TRF-45000') });
  // A request of another amount that was made before is refused at its approval.
  await take(bank, opening + 825_000, [['2027-03-10', 'TRANSFER OUT', 'FT1203', -1]]);
  const asked = await correct(bank);
  await take(bank, opening + 824_999, [['2027-03-10', 'RENT TENANT THREE', 'FT1204', 1]]);
  await db().updateTable('cash_move').set({ cents: -75_000 }).where('id', '=', asked.id).execute();
  await db().updateTable('statement_line').set({ fate: 'ignored' }).where('cents', '=', -1).execute();
  await expect(as((ctx) => corrections.approveCashMove(ctx, { id: asked.id }), other)).rejects.toMatchObject({
    message: expect.stringContaining('TRF-30000, TRF-45000'),
  });
  await db().deleteFrom('bank_figure').where('account_id', '=', bank).execute();
});

test('cash correction: two people undo a posted one, the difference is back at once, and a second undo is refused', async () => {
  const { bank } = await createOwnAccounts(services);
  await take(bank, opening, [['2027-03-09', 'RENT TENANT FOUR', 'FT1301', 900_000]]);
  const gap = await take(bank, opening + 900_000, [['2027-03-09', 'RENT TENANT SIX', 'FT1303', 700]]);
  await take(bank, opening + 900_700, [['2027-03-10', 'RENT TENANT FOUR', 'FT1302', 900_000]]);
  await undo(gap.id);
  const cost = await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges });
  const asked = await correct(bank);
  await as((ctx) => corrections.approveCashMove(ctx, { id: asked.id }), other);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(cost - 700);
  const listed = async () => (await as((ctx) => listCashMoves(ctx, { page: 1, page_size: 1 }))).results[0];
  expect(await listed()).toMatchObject({ may_undo: true, undo_request: null });
  const undoMove = () => as((ctx) => requestMoveUndo(ctx, { id: asked.id, reason: 'It was a payment after all' }));
  const request = await undoMove();
  expect(await listed()).toMatchObject({ undo_request: { code: request.code, own: true } });
  await expect(undoMove()).rejects.toMatchObject({ failure: 'conflict' });
  const decide = (who: TestPerson | undefined) =>
    as((ctx) => decideApprovalRequest(services)(ctx, { id: request.id, approve: true, reason: '' }), who);
  await expect(decide(head)).rejects.toMatchObject({ failure: 'forbidden' });
  await decide(other);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.paymentCharges })).toBe(cost);
  expect(await listed()).toMatchObject({ status: 'undone', may_undo: false });
  await reconcileAccounts(db(), bank);
  expect(await figureOf(bank)).toMatchObject({ difference_cents: 700 });
  await expect(undoMove()).rejects.toMatchObject({ failure: 'wrongState' });
  await db().deleteFrom('bank_figure').where('account_id', '=', bank).execute();
});

test('transfer between funds: one that a statement shows cannot be undone, any other can', async () => {
  const id = await addPostedClearing(services);
  const move = await db().selectFrom('cash_move').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await take(move.account_id, opening, [[clock.today(), `TO OWN ACCOUNT ${move.proof}`, move.proof, -1_000]]);
  await expect(as((ctx) => requestMoveUndo(ctx, { id, reason: 'It was recorded twice' }))).rejects.toMatchObject({ failure: 'conflict' });
  const free = await addPostedClearing(services);
  const own = await readAccountBalance(db(), 'P', { code: ledgerAccounts.platformBank });
  const request = await as((ctx) => requestMoveUndo(ctx, { id: free, reason: 'It was recorded twice' }));
  await as((ctx) => decideApprovalRequest(services)(ctx, { id: request.id, approve: true, reason: '' }), other);
  expect(await readAccountBalance(db(), 'P', { code: ledgerAccounts.platformBank })).toBe(own - 1_000);
});

test('account reconciliation: for any day the bank balance is the ledger balance, the named items and the unexplained rest', async () => {
  const { bank } = await createOwnAccounts(services);
  await take(bank, opening, [
    ['2027-03-04', 'RENT TENANT FIVE', 'FT1401', 900_000_000],
    ['2027-03-08', 'UNKNOWN DEBIT', 'FT1402', -40_000],
  ]);
  const transfer = await confirm(bank, payout, '2027-03-05');
  const add = (reconciliation: Awaited<ReturnType<typeof readAccountReconciliation>>) => {
    const { outstanding, in_transit, unidentified, late_cents, contested_cents, in_doubt_cents, difference_cents } = reconciliation;
    const parts = [outstanding.cents, in_transit.cents, unidentified.cents, late_cents, contested_cents, in_doubt_cents, difference_cents ?? 0];
    return parts.reduce((sum, part) => sum + part, reconciliation.ledger_cents);
  };
  for (const [day, balance, outstanding, unidentified] of [
    ['2027-03-04', opening + 900_000_000, [], []],
    ['2027-03-06', opening + 900_000_000, [{ code: transfer, cents: payout, overdue: false }], []],
    ['2027-03-10', opening + 899_960_000, [{ code: transfer, cents: payout, overdue: true }], [{ details: 'UNKNOWN DEBIT', cents: -40_000 }]],
  ] as const) {
    const found = await readAccountReconciliation(db(), bank, day);
    expect(found).toMatchObject({ bank: { cents: balance }, difference_cents: 0 });
    expect(found.outstanding.items).toMatchObject(outstanding);
    expect(found.unidentified.items).toMatchObject(unidentified);
    expect(add(found)).toBe(balance);
  }
  expect(await readAccountReconciliation(db(), bank, addDays('2027-03-04', -1))).toMatchObject({ bank: null, difference_cents: null });
});
