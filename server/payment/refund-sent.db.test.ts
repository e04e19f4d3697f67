import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { barredWhileImpersonating } from '#contract/access/impersonation.ts';
import { cents } from '#contract/money/cents.ts';
import { paymentDeskCalls } from '#contract/payment/desk-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { seal } from '#server/kernel/seal.ts';
import { balance } from '#server/ledger/service.ts';
import { type Simulator, startSimulator } from '#simulator/start.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { delivered, type Post, postBox, unproven } from '#test/payments.ts';
import { addMoney } from '#test/payouts.ts';

import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { type AccountRow, addAccount, hookPath, platformAccount } from './accounts.ts';
import { figures } from './cash-moves.ts';
import { takeMovement } from './movement.ts';
import { type PayoutRail, payoutRail } from './payout-rail.ts';
import { hide, noPhone } from './phones.ts';
import { roomAt } from './places.ts';
import * as acts from './refund-acts.ts';
import { askRefunds, sendRefundOnce, sendRefundsLeft } from './refund-send.ts';
import * as refunds from './refunds.ts';

/** A refund of what lies on the platform's paybill, from approval to the payer's phone, against the simulator. */
let house: House;
let sim: Simulator;
let box: Awaited<ReturnType<typeof postBox>>;
let paybill: AccountRow;
let [asker, boss]: Somebody[] = [];
let n = 1_000_000;
const db = () => house.database.db;
const rail = (): PayoutRail => payoutRail(house);
const as = <T>(who: Somebody | undefined, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who as Somebody, work);
const later = (seconds: number) => setClock(house, new Date(clock.ms() + seconds * 1000).toISOString());
const sum = 120_000;
const fee = 500;

beforeAll(async () => {
  box = await postBox();
  sim = await startSimulator({ pace: { resultMs: 1, ringMs: 60_000 } });
  house = await freshHouse('bare', { DARAJA_URL: sim.url, MPESA_CALLBACK_URL: box.url });
  await setClock(house, '2027-03-03T09:00:00Z');
  [asker, boss] = [await somebody(house, 'admin'), await somebody(house, 'superadmin')];
  await longHere(house, asker, boss);
  paybill = (await platformAccount(house, db())) as AccountRow;
  // What sending costs is there.
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0);
});
afterAll(async () => {
  await setClock(house, null);
  await sim.close();
  box.server.close();
});
beforeEach(() => sim.faults({ lost: false, queueTimeout: false, outOfOrder: false, html: false, away: false }));

const arrived = async (): Promise<Post[]> => {
  await sim.idle();
  return box.posts.splice(0);
};
const deliver = async () => delivered(house, await arrived());
const transfersOf = (refund: number) => db().selectFrom('refund_transfer').selectAll().where('refund_id', '=', refund).orderBy('id').execute();
const refundOf = (id: number) => db().selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const one = async (id: number) => (await as(boss, (ctx) => refunds.refunds(ctx, { page: 1, page_size: 100 }))).results.find((row) => row.id === id);
const onItsWay = (id: number) => balance(db(), 'C', { code: 2080, ref: `refund:${id}` });
const left = () => balance(db(), 'C', { code: 1005, ref: `collection:${paybill.id}` });
/** How often M-Pesa really paid for a refund, and what. */
const paidOut = (id: number) => sim.state().movements.filter((movement) => movement.kind === 'b2c' && movement.originator?.startsWith(`R${id}-`));
const tellings = async (code: string) => (await told(house, 'payment.refunded')).filter(({ key }) => key.includes(code)).length;

