import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { registerModules } from '#server/modules.ts';
import { confirmTransfer, failTransfer } from '#server/transfer/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addTransfer, approvePayoutFailure } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { listPayoutErrors, markPayoutErrorPaid, readPayoutError } from '../payout-errors.ts';
import { payoutTransferPurpose } from '../transfers.ts';

/** One super admin records a failed transfer as paid, which takes money from a payee's wallet. */
let services: TestServices;
let [first, second]: TestPerson[] = [];
const db = () => services.database.db;
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who as TestPerson, work);

beforeAll(async () => {
  services = await createTestServices();
  registerModules();
  [first, second] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, first, second);
});
const desk = async (company: number) => {
  const given = { page: 1, page_size: 1, sort: '-last_at', z_filter: { company_id: company, status: 'open' } } as const;
  const [error] = (await listPayoutErrors(createTestCtx(services, first as TestPerson), given)).results;
  return readPayoutError(createTestCtx(services, first as TestPerson), { id: error?.id ?? 0 });
};
const markPaid = async (company: number, external_id: string) => {
  const { id, revision } = await desk(company);
  return as(first, (ctx) => markPayoutErrorPaid(ctx, { id, revision, external_id, resolution: 'Statement of today, line 4' }));
};
const wallet = (company: number) => readAccountBalance(db(), 'C', { code: ledgerAccounts.ownerPayable, company });
async function unknown() {
  const company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  return { company, ...(await addTransfer(services, company, second?.id ?? 0, 'unknown')) };
}

test('failed payout that is found on the statement: debits the wallet only after a second person approves it with evidence', async () => {
  const { company, transfer } = await unknown();
  const answer = { external: null, text: 'M-Pesa' } as const;
  await db()
    .transaction()
    .execute(async (tx) => {
      await failTransfer(asClock(tx), payoutTransferPurpose, transfer.id, { ...answer, error: 'bad_account' });
      await confirmTransfer(asClock(tx), payoutTransferPurpose, transfer.id, answer);
    });
  const before = await wallet(company);
  const asked = await markPaid(company, 'FOUND1');
  expect(asked).toMatchObject({ status: 'open', transfer_status: 'failed', request: { own: true }, acts: [] });
  expect(await wallet(company)).toBe(before);
  const request = asked.request?.id ?? 0;
  const approve = (who: TestPerson | undefined) => as(who, (ctx) => decideApprovalRequest(services)(ctx, { id: request, approve: true, reason: '' }));
  await expect(approve(first)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(approve(second)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/evidence/) });
  await approvePayoutFailure(services, second as TestPerson, transfer.id, 'payoutFound');
  expect(await wallet(company)).toBe(before - 100_000);
  expect(await readPayoutError(createTestCtx(services, first as TestPerson), { id: asked.id })).toMatchObject({
    status: 'resolved',
    transfer_status: 'confirmed',
    request: null,
  });
});

test('unknown payout: is recorded as paid only with the uploaded statement', async () => {
  const { company, transfer } = await unknown();
  await expect(markPaid(company, 'PAID1')).rejects.toMatchObject({ failure: 'conflict', message: expect.stringMatching(/Upload the statement/) });
  const statement = { purpose: 'document', visibility: 'private', name: 'statement.pdf' } as const;
  const file = await db().insertInto('media_file').values(statement).returning('id').executeTakeFirstOrThrow();
  await db().updateTable('settlement_transaction').set({ evidence_file_id: file.id }).where('id', '=', transfer.id).execute();
  expect(await markPaid(company, 'PAID1')).toMatchObject({ status: 'resolved', transfer_status: 'confirmed' });
});
