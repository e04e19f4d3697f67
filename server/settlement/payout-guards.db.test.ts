import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { isPayoutBalanced } from '#contract/settlement/net.ts';
import { clock } from '#contract/time/clock.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createRailWithoutResults } from '#test/fixtures/payout-phone.ts';
import { addMoney, addPayoutAccount, clientBankFile, ensurePlatformPayoutAccount } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { approvePayout } from './approve.ts';
import { createBankFile, previewBankFiles } from './bank/bank.ts';
import { importBankAnswer } from './bank/bank-answer.ts';
import { downloadBankFile, listBankFiles } from './bank/bank-files.ts';
import { listPayoutErrors, readPayoutError, writeOffPayoutError } from './payout-errors.ts';
import { readPayoutDetails } from './read.ts';
import { retryPayout } from './retry-payout.ts';
import { previewPayoutRun, selectOpenPayouts } from './run.ts';
import { startPayoutRun } from './run-batches.ts';
import { onPayoutAnswer, payoutTransferPurpose } from './transfers.ts';

let services: TestServices;
let maker: TestPerson;
let other: TestPerson;
const bank = { rail: 'bank', bank_code: '01' } as const;

async function payee(sum = 1_000_000, facts: object = {}) {
  const owner = await createPerson(services, 'owner');
  const company = owner.me.companyId ?? 0;
  await addMoney(services, company, sum);
  if ('rail' in facts)
    await postJournal(services.database.db, {
      key: `cash:${company}`,
      kind: 'adjustment',
      source: ['test', company],
      companyId: company,
      params: {},
      pairs: [
        {
          fund: 'C',
          dr: { code: ledgerAccounts.clientBank, ref: (await ensurePlatformPayoutAccount(services, 'bank')).ref },
          cr: { code: ledgerAccounts.mpesaPaybill, ref: (await ensurePlatformPayoutAccount(services, 'mpesa')).ref },
          cents: toCents(sum),
        },
      ],
    });
  return { company, account: await addPayoutAccount(services, company, { is_default: true, ...facts }) };
}
const draft = (company: number) =>
  services.database.db.selectFrom('settlement_payment').selectAll().where('company_id', '=', company).orderBy('id', 'desc').executeTakeFirstOrThrow();
const transfersOf = (id: number) =>
  services.database.db.selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', id).orderBy('id').execute();