/** Money that nobody was found for, paid from this number; none: M-Pesa masked it. */
async function paid(phone: string | null = '254712345678'): Promise<number> {
  const { paymentId } = await db()
    .transaction()
    .execute((tx) =>
      takeMovement(atClock(tx), {
        ...{ rail: 'mpesa', external: `TKC${++n}`, account: paybill, cents: sum, paidAt: clock.now(), accountText: '', payer: 'JOHN' },
        ...{ phone: phone === null ? { ...noPhone, phone_tail: '678' } : hide(phone), verifiedBy: 'pull' },
      }),
    );
  return paymentId ?? 0;
}
const ask = async (paymentId: number, to?: string) =>
  (await as(asker, (ctx) => refunds.askRefund(ctx, { id: paymentId, cents: cents(sum), reason: 'Paid twice', ...(to ? { to } : {}) }))).refunds.at(-1)
    ?.id ?? 0;
const approve = (id: number, to?: string) => as(boss, (ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '', ...(to ? { to } : {}) }));
/** Approved, and not sent yet. */
async function approved(phone?: string) {
  const id = await ask(await paid(phone));
  await approve(id);
  const [transfer] = await transfersOf(id);
  if (!transfer) throw new Error('no attempt');
  return { id, transfer, code: (await refundOf(id)).code };
}
const again = (id: number, who: Somebody | undefined = boss) => as(who, (ctx) => acts.sendRefund(ctx, { id }));
const settle = (id: number, given: { arrived: boolean; proof?: string }, who: Somebody | undefined = boss) =>
  as(who, (ctx) => acts.settleRefund(ctx, { id, proof: '', reason: 'as the statement says', ...given }));
const takeBack = (id: number) => as(boss, (ctx) => refunds.decideRefund(ctx, { id, approve: false, reason: 'no' }));
const byHand = (id: number, proof: string) => as(boss, (ctx) => refunds.paidRefund(ctx, { id, how: 'mpesa', proof }));

