import { afterAll, beforeAll, expect, test } from 'vitest';
import { simulated } from '#contract/daraja/simulated.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { proofs } from '#server/ledger/keep.ts';
import { settlementsStopped } from '#server/ledger/service.ts';
import { approve } from '#server/settlement/approve.ts';
import { run } from '#server/settlement/run-batches.ts';
import { payoutTransfers } from '#server/settlement/transfers.ts';
import { send } from '#server/transfer/service.ts';
import { type AccountRow, addAccount, platformAccount } from '#server/treasury/accounts.ts';
import { askPaybill } from '#server/treasury/cash-moves.ts';
import { platformRail } from '#server/treasury/service.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain } from '#test/jobs.ts';
import { inTransaction, longHere, somebody } from '#test/world.ts';
import { delivered, type Post, postBox } from '#test/worlds/payments.ts';
import { addMoney, addPayoutAccount } from '#test/worlds/payouts.ts';
import { askBalance, askBalances } from './balance.ts';
import { neverCompared } from './figures.ts';

let house: House;
let sim: Simulator;
let box: Awaited<ReturnType<typeof postBox>>;
let paybill: AccountRow;
const db = () => house.database.db;

beforeAll(async () => {
  box = await postBox();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  house = await freshHouse('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(house, '2027-03-03T09:00:00Z');
  const made = await platformAccount(house, db());
  if (!made) throw new Error('no paybill');
  paybill = made;
});
afterAll(async () => {
  await setClock(house, null);
  await sim.close();
  box.server.close();
});
const arrived = async (): Promise<Post[]> => {
  await sim.idle();
  return box.posts.splice(0);
};
const figure = () => db().selectFrom('bank_figure').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
/** Asked, and answered: what M-Pesa sent for it. */
async function asked(): Promise<Post[]> {
  expect(await askBalance(house, paybill)).toBe(true);
  const posts = await arrived();
  await delivered(house, posts);
  return posts;
}

/** 5,000 came, and all of it that can goes to the owner's phone. */
async function paidOut() {
  const [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
  const company = (await somebody(house, 'owner')).me.companyId ?? 0;
  await addMoney(house, company, 500_000);
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0, 500_000);
  sim.setUtility(simulated.shortcode, cents(1_000_000));
  await addPayoutAccount(house, company, { is_default: true });
  await inTransaction(house, maker, (ctx) => run(ctx, { cut_off: clock.today() }));
  const draft = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', company).executeTakeFirstOrThrow();
  await inTransaction(house, other, (ctx) => approve(ctx, { id: draft.id, net_cents: draft.net_cents }));
  const transfer = await db().selectFrom('settlement_transaction').select('id').where('settlement_id', '=', draft.id).executeTakeFirstOrThrow();
  await send(db(), payoutTransfers, platformRail(house), transfer.id);
  await delivered(house, await arrived());
  return db().selectFrom('settlement_transaction').selectAll().where('id', '=', transfer.id).executeTakeFirstOrThrow();
}

test('what M-Pesa took for sending is out of what it holds, as the books say: nothing stops for it', async () => {
  const sent = await paidOut();
  expect(sent).toMatchObject({ status: 'confirmed', fee_cents: 900 });
  const posts = await asked();
  const left = 1_000_000 - sent.cents - 900;
  expect(await figure()).toMatchObject({ source: 'query', cents: left, books_cents: left, difference_cents: 0 });
  expect(await settlementsStopped(db())).toBeNull();
  // The same answer again is nothing.
  sim.setUtility(simulated.shortcode, cents(7));
  await delivered(house, posts);
  expect(await figure()).toMatchObject({ cents: left });
  sim.setUtility(simulated.shortcode, cents(1_000_000 - sent.cents));
});

test('a shilling nobody can explain stops settlements until M-Pesa says otherwise', async () => {
  const now = await figure();
  const there = (now.cents ?? 0) + 900;
  sim.setUtility(simulated.shortcode, cents(there + 100));
  await asked();
  expect(await figure()).toMatchObject({ difference_cents: 100 });
  expect(await settlementsStopped(db())).toMatch(/M-Pesa 174379/);
  sim.setUtility(simulated.shortcode, cents(there));
  await asked();
  expect(await figure()).toMatchObject({ difference_cents: 0 });
  expect(await settlementsStopped(db())).toBeNull();
});

test('an answer that failed says nothing, and one that never came leaves what was known', async () => {
  const known = (await figure()).cents;
  sim.faults({ lost: true });
  expect(await asked()).toEqual([]);
  sim.faults({ lost: false });
  expect(await figure()).toMatchObject({ cents: null, checked_at: null });
  expect(await settlementsStopped(db())).toBeNull();
  sim.faults({ away: true });
  expect(await askBalance(house, paybill)).toBe(false);
  sim.faults({ away: false });
  await asked();
  expect(await figure()).toMatchObject({ cents: known });
  // The simulated one forgets what it held: the clock never asks it.
  expect(await askBalances(house, db(), false)).toBe(0);
});

test('asked by a person, M-Pesa says at once what nobody had heard of; what nobody has compared is no agreement', async () => {
  expect(await neverCompared(db())).toEqual([]);
  await addAccount(db(), { company_id: null, rail: 'bank', name: 'Silent bank', number: '0119', bank_code: '01', fund: 'C' });
  expect(await neverCompared(db())).toEqual(['Silent bank']);
  const head = await somebody(house, 'superadmin');
  const said = await inTransaction(house, head, (ctx) => proofs(ctx, { page: 1, page_size: 10 }));
  expect(said.silent).toEqual([{ proof: 'cash_is_statement', what: 'Silent bank' }]);
  sim.pay({ shortcode: simulated.shortcode, account: 'NOBODY', cents: cents(30_300), phone: '254712345126', name: 'LOST' });
  // Its callback is lost.
  await arrived();
  await setClock(house, new Date(clock.ms() + 3_700_000).toISOString());
  await inTransaction(house, head, (ctx) => askPaybill(ctx, { account_id: paybill.id }));
  await drain(house);
  expect(await db().selectFrom('payment').select('payer').where('cents', '=', cents(30_300)).execute()).toEqual([{ payer: 'LOST' }]);
});
