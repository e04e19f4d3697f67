import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulatorCredentials } from '#contract/daraja/simulator-credentials.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { listLedgerCheckRuns } from '#server/ledger/ledger-admin.ts';
import { readPayoutsBlockedReason } from '#server/ledger/service.ts';
import { approvePayout } from '#server/settlement/approve.ts';
import { startPayoutRun } from '#server/settlement/run-batches.ts';
import { payoutTransferPurpose } from '#server/settlement/transfers.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { type CollectionAccountRow, createCollectionAccount, findOrCreatePlatformPaybill } from '#server/treasury/accounts.ts';
import { queryPaybill } from '#server/treasury/cash-moves.ts';
import { makePlatformRail } from '#server/treasury/service.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { type PaymentCallback, processPaymentCallbacks, startPaymentCallbackServer } from '#test/fixtures/payments.ts';
import { addMoney, addPayoutAccount } from '#test/fixtures/payouts.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson } from '#test/people.ts';
import { requestAccountBalance, requestAccountBalances } from './balance.ts';
import { listAccountsWithoutBankBalance } from './bank-reconciliation.ts';

let services: TestServices;
let sim: Simulator;
let box: Awaited<ReturnType<typeof startPaymentCallbackServer>>;
let paybill: CollectionAccountRow;
const db = () => services.database.db;

beforeAll(async () => {
  box = await startPaymentCallbackServer();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  services = await createTestServices('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(services, '2027-03-03T09:00:00Z');
  const made = await findOrCreatePlatformPaybill(services, db());
  if (!made) throw new Error('no paybill');
  paybill = made;
});
afterAll(async () => {
  await setClock(services, null);
  await sim.close();
  box.server.close();
});
const arrived = async (): Promise<PaymentCallback[]> => {
  await sim.idle();
  return box.posts.splice(0);
};
const figure = () => db().selectFrom('bank_figure').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
/** Requests the balance and returns what M-Pesa sent. */
async function asked(): Promise<PaymentCallback[]> {
  expect(await requestAccountBalance(services, paybill)).toBe(true);
  const posts = await arrived();
  await processPaymentCallbacks(services, posts);
  return posts;
}

/** 5,000 is received, and everything payable goes to the owner's phone. */
async function paidOut() {
  const [maker, other] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin')];
  await makeAccountsEstablished(services, maker, other);
  const company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  await addMoney(services, company, 500_000);
  await addMoney(services, (await createPerson(services, 'owner')).me.companyId ?? 0, 500_000);
  sim.setUtility(simulatorCredentials.shortcode, toCents(1_000_000));
  await addPayoutAccount(services, company, { is_default: true });
  await runAsPerson(services, maker, (ctx) => startPayoutRun(ctx, { cut_off: clock.today() }));
  const draft = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  await runAsPerson(services, other, (ctx) => approvePayout(ctx, { id: draft.id, net_cents: draft.net_cents }));
  const transfer = await db().selectFrom('settlement_transaction').select('id').where('settlement_id', '=', draft.id).executeTakeFirstOrThrow();
  await sendTransfer(db(), payoutTransferPurpose, makePlatformRail(services), transfer.id);
  await processPaymentCallbacks(services, await arrived());
  return db().selectFrom('settlement_transaction').selectAll().where('id', '=', transfer.id).executeTakeFirstOrThrow();
}

test('M-Pesa balance: transaction charges reduce the balance as in the ledger, and payouts continue', async () => {
  const sent = await paidOut();
  expect(sent).toMatchObject({ status: 'confirmed', fee_cents: 900 });
  const posts = await asked();
  const left = 1_000_000 - sent.cents - 900;
  expect(await figure()).toMatchObject({ source: 'query', cents: left, books_cents: left, difference_cents: 0 });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  // A repeated answer has no effect.
  sim.setUtility(simulatorCredentials.shortcode, toCents(7));
  await processPaymentCallbacks(services, posts);
  expect(await figure()).toMatchObject({ cents: left });
  sim.setUtility(simulatorCredentials.shortcode, toCents(1_000_000 - sent.cents));
});

test('M-Pesa balance: an unexplained difference of one shilling blocks payouts until the next balance agrees', async () => {
  const now = await figure();
  const there = (now.cents ?? 0) + 900;
  sim.setUtility(simulatorCredentials.shortcode, toCents(there + 100));
  await asked();
  expect(await figure()).toMatchObject({ difference_cents: 100 });
  expect(await readPayoutsBlockedReason(db())).toMatch(/M-Pesa 174379/);
  sim.setUtility(simulatorCredentials.shortcode, toCents(there));
  await asked();
  expect(await figure()).toMatchObject({ difference_cents: 0 });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
});

test('M-Pesa balance: a failed or missing answer neither blocks payouts nor changes the known balance', async () => {
  const known = (await figure()).cents;
  sim.faults({ lost: true });
  expect(await asked()).toEqual([]);
  sim.faults({ lost: false });
  expect(await figure()).toMatchObject({ cents: null, checked_at: null });
  expect(await readPayoutsBlockedReason(db())).toBeNull();
  sim.faults({ away: true });
  expect(await requestAccountBalance(services, paybill)).toBe(false);
  sim.faults({ away: false });
  await asked();
  expect(await figure()).toMatchObject({ cents: known });
  // The simulated paybill forgets its balance, so the job never queries it.
  expect(await requestAccountBalances(services, db(), false)).toBe(0);
});

test('M-Pesa balance: a manual query finds missed receipts, and an account without any bank balance is listed as unchecked', async () => {
  expect(await listAccountsWithoutBankBalance(db())).toEqual([]);
  await createCollectionAccount(db(), { company_id: null, rail: 'bank', name: 'Silent bank', number: '0119', bank_code: '01', fund: 'C' });
  expect(await listAccountsWithoutBankBalance(db())).toEqual(['Silent bank']);
  const head = await createPerson(services, 'superadmin');
  const said = await runAsPerson(services, head, (ctx) => listLedgerCheckRuns(ctx, { page: 1, page_size: 10 }));
  expect(said.silent).toEqual([{ proof: 'cash_is_statement', what: 'Silent bank' }]);
  sim.pay({ shortcode: simulatorCredentials.shortcode, account: 'NOBODY', cents: toCents(30_300), phone: '254712345126', name: 'LOST' });
  // Its callback is lost.
  await arrived();
  await setClock(services, new Date(clock.ms() + 3_700_000).toISOString());
  await runAsPerson(services, head, (ctx) => queryPaybill(ctx, { account_id: paybill.id }));
  await runQueuedJobs(services);
  expect(await db().selectFrom('payment').select('payer').where('cents', '=', toCents(30_300)).execute()).toEqual([{ payer: 'LOST' }]);
});