async function approved(sum?: number, facts: object = {}) {
  const one = await payee(sum, facts);
  await runAsPerson(services, maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  const row = await draft(one.company);
  await runAsPerson(services, other, (ctx) => approvePayout(ctx, { id: row.id, net_cents: row.net_cents }));
  const [transfer] = await transfersOf(row.id);
  return { ...one, row, transfer: transfer?.id ?? 0, key: transfer?.key ?? '' };
}
const freeze = (company: number, status: 'frozen' | 'open' = 'frozen') =>
  services.database.db.updateTable('wallet').set({ status }).where('company_id', '=', company).execute();
const close = (id: number) =>
  services.database.db.updateTable('payout_account').set({ status: 'closed', is_default: false }).where('id', '=', id).execute();
const answered = (key: string, code: string) =>
  services.database.db
    .transaction()
    .execute((tx) =>
      onPayoutAnswer(asClock(tx, 'a test'), { conversationId: null, originator: key, code, receipt: null, text: 'account closed', cents: null }),
    );
const errorOf = async (company: number) => {
  const all = await listPayoutErrors(createTestCtx(services, other), { page: 1, page_size: 10, sort: '-last_at', z_filter: { company_id: company } });
  return readPayoutError(createTestCtx(services, other), { id: all.results[0]?.id ?? 0 });
};
const again = (id: number, revision: number, payout_account_id: number | null = null) =>
  runAsPerson(services, other, (ctx) => retryPayout(ctx, { id, revision, payout_account_id }));

beforeAll(async () => {
  services = await createTestServices();
  [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
  // The platform bears the sending fee, so the paybill needs cash of other owners.
  await addMoney(services, (await createPerson(services, 'owner')).me.companyId ?? 0);
});

test('frozen wallet: payouts are not sent, included in a bank file or retried until the wallet is unfrozen', async () => {
  const one = await approved();
  await freeze(one.company);
  const phone = createRailWithoutResults();
  await sendTransfer(services.database.db, payoutTransferPurpose, phone.rail, one.transfer);
  expect(phone.paid).toEqual([]);
  expect((await readPayoutDetails(createTestCtx(services, other), { id: one.row.id })).blocked).toMatch(/frozen/);
  await freeze(one.company, 'open');
  await sendTransfer(services.database.db, payoutTransferPurpose, phone.rail, one.transfer);
  expect(phone.paid).toEqual([one.key]);
  await answered(one.key, '2040');
  await freeze(one.company);
  const failed = await errorOf(one.company);
  await expect(again(failed.id, failed.revision)).rejects.toMatchObject({ failure: 'conflict' });
  const banked = await approved(900_000, bank);
  await freeze(banked.company);
  const file = await runAsPerson(services, other, (ctx) => createBankFile(ctx, clientBankFile));
  expect([file.count, file.left]).toMatchObject([0, [{ why: expect.stringContaining('wallet is frozen') }]]);
  expect((await transfersOf(banked.row.id))[0]?.status).toBe('queued');
  await freeze(banked.company, 'open');
});

test('payout to a closed payout account: is not sent, and the payee is credited', async () => {
  const one = await approved(800_000, bank);
  await close(one.account);
  await runAsPerson(services, other, (ctx) => createBankFile(ctx, clientBankFile));
  expect((await transfersOf(one.row.id))[0]?.status).toBe('failed');
  expect(await readAccountBalance(services.database.db, 'C', { code: ledgerAccounts.ownerPayable, company: one.company })).toBe(800_000);
});

test('failed ledger check: blocks the bank file and M-Pesa payouts that were approved before', async () => {
  const [one, banked] = [await approved(), await approved(700_000, bank)];
  const { id } = await services.database.db
    .insertInto('ledger_proof')
    .values({ scope: 'all', ok: false, failed: '[]', checked: 1, ms: 1, upto: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const phone = createRailWithoutResults();
  await sendTransfer(services.database.db, payoutTransferPurpose, phone.rail, one.transfer);
  await expect(runAsPerson(services, other, (ctx) => createBankFile(ctx, clientBankFile))).rejects.toMatchObject({ failure: 'conflict' });
  expect([phone.paid, (await transfersOf(banked.row.id))[0]?.status]).toEqual([[], 'queued']);
  await services.database.db.updateTable('ledger_proof').set({ ok: true }).where('id', '=', id).execute();
});

test('bank account that differs from its statement: stops its own payouts and no others, and the reason names it', async () => {
  const { db } = services.database;
  const [one, banked] = [await approved(), await approved(700_000, bank)];
  const from = (await transfersOf(banked.row.id))[0]?.account_id ?? 0;
  const statement = await db
    .insertInto('statement')
    .values({ account_id: from, name: 'differs.csv', sha256: Buffer.from('differs'), head: ['Date'], status: 'imported' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const figure = { account_id: from, source: 'statement', statement_id: statement.id, day: clock.today() } as const;
  await db
    .insertInto('bank_figure')
    .values({ ...figure, cents: toCents(1), difference_cents: toCents(-700) })
    .execute();
  const blockedOf = async (id: number) => (await readPayoutDetails(createTestCtx(services, other), { id })).blocked;
  expect(await blockedOf(banked.row.id)).toMatch(/payouts from this account are blocked/);
  expect(await blockedOf(one.row.id)).toBeNull();
  await expect(runAsPerson(services, other, (ctx) => createBankFile(ctx, clientBankFile))).rejects.toMatchObject({
    message: expect.stringContaining('payouts from this account are blocked'),
  });
  const phone = createRailWithoutResults();
  await sendTransfer(db, payoutTransferPurpose, phone.rail, one.transfer);
  expect(phone.paid).toEqual([one.key]);
  await db.deleteFrom('bank_figure').where('account_id', '=', from).execute();
  expect(await blockedOf(banked.row.id)).toBeNull();
});

test('payout retry to another account: creates a separate payout that another person approves', async () => {
  const one = await approved();
  const phone = createRailWithoutResults();
  await sendTransfer(services.database.db, payoutTransferPurpose, phone.rail, one.transfer);
  await answered(one.key, '2040');
  const failed = await errorOf(one.company);
  expect(failed.accounts).toEqual([]);
  const elsewhere = await addPayoutAccount(services, one.company);
  const ended = await again(failed.id, failed.revision, elsewhere);
  expect(ended).toMatchObject({ status: 'resolved' });
  const made = await draft(one.company);
  expect([made.status, made.payout_account_id, made.made_by]).toEqual(['draft', elsewhere, other.id]);
  expect(ended.resolution).toContain(made.code);
  await expect(runAsPerson(services, other, (ctx) => approvePayout(ctx, { id: made.id, net_cents: made.net_cents }))).rejects.toMatchObject({
    failure: 'forbidden',
  });
});

test('payout run: skips a payee after a failure caused by the payout account until the account changes, also in the preview', async () => {
  const one = await approved();
  await sendTransfer(services.database.db, payoutTransferPurpose, createRailWithoutResults().rail, one.transfer);
  await answered(one.key, '2040');
  const left = (await previewPayoutRun(createTestCtx(services, maker), { cut_off: clock.today() })).skipped.map(({ why }) => why);
  expect(left.some((why) => why.includes('failed on'))).toBe(true);
  await runAsPerson(services, maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  expect((await draft(one.company)).id).toBe(one.row.id);
  const other1 = await addPayoutAccount(services, one.company);
  await services.database.db.updateTable('payout_account').set({ is_default: false }).where('id', '=', one.account).execute();
  await services.database.db.updateTable('payout_account').set({ is_default: true }).where('id', '=', other1).execute();
  const seen = await previewPayoutRun(createTestCtx(services, maker), { cut_off: clock.today() });
  expect(seen.count).toBeGreaterThan(0);
  expect(seen.net_cents).toBe(seen.ways.reduce((sum, way) => sum + way.net_cents, 0));
  expect(seen.payees.map(({ net_cents, figures }) => [net_cents, isPayoutBalanced(figures)])).toEqual(
    seen.payees.map(({ figures }) => [figures.net, true]),
  );
  expect(seen.payees.reduce((sum, { net_cents }) => sum + net_cents, 0)).toBe(seen.net_cents);
  const made = await runAsPerson(services, maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  expect([made.made, made.net_cents]).toEqual([seen.count, seen.net_cents]);
  // The new payout includes the money: the old error has nothing to send and links to it.
  const row = await draft(one.company);
  await runAsPerson(services, other, (ctx) => approvePayout(ctx, { id: row.id, net_cents: row.net_cents }));
  const failed = await errorOf(one.company);
  expect([failed.now_in?.code, failed.acts]).toEqual([row.code, ['write_off']]);
  const [transfer] = await transfersOf(row.id);
  await sendTransfer(services.database.db, payoutTransferPurpose, createRailWithoutResults().rail, transfer?.id ?? 0);
  await answered(transfer?.key ?? '', '0');
  expect(await selectOpenPayouts(services.database.db, one.company)).toBeDefined();
  await runAsPerson(services, other, (ctx) =>
    writeOffPayoutError(ctx, { id: failed.id, revision: failed.revision, resolution: 'Paid with the next one' }),
  );
  expect(await selectOpenPayouts(services.database.db, one.company)).toBeUndefined();
});

test('payout error: has the status "retrying" until the new attempt ends', async () => {
  const one = await approved();
  await sendTransfer(services.database.db, payoutTransferPurpose, createRailWithoutResults().rail, one.transfer);
  await answered(one.key, '2040');
  const failed = await errorOf(one.company);
  expect((await again(failed.id, failed.revision)).status).toBe('retrying');
  const [, next] = await transfersOf(one.row.id);
  await sendTransfer(services.database.db, payoutTransferPurpose, createRailWithoutResults().rail, next?.id ?? 0);
  await answered(next?.key ?? '', '0');
  expect((await readPayoutError(createTestCtx(services, other), { id: failed.id })).status).toBe('resolved');
});

test('bank file: a second download is identical, and one bank reference confirms the whole batch', async () => {
  const one = await approved(600_000, bank);
  const two = await approved(500_000, bank);
  const [waits] = (await previewBankFiles(createTestCtx(services, other))).files;
  const file = await runAsPerson(services, other, (ctx) => createBankFile(ctx, clientBankFile));
  expect(file.count).toBe(waits?.count);
  const [kept] = (await listBankFiles(createTestCtx(services, other), { page: 1, page_size: 10 })).results;
  expect([kept?.count, kept?.cents]).toEqual([waits?.count, waits?.cents]);
  const same = await runAsPerson(services, other, (ctx) => downloadBankFile(ctx, { id: kept?.id ?? 0 }));
  expect([same.csv, same.name]).toEqual([file.csv, file.name]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from settlement_file where sealed like '%TRF-%'`.execute(services.database.db);
  expect(rows[0]?.n).toBe(0);
  const codes = [one, two].map(async ({ row }) => (await transfersOf(row.id))[0]?.code);
  const lines = (await Promise.all(codes)).map((code) => `${code},paid,,BATCH1`);
  const csv = ['Narration;State;Amount;Bank ref', ...lines.map((line) => line.replaceAll(',', ';'))].join('\n');
  const answer = (dry: boolean) => runAsPerson(services, other, (ctx) => importBankAnswer(ctx, { csv, dry }));
  const states = async () => (await Promise.all([one, two].map(({ row }) => transfersOf(row.id)))).map(([of]) => of?.status);
  // The preview shows the same result and posts nothing.
  const [before, preview] = [await states(), await answer(true)];
  expect(preview.rows.map(({ becomes }) => becomes)).toEqual(['confirmed', 'confirmed']);
  expect(await states()).toEqual(before);
  const read = await answer(false);
  expect([read.confirmed, read.unread]).toEqual([2, []]);
  expect(await states()).toEqual(['confirmed', 'confirmed']);
  // A batch reference is stored on one of its transfers, as in the bank statement.
  const references = (await Promise.all([one, two].map(({ row }) => transfersOf(row.id)))).map(([of]) => of?.external_id);
  expect(references).toEqual(['BATCH1', null]);
  await expect(runAsPerson(services, other, (ctx) => importBankAnswer(ctx, { csv: 'Date,Amount\n1,2\n', dry: true }))).rejects.toMatchObject({
    failure: 'invalid',
  });
});

test('payout approval: rejects an approver with an account created today', async () => {
  const one = await payee();
  await runAsPerson(services, maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  const row = await draft(one.company);
  const young = await createPerson(services, 'superadmin');
  await expect(runAsPerson(services, young, (ctx) => approvePayout(ctx, { id: row.id, net_cents: row.net_cents }))).rejects.toMatchObject({
    failure: 'forbidden',
  });
});
