import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { seal } from '#server/kernel/seal.ts';
import { balance } from '#server/ledger/service.ts';
import { addAccount, hookPath } from '#server/payment/accounts.ts';
import { platformAccount, platformRail } from '#server/payment/service.ts';
import { askDue, type PayoutRail, send, sendQueued } from '#server/transfer/service.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { delivered, failureOf, type Post, postBox } from '#test/payments.ts';
import { mailCodeFor } from '#test/payout-codes.ts';
import { addMoney, addPayoutAccount } from '#test/payouts.ts';
import { ctxOf, inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { retry } from './again.ts';
import { approve } from './approve.ts';
import { run } from './run-batches.ts';
import { payoutTransfers } from './transfers.ts';
import { withdrawService } from './withdraw.ts';

let house: House;
let sim: Simulator;
let box: Awaited<ReturnType<typeof postBox>>;
let [maker, other]: Somebody[] = [];
const db = () => house.database.db;
const rail = (): PayoutRail => platformRail(house);
const later = (seconds: number) => setClock(house, new Date(clock.ms() + seconds * 1000).toISOString());

beforeAll(async () => {
  box = await postBox();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  house = await freshHouse('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(house, '2027-03-03T09:00:00Z');
  [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
  await platformAccount(house, db());
});
afterAll(async () => {
  await setClock(house, null);
  await sim.close();
  box.server.close();
});
beforeEach(() => sim.faults({ lost: false, queueTimeout: false, outOfOrder: false, html: false, away: false }));

/** What M-Pesa sent since, taken out of the box. */
const arrived = async (): Promise<Post[]> => {
  await sim.idle();
  return box.posts.splice(0);
};
const deliver = async () => delivered(house, await arrived());
const at = (company: number, code: 2000 | 2080) => balance(db(), 'C', { code, company });
const float = () => balance(db(), 'C', { code: 1005, ref: 'collection:1' });
const transfersOf = (id: number) => db().selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', id).orderBy('id').execute();
const payout = (id: number) => db().selectFrom('settlement_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** How often M-Pesa really paid under a key of this payout. */
const paidOut = (id: number) => sim.state().movements.filter((one) => one.kind === 'b2c' && one.originator?.startsWith(`S${id}-`)).length;
const errorOf = (transfer: number) =>
  db().selectFrom('settlement_error').selectAll().where('transaction_id', '=', transfer).orderBy('id', 'desc').executeTakeFirst();
const ok = (id: number, net: number) => inTransaction(house, other as Somebody, (ctx) => approve(ctx, { id, net_cents: net }));

async function withPhone(number = '+254712345678', sum = 500_000) {
  const owner = await somebody(house, 'owner');
  const company = owner.me.companyId ?? 0;
  await addMoney(house, company, sum);
  const account = await addPayoutAccount(house, company, { sealed: seal({ number }), is_default: true });
  return { owner, company, account };
}
/** By a run of the platform's, approved by another; not sent yet. */
async function settled(number?: string) {
  const one = await withPhone(number);
  await inTransaction(house, maker as Somebody, (ctx) => run(ctx, { cut_off: clock.today() }));
  const draft = await db().selectFrom('settlement_payment').selectAll().where('company_id', '=', one.company).executeTakeFirstOrThrow();
  expect(await ok(draft.id, draft.net_cents)).toMatchObject({ approved: true });
  const [transfer] = await transfersOf(draft.id);
  if (!transfer) throw new Error('no transfer');
  return { ...one, draft, transfer };
}
const ask = async () => {
  await later(70);
  await askDue(db(), payoutTransfers, rail());
  await deliver();
};

describe('money goes out by phone', () => {
  test('a withdrawal: asked for with its code, approved, accepted, confirmed by its result; the same result again, and late, is nothing', async () => {
    const { owner, company, account } = await withPhone();
    const what = { account_code: 2000, payout_account_id: account, cents: cents(100_000) } as const;
    const code = await mailCodeFor(house, owner, 'withdraw', `${company}:2000:${account}:100000`);
    const { withdraw } = withdrawService(house);
    const ready = await withdraw.first(ctxOf(house, owner), { ...what, code });
    const made = await inTransaction(house, owner, (ctx) => withdraw.work(ctx, { ...what, code }, ready));
    await ok(made.id, 100_000);
    const [transfer] = await transfersOf(made.id);
    const before = await float();
    await send(db(), payoutTransfers, rail(), transfer?.id ?? 0);
    expect(await transfersOf(made.id)).toMatchObject([{ status: 'sent', key: expect.stringMatching(/^S\d+-[0-9a-f]{10,16}$/) }]);
    expect(await at(company, 2080)).toBeGreaterThan(0);
    const posts = await arrived();
    expect(posts.map(({ channel }) => channel)).toEqual(['payout']);
    await delivered(house, posts);
    const [there] = await transfersOf(made.id);
    expect(there).toMatchObject({ status: 'confirmed', external_id: expect.stringMatching(/^[A-Z0-9]{10}$/) });
    expect((await payout(made.id)).status).toBe('paid');
    expect([await at(company, 2080), (await float()) - before]).toEqual([0, -100_000 - (there?.fee_cents ?? 0)]);
    await delivered(house, posts);
    await later(30 * 24 * 3600);
    await delivered(house, [...posts, ...posts]);
    expect([await at(company, 2080), (await float()) - before]).toEqual([0, -100_000 - (there?.fee_cents ?? 0)]);
    expect(paidOut(made.id)).toBe(1);
  });

  test('what comes to the path of a company’s own paybill, or about a bank’s transfer, says nothing', async () => {
    const { company, draft, transfer } = await settled();
    await send(db(), payoutTransfers, rail(), transfer.id);
    const real = await arrived();
    const own = await addAccount(db(), { company_id: company, rail: 'mpesa', name: 'Ours', number: '600123', bank_code: null, fund: 'M' });
    const secret =
      hookPath({ id: own?.id ?? 0 }, 'payout')
        .split('/')
        .at(-1) ?? '';
    const forged = (key: string, code: number): Buffer =>
      Buffer.from(
        JSON.stringify({
          Result: {
            ResultType: 0,
            ResultCode: code,
            ResultDesc: 'x',
            OriginatorConversationID: key,
            ConversationID: 'AG_x',
            TransactionID: 'XX11223344',
          },
        }),
      );
    for (const code of [2001, 0]) await delivered(house, [{ channel: 'payout', secret, body: forged(transfer.key, code) }]);
    expect(await transfersOf(draft.id)).toMatchObject([{ status: 'sent' }]);
    expect([await at(company, 2000), await at(company, 2080)]).toEqual([0, draft.net_cents]);
    const [ours] = real;
    await db().updateTable('settlement_transaction').set({ rail: 'bank' }).where('id', '=', transfer.id).execute();
    await delivered(house, [{ channel: 'payout', secret: ours?.secret ?? '', body: forged(transfer.key, 2001) }]);
    expect(await transfersOf(draft.id)).toMatchObject([{ status: 'sent' }]);
    await db().updateTable('settlement_transaction').set({ rail: 'mpesa' }).where('id', '=', transfer.id).execute();
    await delivered(house, real);
    expect(await transfersOf(draft.id)).toMatchObject([{ status: 'confirmed' }]);
  });

  test('the queue timed out: unknown, on its way under the same key, never sent again; the status answers', async () => {
    const { company, draft, transfer } = await settled();
    sim.faults({ queueTimeout: true });
    await send(db(), payoutTransfers, rail(), transfer.id);
    await deliver();
    sim.faults({ queueTimeout: false });
    expect(await transfersOf(draft.id)).toMatchObject([{ status: 'unknown', key: transfer.key }]);
    expect([await at(company, 2000), await at(company, 2080)]).toEqual([0, draft.net_cents]);
    const error = await errorOf(transfer.id);
    expect(error).toMatchObject({ status: 'open', error: 'timeout' });
    // The desk asks again under the same key: no second attempt while nobody knows.
    await inTransaction(house, maker as Somebody, (ctx) =>
      retry(ctx, { id: error?.id ?? 0, revision: error?.revision ?? 0, payout_account_id: null }),
    );
    expect(await transfersOf(draft.id)).toHaveLength(1);
    await ask();
    expect(await transfersOf(draft.id)).toMatchObject([{ status: 'confirmed', key: transfer.key }]);
    expect((await errorOf(transfer.id))?.status).toBe('resolved');
    expect([await at(company, 2000), await at(company, 2080), paidOut(draft.id)]).toEqual([0, 0, 1]);
  });

  test('the result was lost: paid or failed, the status says which', async () => {
    for (const [number, status, back] of [
      ['+254712345678', 'confirmed', 0],
      ['+254712000000', 'failed', 500_000],
    ] as const) {
      const { company, draft, transfer } = await settled(number);
      sim.faults({ lost: true });
      await send(db(), payoutTransfers, rail(), transfer.id);
      await deliver();
      sim.faults({ lost: false });
      expect(await transfersOf(draft.id)).toMatchObject([{ status: 'sent' }]);
      await ask();
      expect(await transfersOf(draft.id)).toMatchObject([{ status }]);
      expect([await at(company, 2000), await at(company, 2080)]).toEqual([back, 0]);
    }
  });

  test('the result overtakes the answer', async () => {
    const { company, draft, transfer } = await settled();
    sim.faults({ outOfOrder: true });
    const real = rail();
    await send(
      db(),
      payoutTransfers,
      {
        ...real,
        pay: async (what) => {
          const said = await real.pay(what);
          await deliver();
          return said;
        },
      },
      transfer.id,
    );
    await deliver();
    expect(await transfersOf(draft.id)).toMatchObject([{ status: 'confirmed' }]);
    expect([await at(company, 2080), paidOut(draft.id)]).toEqual([0, 1]);
  });

  test('failed for certain: theirs again, an error at the desk, and to another account as a payout of its own that a second person approves', async () => {
    const { company, draft, transfer } = await settled('+254712000000');
    await send(db(), payoutTransfers, rail(), transfer.id);
    const posts = await arrived();
    await delivered(house, posts);
    expect(await transfersOf(draft.id)).toMatchObject([{ status: 'failed', result_code: '2040' }]);
    expect((await payout(draft.id)).status).toBe('part_failed');
    expect([await at(company, 2000), await at(company, 2080)]).toEqual([500_000, 0]);
    const error = await errorOf(transfer.id);
    expect(error).toMatchObject({ status: 'open', error: 'bad_account' });
    const good = await addPayoutAccount(house, company);
    await inTransaction(house, maker as Somebody, (ctx) =>
      retry(ctx, { id: error?.id ?? 0, revision: error?.revision ?? 0, payout_account_id: good }),
    );
    const next = await db()
      .selectFrom('settlement_payment')
      .selectAll()
      .where('company_id', '=', company)
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow();
    expect(await transfersOf(draft.id)).toHaveLength(1);
    await ok(next.id, next.net_cents);
    const [second] = await transfersOf(next.id);
    expect(second).toMatchObject({ attempt: 1, status: 'queued', key: expect.stringMatching(`^S${next.id}-`) });
    await send(db(), payoutTransfers, rail(), second?.id ?? 0);
    await deliver();
    // The failure of the first, told again after the second arrived, is the first's alone.
    await delivered(house, posts);
    expect(await transfersOf(draft.id)).toMatchObject([{ status: 'failed' }]);
    expect((await payout(next.id)).status).toBe('paid');
    expect([await at(company, 2000), await at(company, 2080), paidOut(draft.id), paidOut(next.id)]).toEqual([0, 0, 0, 1]);
  });
});

test('paid in another amount, and then failed: not certain. It stays on its way, M-Pesa is asked, and nobody sends it again', async () => {
  const { company, draft, transfer } = await settled();
  await send(db(), payoutTransfers, rail(), transfer.id);
  const [real] = await arrived();
  if (!real) throw new Error('no result');
  const shillings = String(transfer.cents / 100);
  await delivered(house, [{ ...real, body: Buffer.from(String(real.body).replaceAll(shillings, String(Number(shillings) + 1))) }]);
  expect(await errorOf(transfer.id)).toMatchObject({ error: 'amount_mismatch' });
  await delivered(house, [{ ...real, body: failureOf(transfer.key) }]);
  expect(await transfersOf(draft.id)).toMatchObject([{ status: 'unknown' }]);
  expect([await at(company, 2000), await at(company, 2080)]).toEqual([0, draft.net_cents]);
  const error = await errorOf(transfer.id);
  expect(error).toMatchObject({ status: 'open', error: 'callback_lost' });
  await inTransaction(house, maker as Somebody, (ctx) => retry(ctx, { id: error?.id ?? 0, revision: error?.revision ?? 0, payout_account_id: null }));
  expect(await transfersOf(draft.id)).toHaveLength(1);
  await ask();
  expect(await transfersOf(draft.id)).toMatchObject([{ status: 'confirmed' }]);
  expect([await at(company, 2080), paidOut(draft.id), (await errorOf(transfer.id))?.status]).toEqual([0, 1, 'resolved']);
});

// Who dies in the middle of it is killed for real: dies.db.test.ts.
test('whoever dies before the job ran is followed by the sweep, once', async () => {
  const { company, draft } = await settled();
  await later(700);
  await sendQueued(db(), payoutTransfers, rail());
  await sendQueued(db(), payoutTransfers, rail());
  await deliver();
  expect([(await payout(draft.id)).status, await at(company, 2080), paidOut(draft.id)]).toEqual(['paid', 0, 1]);
});
