import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { barredWhileImpersonating } from '#contract/access/impersonation.ts';
import { cents } from '#contract/money/cents.ts';
import { paymentActCalls } from '#contract/payment/act-calls.ts';
import { refundCalls } from '#contract/refund/calls.ts';
import { clock } from '#contract/time/clock.ts';
import * as payments from '#server/payment/acts.ts';
import { send } from '#server/transfer/service.ts';
import { addAccount } from '#server/treasury/accounts.ts';
import * as cash from '#server/treasury/cash-moves.ts';
import { roomAt } from '#server/treasury/places.ts';
import { delivered, unproven } from '#test/worlds/payments.ts';
import { type RefundWorld, refunding, refundWorld } from '#test/worlds/refund-world.ts';
import * as refunds from './refunds.ts';
import { refundTransfers } from './transfers.ts';

/** A refund of what lies on the platform's paybill goes to the payer's phone, once, after two persons. */
let w: RefundWorld;
const { sum, fee } = refunding;
beforeAll(async () => {
  w = await refundWorld();
});
afterAll(() => w.close());
beforeEach(() => w.sim.faults({ lost: false, queueTimeout: false }));

test('approved by a second person it goes to the number it was paid from; its result books it, once, and the payer hears of it', async () => {
  const [before, room] = [await w.left(), await roomAt(w.db, w.paybill)];
  const { id, transfer, code } = await w.approved();
  expect(transfer).toMatchObject({ status: 'queued', key: expect.stringMatching(/^R\d+-[0-9a-f]{8,}$/), fee_cents: fee });
  // What came is promised already, and what sending it costs.
  expect(await roomAt(w.db, w.paybill)).toBe(room - fee);
  await send(w.db, refundTransfers, w.rail, transfer.id);
  expect(await w.one(id)).toMatchObject({ status: 'approved', sending: { status: 'sent' }, acts: [] });
  expect([await w.onItsWay(id), await w.tellings(code)]).toEqual([sum, 0]);
  await expect(w.takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(w.byHand(id, 'TKC9999999')).rejects.toMatchObject({ failure: 'conflict' });
  const posts = await w.arrived();
  await delivered(w.house, [...posts, ...posts]);
  const [there] = await w.transfersOf(id);
  expect(there).toMatchObject({ status: 'confirmed', external_id: expect.stringMatching(/^[A-Z0-9]{10}$/) });
  expect(await w.one(id)).toMatchObject({ status: 'paid', how: 'mpesa', proof: there?.external_id, unproven: false });
  expect([await w.onItsWay(id), (await w.left()) - before, await w.tellings(code)]).toEqual([0, -sum - fee, 1]);
  expect(w.paidOut(id)).toMatchObject([{ amount: sum / 100, phone: '254712345678' }]);
  await w.later(30 * 24 * 3600);
  await delivered(w.house, posts);
  await send(w.db, refundTransfers, w.rail, transfer.id);
  expect([w.paidOut(id).length, await roomAt(w.db, w.paybill)]).toEqual([1, room - fee]);
  expect(await unproven(w.house)).toEqual([]);
});

test('a number that M-Pesa masked is typed by both, ends as the masked one does, and is the same', async () => {
  const payment = await w.paid(null);
  await expect(w.ask(payment)).rejects.toMatchObject({ failure: 'invalid' });
  await expect(w.ask(payment, '0712 345 999')).rejects.toMatchObject({ failure: 'invalid' });
  const id = await w.ask(payment, '0712 345 678');
  await expect(w.approve(id)).rejects.toMatchObject({ failure: 'invalid' });
  await expect(w.approve(id, '0712 346 678')).rejects.toMatchObject({ failure: 'invalid' });
  expect(await w.transfersOf(id)).toEqual([]);
  await w.approve(id, '+254712345678');
  await send(w.db, refundTransfers, w.rail, (await w.transfersOf(id))[0]?.id ?? 0);
  await w.deliver();
  expect(w.paidOut(id)).toMatchObject([{ amount: sum / 100, phone: '254712345678' }]);
});

test('to another number than paid, or what M-Pesa cannot send, goes by hand alone', async () => {
  const other = await w.ask(await w.paid(), '0722000111');
  await w.approve(other);
  expect([(await w.refundOf(other)).way, (await w.transfersOf(other)).length]).toEqual(['hand', 0]);
  const payment = await w.paid();
  const odd = await w.as(w.asker, (ctx) => payments.askRefund(ctx, { id: payment, cents: cents(1_050), reason: 'Cents', to: '0712345678' }));
  expect(odd.refunds.at(-1)).toMatchObject({ way: 'hand' });
});

test('twice at once is once: two approve, two jobs send', async () => {
  const id = await w.ask(await w.paid());
  const both = await Promise.allSettled([w.approve(id), w.approve(id)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [transfer] = await w.transfersOf(id);
  await Promise.all([1, 2, 3].map(() => send(w.db, refundTransfers, w.rail, transfer?.id ?? 0)));
  await w.deliver();
  expect([(await w.transfersOf(id)).length, w.paidOut(id).length]).toEqual([1, 1]);
});

test('nothing is approved or sent while payouts are stopped; what waits may be taken back', async () => {
  const [{ id, transfer }, waits] = [await w.approved(), await w.ask(await w.paid())];
  const { id: stop } = await w.db
    .insertInto('ledger_proof')
    .values({ scope: 'all', ok: false, checked: 1, ms: 1, failed: JSON.stringify([{ proof: 'totals_are_entries', differences: [] }]) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await send(w.db, refundTransfers, w.rail, transfer.id);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'queued' }]);
  await expect(w.approve(waits)).rejects.toMatchObject({ failure: 'conflict' });
  expect((await w.one(id))?.acts).toEqual(['undo']);
  await w.takeBack(id);
  await w.db.deleteFrom('ledger_proof').where('id', '=', stop).execute();
  await send(w.db, refundTransfers, w.rail, transfer.id);
  expect([(await w.transfersOf(id)).map(({ status }) => status), w.paidOut(id)]).toEqual([['failed'], []]);
  expect(await unproven(w.house)).toEqual([]);
});

test('nor while it is said that M-Pesa took the payment itself back', async () => {
  const { id, transfer } = await w.approved();
  const { payment_id } = await w.refundOf(id);
  await w.db
    .insertInto('payment_doubt')
    .values({
      ...{ kind: 'reversal', account_id: w.paybill.id, payment_id, external: 'TKD1', cents: sum, at: clock.now() },
      payer: '',
      verified_by: 'pull',
    })
    .execute();
  await send(w.db, refundTransfers, w.rail, transfer.id);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'queued' }]);
  await w.db.updateTable('payment_doubt').set({ status: 'decided', decision: 'dismissed' }).where('external', '=', 'TKD1').execute();
  await send(w.db, refundTransfers, w.rail, transfer.id);
  await w.deliver();
  expect(w.paidOut(id)).toHaveLength(1);
});

