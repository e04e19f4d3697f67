import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { decideApprovalRequest, listApprovalRequests } from '#server/approval/requests.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { registerModules } from '#server/modules.ts';
import { confirmTransfer } from '#server/transfer/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addMoney, addPayoutAccount, approvePayoutFailure, clientBankFile, ensurePlatformPayoutAccount } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { approvePayout } from '../approve.ts';
import { createBankFile } from '../bank/bank.ts';
import { importBankAnswer } from '../bank/bank-answer.ts';
import { listPayoutErrors, markPayoutErrorFailed, readPayoutError } from '../payout-errors.ts';
import { startPayoutRun } from '../run-batches.ts';
import { markUnansweredBankTransfersUnknown, payoutTransferPurpose } from '../transfers.ts';

/** One super admin reports a sent transfer as failed; the owner would withdraw the same money again. */
let services: TestServices;
let [maker, typist, second]: TestPerson[] = [];
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who as TestPerson, work);

beforeAll(async () => {
  services = await createTestServices();
  registerModules();
  const superadmin = () => createPerson(services, 'superadmin');
  [maker, typist, second] = [await superadmin(), await superadmin(), await superadmin()];
  await makeAccountsEstablished(services, maker, typist, second);
});
async function cash(company: number, cents: number) {
  await addMoney(services, company, cents);
  const [bank, mpesa] = [await ensurePlatformPayoutAccount(services, 'bank'), await ensurePlatformPayoutAccount(services, 'mpesa')];
  await postJournal(db(), {
    key: `cash:${company}:${clock.ms()}`,
    kind: 'adjustment',
    source: ['test', company],
    companyId: company,
    params: {},
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.clientBank, ref: bank.ref },
        cents: toCents(cents),
        cr: { code: ledgerAccounts.mpesaPaybill, ref: mpesa.ref },
      },
    ],
  });
}
async function draftOf(company: number) {
  await as(maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  return db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).orderBy('id', 'desc').executeTakeFirstOrThrow();
}
const approve = (who: TestPerson | undefined, row: { id: number; net_cents: number }) =>
  as(who, (ctx) => approvePayout(ctx, { id: row.id, net_cents: row.net_cents }));
/** A payout that left by a bank file. */
async function sent(cents = 900_000) {
  const company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  await addPayoutAccount(services, company, { rail: 'bank', bank_code: '01', is_default: true });
  await cash(company, cents);
  const draft = await draftOf(company);
  await approve(second, draft);
  await as(second, (ctx) => createBankFile(ctx, clientBankFile));
  const transfer = await db().selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', draft.id).executeTakeFirstOrThrow();
  return { company, transfer };
}
const wallet = (company: number) => readAccountBalance(db(), 'C', { code: ledgerAccounts.ownerPayable, company });
const statusOf = async (id: number) =>
  (await db().selectFrom('settlement_transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const said = (code: string) => as(typist, (ctx) => importBankAnswer(ctx, { csv: `reference,status,reason\n${code},FAILED,Typed\n`, dry: false }));
const requestOf = async (transferId: number) => {
  const row = { kind: 'payoutFailure', subject: transferId } as const;
  return db()
    .selectFrom('approval_request')
    .selectAll()
    .where('kind', '=', row.kind)
    .where('subject_id', '=', row.subject)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
};
const decide = (who: TestPerson | undefined, id: number) => as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }));

test('failure in a file of bank answers: returns no money before a second person approves it with evidence', async () => {
  const { company, transfer } = await sent();
  expect(await said(transfer.code)).toMatchObject({ confirmed: 0, asked: 1, rows: [{ becomes: 'asked' }] });
  expect([await statusOf(transfer.id), await wallet(company)]).toEqual(['sent', 0]);
  // The same file again asks nothing new.
  expect(await said(transfer.code)).toMatchObject({ asked: 0, known: 1 });
  const request = await requestOf(transfer.id);
  expect((await listApprovalRequests(createTestCtx(services, second as TestPerson), { page: 1, page_size: 10 })).results[0]).toMatchObject({
    id: request.id,
    cents: 900_000,
    needs_evidence: true,
    may_approve: true,
    sentence: expect.stringContaining(transfer.code),
  });
  await expect(decide(typist, request.id)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(decide(second, request.id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/evidence/) });
  await approvePayoutFailure(services, second as TestPerson, transfer.id);
  expect([await statusOf(transfer.id), await wallet(company)]).toEqual(['failed', 900_000]);
});

test('payout after a reported failure: the person who reported it cannot approve it, and may approve the one after it', async () => {
  const { company, transfer } = await sent();
  await said(transfer.code);
  await approvePayoutFailure(services, second as TestPerson, transfer.id);
  // The account did not cause the failure.
  await db().updateTable('settlement_error').set({ error: 'timeout' }).where('transaction_id', '=', transfer.id).execute();
  const next = await draftOf(company);
  await expect(approve(typist, next)).rejects.toMatchObject({
    failure: 'forbidden',
    message: expect.stringMatching(/reported one of its payouts as failed/),
  });
  expect(await approve(second, next)).toMatchObject({ approved: true });
  await cash(company, 500_000);
  expect(await approve(typist, await draftOf(company))).toMatchObject({ approved: true });
});

test('failure marked on a payout error: is a request, and is refused once the transfer is known to be paid', async () => {
  const { company, transfer } = await sent();
  await db()
    .updateTable('settlement_transaction')
    .set({ sent_at: new Date(clock.ms() - 80 * 3_600_000) })
    .where('id', '=', transfer.id)
    .execute();
  await markUnansweredBankTransfersUnknown(db());
  const given = { page: 1, page_size: 1, sort: '-last_at', z_filter: { company_id: company } } as const;
  const [error] = (await listPayoutErrors(createTestCtx(services, typist as TestPerson), given)).results;
  const { id, revision } = await readPayoutError(createTestCtx(services, typist as TestPerson), { id: error?.id ?? 0 });
  const after = await as(typist, (ctx) => markPayoutErrorFailed(ctx, { id, revision, resolution: 'Not on the statement of today' }));
  expect(after).toMatchObject({ transfer_status: 'unknown', request: { own: true }, acts: ['paid'] });
  expect(await wallet(company)).toBe(0);
  await db()
    .transaction()
    .execute((tx) => confirmTransfer(asClock(tx, 'a test'), payoutTransferPurpose, transfer.id, { external: 'FT1', text: 'paid' }));
  await expect(approvePayoutFailure(services, second as TestPerson, transfer.id)).rejects.toMatchObject({ failure: 'conflict' });
  expect([await statusOf(transfer.id), await wallet(company)]).toEqual(['confirmed', 0]);
});