describe('sent by M-Pesa', () => {
  test('approved by a second person it goes to the number it was paid from; its result books it, once, and the payer hears of it', async () => {
    const [before, room] = [await left(), await roomAt(db(), paybill)];
    const { id, transfer, code } = await approved();
    expect(transfer).toMatchObject({ status: 'queued', key: expect.stringMatching(/^R\d+-[0-9a-f]{8,}$/), fee_cents: fee });
    // What came is promised already, and what sending it costs.
    expect(await roomAt(db(), paybill)).toBe(room - fee);
    await sendRefundOnce(db(), rail(), transfer.id);
    expect(await one(id)).toMatchObject({ status: 'approved', sending: { status: 'sent' }, acts: [] });
    expect([await onItsWay(id), await tellings(code)]).toEqual([sum, 0]);
    await expect(takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(byHand(id, 'TKC9999999')).rejects.toMatchObject({ failure: 'conflict' });
    const posts = await arrived();
    await delivered(house, [...posts, ...posts]);
    const [there] = await transfersOf(id);
    expect(there).toMatchObject({ status: 'confirmed', external_id: expect.stringMatching(/^[A-Z0-9]{10}$/) });
    expect(await one(id)).toMatchObject({ status: 'paid', how: 'mpesa', proof: there?.external_id, unproven: false });
    expect([await onItsWay(id), (await left()) - before, await tellings(code)]).toEqual([0, -sum - fee, 1]);
    expect(paidOut(id)).toMatchObject([{ cents: sum, phone: '254712345678' }]);
    await later(30 * 24 * 3600);
    await delivered(house, posts);
    await sendRefundOnce(db(), rail(), transfer.id);
    expect([paidOut(id).length, await roomAt(db(), paybill)]).toEqual([1, room - fee]);
    expect(await unproven(house)).toEqual([]);
  });

  test('a number that M-Pesa masked is typed by both, ends as the masked one does, and is the same', async () => {
    const payment = await paid(null);
    await expect(ask(payment)).rejects.toMatchObject({ failure: 'invalid' });
    await expect(ask(payment, '0712 345 999')).rejects.toMatchObject({ failure: 'invalid' });
    const id = await ask(payment, '0712 345 678');
    await expect(approve(id)).rejects.toMatchObject({ failure: 'invalid' });
    await expect(approve(id, '0712 346 678')).rejects.toMatchObject({ failure: 'invalid' });
    expect(await transfersOf(id)).toEqual([]);
    await approve(id, '+254712345678');
    await sendRefundOnce(db(), rail(), (await transfersOf(id))[0]?.id ?? 0);
    await deliver();
    expect(paidOut(id)).toMatchObject([{ cents: sum, phone: '254712345678' }]);
  });

  test('to another number than paid, or what M-Pesa cannot send, goes by hand alone', async () => {
    const other = await ask(await paid(), '0722000111');
    await approve(other);
    expect([(await refundOf(other)).way, (await transfersOf(other)).length]).toEqual(['hand', 0]);
    const payment = await paid();
    const odd = await as(asker, (ctx) => refunds.askRefund(ctx, { id: payment, cents: cents(1_050), reason: 'Cents', to: '0712345678' }));
    expect(odd.refunds.at(-1)).toMatchObject({ way: 'hand' });
  });

  test('twice at once is once: two approve, two jobs send', async () => {
    const id = await ask(await paid());
    const both = await Promise.allSettled([approve(id), approve(id)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [transfer] = await transfersOf(id);
    await Promise.all([1, 2, 3].map(() => sendRefundOnce(db(), rail(), transfer?.id ?? 0)));
    await deliver();
    expect([(await transfersOf(id)).length, paidOut(id).length]).toEqual([1, 1]);
  });

  test('nothing is approved or sent while payouts are stopped; what waits may be taken back', async () => {
    const [{ id, transfer }, waits] = [await approved(), await ask(await paid())];
    const { id: stop } = await db()
      .insertInto('ledger_proof')
      .values({ ok: false, failed: JSON.stringify([{ proof: 'totals_are_entries', differences: [] }]) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sendRefundOnce(db(), rail(), transfer.id);
    expect(await transfersOf(id)).toMatchObject([{ status: 'queued' }]);
    await expect(approve(waits)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await one(id))?.acts).toEqual(['undo']);
    await takeBack(id);
    await db().deleteFrom('ledger_proof').where('id', '=', stop).execute();
    await sendRefundOnce(db(), rail(), transfer.id);
    expect([(await transfersOf(id)).map(({ status }) => status), paidOut(id)]).toEqual([['failed'], []]);
    expect(await unproven(house)).toEqual([]);
  });

  test('nor beyond what the paybill has that is promised to nobody', async () => {
    const id = await ask(await paid());
    await db()
      .updateTable('refund')
      .set({ cents: sum * 100 })
      .where('id', '=', id)
      .execute();
    await expect(approve(id)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await refundOf(id)).status).toBe('asked');
  });
});

describe('what became of it', () => {
  test('the queue timed out: not known yet, the same key, never sent again; asked, M-Pesa finds it', async () => {
    const { id, transfer, code } = await approved();
    sim.faults({ queueTimeout: true });
    await sendRefundOnce(db(), rail(), transfer.id);
    await deliver();
    sim.faults({ queueTimeout: false });
    expect(await one(id)).toMatchObject({ status: 'approved', sending: { status: 'unknown', error: 'timeout' }, acts: ['ask', 'arrived'] });
    await expect(takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(settle(id, { arrived: false })).rejects.toMatchObject({ failure: 'conflict' });
    await again(id);
    expect(await transfersOf(id)).toHaveLength(1);
    await later(1);
    await askRefunds(db(), rail());
    await deliver();
    expect(await transfersOf(id)).toMatchObject([{ status: 'confirmed', key: transfer.key }]);
    expect([paidOut(id).length, await onItsWay(id), await tellings(code)]).toEqual([1, 0, 1]);
  });

  test('the result was lost: paid or failed, the status says which', async () => {
    for (const [phone, status] of [
      ['254712345678', 'confirmed'],
      ['254712000000', 'failed'],
    ] as const) {
      const { id, transfer } = await approved(phone);
      sim.faults({ lost: true });
      await sendRefundOnce(db(), rail(), transfer.id);
      await deliver();
      sim.faults({ lost: false });
      await later(70);
      await askRefunds(db(), rail());
      await deliver();
      expect(await transfersOf(id)).toMatchObject([{ status }]);
    }
    expect(await unproven(house)).toEqual([]);
  });

  test('failed for certain: it stands at the desk with its reason, stays promised, and goes again under another key', async () => {
    const { id, transfer } = await approved('254712000000');
    await sendRefundOnce(db(), rail(), transfer.id);
    const posts = await arrived();
    await delivered(house, posts);
    expect(await one(id)).toMatchObject({ status: 'approved', sending: { status: 'failed', error: 'bad_account' }, acts: ['send', 'hand', 'undo'] });
    expect(await onItsWay(id)).toBe(sum);
    expect((await told(house, 'payment.refund_stuck')).filter(({ params }) => params.why === 'failed').length).toBeGreaterThan(0);
    // Their phone has M-Pesa by now.
    await db()
      .updateTable('refund')
      .set({ to_sealed: seal({ to: '254712345678' }) })
      .where('id', '=', id)
      .execute();
    const two = await Promise.allSettled([again(id), again(id)]);
    expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [, second] = await transfersOf(id);
    expect(second).toMatchObject({ attempt: 2, status: 'queued' });
    expect(second?.key).not.toBe(transfer.key);
    await sendRefundOnce(db(), rail(), second?.id ?? 0);
    await deliver();
    // The failure of the first, told again, is the first's alone.
    await delivered(house, posts);
    expect((await transfersOf(id)).map(({ status }) => status)).toEqual(['failed', 'confirmed']);
    expect([paidOut(id).length, await onItsWay(id)]).toEqual([1, 0]);
    expect(await unproven(house)).toEqual([]);
  });

  test('another amount than was sent books nothing, and a person looks', async () => {
    const { id, transfer } = await approved();
    await sendRefundOnce(db(), rail(), transfer.id);
    const [post] = await arrived();
    const body = Buffer.from(String(post?.body).replaceAll('1200', '1100'));
    await delivered(house, post ? [{ ...post, body }] : []);
    expect(await one(id)).toMatchObject({ status: 'approved', sending: { status: 'unknown', error: 'amount_mismatch' } });
    expect([await onItsWay(id), (await told(house, 'payment.refund_stuck')).filter(({ params }) => params.why === 'amount').length > 0]).toEqual([
      sum,
      true,
    ]);
  });

  test('what comes to the path of a company’s own paybill, or under a key that is not ours, says nothing', async () => {
    const { id, transfer } = await approved();
    await sendRefundOnce(db(), rail(), transfer.id);
    const real = await arrived();
    const company = (await somebody(house, 'owner')).me.companyId ?? 0;
    const own = await addAccount(db(), { company_id: company, rail: 'mpesa', name: 'Ours', number: '600124', bank_code: null, fund: 'M' });
    const secretOf = (account: { id: number }) => hookPath(account, 'payout').split('/').at(-1) ?? '';
    const forged = (key: string, code: number): Buffer =>
      Buffer.from(
        JSON.stringify({
          Result: {
            ResultType: 0,
            ResultCode: code,
            ResultDesc: 'x',
            OriginatorConversationID: key,
            ConversationID: 'AG_x',
            TransactionID: 'XX11223345',
          },
        }),
      );
    for (const code of [2001, 0])
      await delivered(house, [
        { channel: 'payout', secret: secretOf({ id: own?.id ?? 0 }), body: forged(transfer.key, code) },
        { channel: 'payout', secret: secretOf(paybill), body: forged(`R${id}-00000000`, code) },
      ]);
    expect(await transfersOf(id)).toMatchObject([{ status: 'sent' }]);
    await delivered(house, real);
    expect(await transfersOf(id)).toMatchObject([{ status: 'confirmed' }]);
  });

  test('a day without an answer: a person with the statement says that it did not arrive, and another sends it again', async () => {
    const { id, transfer } = await approved();
    const silent: PayoutRail = {
      ...rail(),
      pay: async () => ({ kind: 'unknown', why: 'timeout', code: null, text: 'no answer' }),
      ask: async () => ({ kind: 'accepted', conversation: null }),
    };
    await sendRefundOnce(db(), silent, transfer.id);
    expect((await one(id))?.acts).toEqual(['ask', 'arrived']);
    await later(25 * 3600);
    await askRefunds(db(), silent);
    expect((await told(house, 'payment.refund_stuck')).filter(({ params }) => params.why === 'unknown').length).toBeGreaterThan(0);
    expect((await one(id))?.acts).toEqual(['ask', 'arrived', 'failed']);
    await settle(id, { arrived: false });
    expect((await one(id))?.acts).toEqual(['hand', 'undo']);
    await expect(again(id)).rejects.toMatchObject({ failure: 'conflict' });
    await again(id, asker);
    expect(await transfersOf(id)).toMatchObject([{ status: 'failed' }, { status: 'queued', attempt: 2 }]);
    await takeBack(id);
    expect(await unproven(house)).toEqual([]);
  });

  test('said to have failed and then to have arrived: nothing more goes until a person decides; found, it is given back once', async () => {
    const { id, transfer } = await approved();
    await sendRefundOnce(db(), rail(), transfer.id);
    const [real] = await arrived();
    const failure = Buffer.from(
      JSON.stringify({
        Result: {
          ResultType: 0,
          ResultCode: 2001,
          ResultDesc: 'no',
          OriginatorConversationID: transfer.key,
          ConversationID: 'AG_y',
          TransactionID: 'X',
        },
      }),
    );
    await delivered(house, real ? [{ ...real, body: failure }] : []);
    await again(id);
    const [, second] = await transfersOf(id);
    await delivered(house, real ? [real] : []);
    expect((await one(id))?.sending?.disputed).toBe(true);
    await sendRefundOnce(db(), rail(), second?.id ?? 0);
    await later(700);
    await sendRefundsLeft(db(), rail());
    expect((await one(id))?.acts).toEqual(['arrived', 'failed']);
    await expect(takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
    const [movement] = paidOut(id);
    await settle(id, { arrived: true, proof: movement?.receipt ?? '' });
    expect(await one(id)).toMatchObject({ status: 'paid', unproven: true, proof: movement?.receipt });
    expect([paidOut(id).length, (await transfersOf(id)).map(({ status }) => status)]).toEqual([1, ['confirmed', 'failed']]);
    expect(await unproven(house)).toEqual([]);
  });

  test('whoever dies before the job ran is followed by the sweep, once', async () => {
    const { id } = await approved();
    await later(700);
    await sendRefundsLeft(db(), rail());
    await sendRefundsLeft(db(), rail());
    await deliver();
    expect([(await refundOf(id)).status, paidOut(id).length]).toEqual(['paid', 1]);
  });
});

test('by hand from the platform’s paybill it is said, not proven, stands among what differs, and the payer hears nothing yet', async () => {
  const id = await ask(await paid(), 'KCB 0113601234');
  await approve(id);
  await byHand(id, 'UKI00FAKE1');
  const row = await refundOf(id);
  expect(await one(id)).toMatchObject({ status: 'paid', unproven: true });
  const place = (await as(boss, figures)).results.find(({ account }) => account.id === paybill.id);
  expect(place?.unproven.results).toContainEqual(expect.objectContaining({ code: row.code, cents: sum, proof: 'UKI00FAKE1' }));
  expect(await tellings(row.code)).toBe(0);
});

test('nobody moves money while they look at the product as somebody else', () => {
  for (const name of ['askRefund', 'decideRefund', 'sendRefund', 'settleRefund', 'paidRefund', 'refundEvidence'] as const)
    expect(barredWhileImpersonating(paymentDeskCalls[name])).toBe(true);
});
