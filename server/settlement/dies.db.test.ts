import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { balance, post } from '#server/ledger/service.ts';
import { paymentJobs } from '#server/payment/jobs.ts';
import { platformAccount, platformRail } from '#server/payment/service.ts';
import * as statements from '#server/payment/statements.ts';
import { send } from '#server/transfer/service.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import type { Dying } from '#test/dies-main.ts';
import { expectKilled, startDying } from '#test/dying.ts';
import { handIn, postBox, unproven } from '#test/payments.ts';
import { addMoney, addPayoutAccount, payingPlace } from '#test/payouts.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { approve } from './approve.ts';
import { bankFile } from './bank.ts';
import { run, startRun } from './run-batches.ts';
import { payoutTransfers, settlementJobs } from './transfers.ts';

/** Who sends a payout, or takes its answer, is killed at a chosen point; the sweeps of the next process alone go on: never sent twice, never lost. */
let house: House;
let sim: Simulator;
let box: Awaited<ReturnType<typeof postBox>>;
let [maker, other]: Somebody[] = [];
let minutes = 0;
const sum = 500_000;
const db = () => house.database.db;
const as = <T>(who: Somebody | undefined, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who as Somebody, work);

beforeAll(async () => {
  box = await postBox();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  house = await freshHouse('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
  await platformAccount(house, db());
  // What sending costs is there.
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0);
});
// Whoever dies has the machine's clock.
beforeEach(() => setClock(house, null));
afterAll(async () => {
  await setClock(house, null);
  await sim.close();
  box.server.close();
});

const dies = (dying: Dying) => expectKilled(startDying(house, { mpesa: sim.url, box: box.url }, dying));
const transfer = (id: number) => db().selectFrom('settlement_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** An owner's payout, approved and not sent yet. */
async function approved(facts: object = {}) {
  const company = (await somebody(house, 'owner')).me.companyId ?? 0;
  await addMoney(house, company, sum);
  if ('rail' in facts)
    await post(db(), {
      ...{ key: `cash:${company}`, kind: 'adjustment', source: ['test', company], params: {}, valueDay: '2026-01-01' },
      pairs: [
        {
          ...{ fund: 'C', dr: { code: 1010, ref: (await payingPlace(house, 'bank')).ref }, cents: cents(sum) },
          cr: { code: 1000, ref: (await payingPlace(house, 'mpesa')).ref },
        },
      ],
    });
  await addPayoutAccount(house, company, { is_default: true, ...facts });
  await as(maker, (ctx) => run(ctx, { cut_off: clock.today() }));
  const draft = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  await as(other, (ctx) => approve(ctx, { id: draft.id, net_cents: draft.net_cents }));
  const made = await db().selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', draft.id).executeTakeFirstOrThrow();
  return { company, ...made };
}
const kept = async (): Promise<number[]> => {
  await sim.idle();
  const ids: number[] = [];
  for (const one of box.posts.splice(0)) ids.push(await handIn(house, one));
  return ids;
};
/** Another process comes: its sweeps alone go through what is due, and what M-Pesa sends is kept. */
const restarted = async () => {
  const jobs = [...settlementJobs(platformRail(house)), ...paymentJobs(house)];
  for (let round = 0; round < 6; round++) {
    minutes += 4;
    await setClock(house, new Date(Date.now() + minutes * 60_000).toISOString());
    await kept();
    for (const { name, run: work } of jobs) if (['settlement.ask', 'payment.sweep', 'payment.reconcile'].includes(name)) await work(db());
  }
};
/** Sent at most once, and arrived or at the desk; what is on its way in the books is what is on its way. */
const expectSafe = async (one: { id: number; company: number; key: string }, want: 'confirmed' | 'unknown') => {
  const now = await transfer(one.id);
  expect(now.status).toBe(want);
  const paid = sim.state().movements.filter(({ kind, originator }) => kind === 'b2c' && originator === one.key);
  expect(paid.length).toBe(now.rail === 'mpesa' && want === 'confirmed' ? 1 : 0);
  const open = await db().selectFrom('settlement_error').select('id').where('transaction_id', '=', one.id).where('status', '=', 'open').execute();
  expect(open.length).toBe(want === 'unknown' ? 1 : 0);
  expect(await balance(db(), 'C', { code: 2080, company: one.company })).toBe(want === 'unknown' ? sum : 0);
  expect(await unproven(house)).toEqual([]);
};

test('written down as sent, and never sent: nobody sends it again, and the desk has it', async () => {
  const one = await approved();
  await dies({ send: one.id, after: 'commit' });
  expect((await transfer(one.id)).status).toBe('sent');
  await restarted();
  await expectSafe(one, 'unknown');
});

test.each([
  ['sent, and nobody heard M-Pesa’s answer', { fetched: '/mpesa/b2c' }],
  ['sent and answered, and the answer is not kept', { before: 'set "conversation_id"' }],
])('%s: the result finds it', async (_, point) => {
  const one = await approved();
  await dies({ ...point, send: one.id });
  expect(await transfer(one.id)).toMatchObject({ status: 'sent', conversation_id: null });
  await restarted();
  await expectSafe(one, 'confirmed');
});

test.each([
  ['its result is booked and not committed', { after: 'ledger_post' }],
  ['the transfer is confirmed, its money not booked yet', { after: 'update "settlement_transaction"' }],
  ['all is booked, and the payout does not know it yet', { before: 'update "settlement_payment"' }],
])('%s: the next one does all of it', async (_, point) => {
  const one = await approved();
  await send(db(), payoutTransfers, platformRail(house), one.id);
  await dies({ ...point, work: await kept() });
  expect((await transfer(one.id)).status).toBe('sent');
  await restarted();
  await expectSafe(one, 'confirmed');
});

test.each([
  ['between two batches', { after: 'commit' }, 4],
  ['within a batch', { after: 'insert into "settlement_payment"' }, 2],
])('payout run: a process killed %s is followed by the next one, and no payee gets two drafts', async (_, point, done) => {
  const companies: number[] = [];
  for (let n = 0; n < 7; n++) {
    const company = (await somebody(house, 'owner')).me.companyId ?? 0;
    await addMoney(house, company, sum);
    await addPayoutAccount(house, company, { is_default: true });
    companies.push(company);
  }
  const begun = await as(maker, (ctx) => startRun(ctx, { cut_off: clock.today() }, 2));
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

test('a statement’s line proves it, and who compares the books dies in the middle: the line is read again, and all of it is booked', async () => {
  const one = await approved({ rail: 'bank', bank_code: '01' });
  await as(other, bankFile);
  // Read before the file was made: the line is nobody's yet.
  const set = (status: 'queued' | 'sent') => db().updateTable('settlement_transaction').set({ status }).where('id', '=', one.id).execute();
  await set('queued');
  const { id: account_id } = await payingPlace(house, 'bank');
  const csv = `Date,Narration,Reference,Debit,Credit,Balance\n${clock.today()},EFT ${one.code},FT77,5000.00,,0.00\n`;
  const read = await as(maker, (ctx) => statements.readStatement(ctx, { account_id, name: 'bank.csv', csv }));
  await as(maker, (ctx) => statements.importStatement(ctx, { id: read.id }));
  await set('sent');
  await dies({ job: 'payment.reconcile', after: 'update "settlement_transaction"' });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from journal where event_key = ${`transfer:${one.id}:confirm`}`.execute(db());
  expect([(await transfer(one.id)).status, rows[0]?.n]).toEqual(['sent', 0]);
  await restarted();
  await expectSafe(one, 'confirmed');
});
