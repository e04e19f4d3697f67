import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { bankStatementModule } from '#server/bank-statement/module.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { postJournal } from '#server/ledger/service.ts';
import { setClock } from '#test/clock.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { createPayoutFixture, type PayoutFixture, payoutAmounts } from '#test/fixtures/payout-fixture.ts';
import { clientBankFile, ensurePlatformPayoutAccount } from '#test/fixtures/payouts.ts';
import type { CrashPoint } from '#test/processes/crash-main.ts';
import { expectProcessKilled, startCrashingProcess } from '#test/processes/crashing-process.ts';
import { importApproved } from '#test/statement-imports.ts';
import { createBankFile } from './bank/bank.ts';
import { startRequestedPayoutRun } from './run-batches.ts';
import { settlementJobs } from './transfers.ts';

/** A process that makes a payout run or reads a statement line is killed at a chosen point. Only the sweeps of the next process continue. */
let w: PayoutFixture;
let minutes = 0;
const { sum } = payoutAmounts;
const db = () => w.db;

beforeAll(async () => {
  w = await createPayoutFixture(null);
});
// The killed process uses the system clock.
beforeEach(() => setClock(w.services, null));
afterAll(() => w.close());

const dies = (dying: CrashPoint) => expectProcessKilled(startCrashingProcess(w.services, { mpesa: w.sim.url, box: w.box.url }, dying));
const transfer = (id: number) => db().selectFrom('settlement_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** An approved bank payout that is in no file yet. */
async function approvedByBank() {
  const [bank, mpesa] = [await ensurePlatformPayoutAccount(w.services, 'bank'), await ensurePlatformPayoutAccount(w.services, 'mpesa')];
  await postJournal(db(), {
    key: 'cash:bank',
    kind: 'adjustment',
    source: ['test', bank.id],
    params: {},
    valueDay: '2026-01-01',
    pairs: [
      {
        fund: 'C',
        dr: { code: ledgerAccounts.clientBank, ref: bank.ref },
        cr: { code: ledgerAccounts.mpesaPaybill, ref: mpesa.ref },
        cents: toCents(sum),
      },
    ],
  });
  const { company, transfer: made } = await w.approved(undefined, { rail: 'bank', bank_code: '01' });
  return { company, ...made };
}
/** Another process starts: its sweeps process what is due. */
const restarted = async () => {
  const jobs = [...settlementJobs(w.rail), ...(bankStatementModule.jobs?.(w.services) ?? [])].filter(({ name }) =>
    ['settlement.ask', 'payment.reconcile'].includes(name),
  );
  for (let round = 0; round < 6; round++) {
    minutes += 4;
    await setClock(w.services, new Date(Date.now() + minutes * 60_000).toISOString());
    for (const { run: work } of jobs) await work(db());
  }
};

test.each([
  ['between two batches', { after: 'commit' }, 4],
  ['within a batch', { after: 'insert into "settlement_payment"' }, 2],
])('payout run: resumes after a process crash %s, without a second draft for any payee', async (_, point, done) => {
  const companies: number[] = [];
  for (let n = 0; n < 7; n++) {
    companies.push((await w.payee()).company);
  }
  const begun = await w.as(w.maker, (ctx) => startRequestedPayoutRun(ctx, { cut_off: clock.today() }, 2));
  expect(begun).toMatchObject({ state: 'running', done: 2, of: expect.any(Number) });
  await dies({ ...point, run: { id: begun.id, batch: 2 } });
  const progress = () =>
    db().selectFrom('settlement_run').select(['done', 'of_count', 'made', 'finished_at']).where('id', '=', begun.id).executeTakeFirstOrThrow();
  expect(await progress()).toMatchObject({ done, finished_at: null });
  await restarted();
  const now = await progress();
  expect(now).toMatchObject({ done: now.of_count, finished_at: expect.any(Date) });
  const drafts = await db()
    .selectFrom('settlement_payment')
    .select(['company_id', 'net_cents'])
    .where('run_id', '=', begun.id)
    .where('company_id', 'in', companies)
    .execute();
  expect(drafts.map(({ company_id }) => company_id).toSorted()).toEqual(companies.toSorted());
  expect(drafts.every(({ net_cents }) => net_cents === sum)).toBe(true);
});

test('bank statement: a line is processed again and posted in full after a crash during matching', async () => {
  const one = await approvedByBank();
  await w.as(w.other, (ctx) => createBankFile(ctx, clientBankFile));
  // The statement was read before the file was made, so the line is unmatched.
  const set = (status: 'queued' | 'sent') => db().updateTable('settlement_transaction').set({ status }).where('id', '=', one.id).execute();
  await set('queued');
  const { id: account_id } = await ensurePlatformPayoutAccount(w.services, 'bank');
  const csv = `Date,Narration,Reference,Debit,Credit,Balance\n${clock.today()},EFT ${one.code},FT77,5000.00,,0.00\n`;
  const read = await w.as(w.maker, (ctx) => statements.uploadStatement(ctx, { account_id, name: 'bank.csv', csv }));
  await importApproved(w.services, w.maker, read.id);
  await set('sent');
  await dies({ job: 'payment.reconcile', after: 'update "settlement_transaction"' });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from journal where event_key = ${`transfer:${one.id}:confirm`}`.execute(db());
  expect([(await transfer(one.id)).status, rows[0]?.n]).toEqual(['sent', 0]);
  await restarted();
  expect((await transfer(one.id)).status).toBe('confirmed');
  expect([await w.at(one.company, 2080), await findFailedLedgerChecks(w.services)]).toEqual([0, []]);
});