test('nor beyond what the paybill has that is promised to nobody', async () => {
  const id = await w.ask(await w.paid());
  await w.db
    .updateTable('refund')
    .set({ cents: sum * 100 })
    .where('id', '=', id)
    .execute();
  await expect(w.approve(id)).rejects.toMatchObject({ failure: 'conflict' });
  expect((await w.refundOf(id)).status).toBe('asked');
});

test('of a paybill that was swept empty it is said what to do: approved it is given by hand from the bank', async () => {
  const id = await w.ask(await w.paid());
  const bank = await addAccount(w.db, { company_id: null, rail: 'bank', name: 'Equity', number: '0119887766', bank_code: '68', fund: 'C' });
  if (!bank) throw new Error('no bank');
  const all = cents(await roomAt(w.db, w.paybill));
  const swept = { account_id: w.paybill.id, to_account_id: bank.id, cents: all, proof: 'SWEPT00001' };
  const moved = await w.as(w.boss, (ctx) => cash.sweep(ctx, swept));
  await w.as(w.boss, (ctx) => cash.arrivedMove(ctx, { id: moved.id, proof: 'FT27062' }));
  await expect(w.approve(id)).rejects.toMatchObject({
    failure: 'conflict',
    message: expect.stringMatching(/KES 1,205 .*by hand from the bank, or wait/),
  });
  await w.as(w.boss, (ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '', by_hand: true }));
  expect(await w.transfersOf(id)).toEqual([]);
  expect(await w.one(id)).toMatchObject({ status: 'approved', sending: null, acts: ['hand', 'undo'] });
  const file = await w.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'slip.pdf', uploaded_by: w.boss.me.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await w.db.updateTable('refund').set({ evidence_file_id: file.id }).where('id', '=', id).execute();
  await w.as(w.boss, (ctx) => refunds.paidRefund(ctx, { id, how: 'bank', account_id: bank.id, proof: 'FT27063' }));
  expect(await w.one(id)).toMatchObject({ status: 'paid', how: 'bank' });
  expect([await w.onItsWay(id), await roomAt(w.db, bank)]).toEqual([0, all - sum]);
  expect(await unproven(w.house)).toEqual([]);
});

test('nobody moves money while they look at the product as somebody else', () => {
  const calls = { ...paymentActCalls, ...refundCalls };
  for (const name of ['askRefund', 'decideRefund', 'sendRefund', 'settleRefund', 'paidRefund', 'refundEvidence'] as const)
    expect(barredWhileImpersonating(calls[name])).toBe(true);
});
