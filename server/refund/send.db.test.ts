import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isBlockedWhileImpersonating } from '#contract/access/impersonation.ts';
import { toCents } from '#contract/money/cents.ts';
import { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { refundCalls } from '#contract/refund/calls.ts';
import { clock } from '#contract/time/clock.ts';
import * as payments from '#server/payment/acts.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import { readAvailableBalance } from '#server/treasury/cash-accounts.ts';
import * as cash from '#server/treasury/cash-moves.ts';
import { findFailedLedgerChecks, processPaymentCallbacks } from '#test/fixtures/payments.ts';
import { createRefundFixture, type RefundFixture, refundAmounts } from '#test/fixtures/refund-fixture.ts';
import * as refunds from './refunds.ts';
import { refundTransferPurpose } from './transfers.ts';

/** A refund of money on the platform's paybill is sent once to the payer's phone, after request and approval by two people. */
let w: RefundFixture;
const { sum, fee } = refundAmounts;
beforeAll(async () => {
  w = await createRefundFixture();
});
afterAll(() => w.close());
beforeEach(() => w.sim.faults({ lost: false, queueTimeout: false }));

test("approved refund: is sent to the payer's number, is posted once when the result arrives, and the payer is notified", async () => {
  const [before, room] = [await w.left(), await readAvailableBalance(w.db, w.paybill)];
  const { id, transfer, code } = await w.approved();
  expect(transfer).toMatchObject({ status: 'queued', key: expect.stringMatching(/^R\d+-[0-9a-f]{8,}$/), fee_cents: fee });
  // The received money is already reserved, together with the sending fee.
  expect(await readAvailableBalance(w.db, w.paybill)).toBe(room - fee);
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  expect(await w.one(id)).toMatchObject({ status: 'approved', sending: { status: 'sent' }, acts: [] });
  expect([await w.onItsWay(id), await w.tellings(code)]).toEqual([sum, 0]);
  await expect(w.takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(w.byHand(id, 'TKC9999999')).rejects.toMatchObject({ failure: 'conflict' });
  const posts = await w.arrived();
  await processPaymentCallbacks(w.services, [...posts, ...posts]);
  const [there] = await w.transfersOf(id);
  expect(there).toMatchObject({ status: 'confirmed', external_id: expect.stringMatching(/^[A-Z0-9]{10}$/) });
  expect(await w.one(id)).toMatchObject({ status: 'paid', how: 'mpesa', proof: there?.external_id, unproven: false });
  expect([await w.onItsWay(id), (await w.left()) - before, await w.tellings(code)]).toEqual([0, -sum - fee, 1]);
  expect(w.paidOut(id)).toMatchObject([{ amount: sum / 100, phone: '254712345678' }]);
  await w.later(30 * 24 * 3600);
  await processPaymentCallbacks(w.services, posts);
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  expect([w.paidOut(id).length, await readAvailableBalance(w.db, w.paybill)]).toEqual([1, room - fee]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('refund to a masked number: requester and approver must type the same number, ending with the known digits', async () => {
  const payment = await w.paid(null);
  await expect(w.ask(payment)).rejects.toMatchObject({ failure: 'invalid' });
  await expect(w.ask(payment, '0712 345 999')).rejects.toMatchObject({ failure: 'invalid' });
  const id = await w.ask(payment, '0712 345 678');
  await expect(w.approve(id)).rejects.toMatchObject({ failure: 'invalid' });
  await expect(w.approve(id, '0712 346 678')).rejects.toMatchObject({ failure: 'invalid' });
  expect(await w.transfersOf(id)).toEqual([]);
  await w.approve(id, '+254712345678');
  await sendTransfer(w.db, refundTransferPurpose, w.rail, (await w.transfersOf(id))[0]?.id ?? 0);
  await w.deliver();
  expect(w.paidOut(id)).toMatchObject([{ amount: sum / 100, phone: '254712345678' }]);
});

test('refund to another number or of an amount with cents: is paid manually only', async () => {
  const other = await w.ask(await w.paid(), '0722000111');
  await w.approve(other);
  expect([(await w.refundOf(other)).way, (await w.transfersOf(other)).length]).toEqual(['hand', 0]);
  const payment = await w.paid();
  const odd = await w.as(w.asker, (ctx) => payments.requestRefund(ctx, { id: payment, cents: toCents(1_050), reason: 'Cents', to: '0712345678' }));
  expect(odd.refunds.at(-1)).toMatchObject({ way: 'hand' });
});

test('refund: is approved once and sent once despite concurrent approvals and jobs', async () => {
  const id = await w.ask(await w.paid());
  const both = await Promise.allSettled([w.approve(id), w.approve(id)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [transfer] = await w.transfersOf(id);
  await Promise.all([1, 2, 3].map(() => sendTransfer(w.db, refundTransferPurpose, w.rail, transfer?.id ?? 0)));
  await w.deliver();
  expect([(await w.transfersOf(id)).length, w.paidOut(id).length]).toEqual([1, 1]);
});

test('refund while payouts are blocked: is neither approved nor sent, and a pending refund can be cancelled', async () => {
  const [{ id, transfer }, waits] = [await w.approved(), await w.ask(await w.paid())];
  const { id: stop } = await w.db
    .insertInto('ledger_proof')
    .values({ scope: 'all', ok: false, checked: 1, ms: 1, failed: JSON.stringify([{ proof: 'totals_are_entries', differences: [] }]) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'queued' }]);
  await expect(w.approve(waits)).rejects.toMatchObject({ failure: 'conflict' });
  expect((await w.one(id))?.acts).toEqual(['undo']);
  await w.takeBack(id);
  await w.db.deleteFrom('ledger_proof').where('id', '=', stop).execute();
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  expect([(await w.transfersOf(id)).map(({ status }) => status), w.paidOut(id)]).toEqual([['failed'], []]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('refund of a payment with a possible M-Pesa reversal: is neither approved nor sent', async () => {
  const { id, transfer } = await w.approved();
  const { payment_id } = await w.refundOf(id);
  await w.db
    .insertInto('payment_doubt')
    .values({
      kind: 'reversal',
      account_id: w.paybill.id,
      payment_id,
      external: 'TKD1',
      cents: sum,
      at: clock.now(),
      payer: '',
      verified_by: 'pull',
    })
    .execute();
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'queued' }]);
  await w.db.updateTable('payment_doubt').set({ status: 'decided', decision: 'dismissed' }).where('external', '=', 'TKD1').execute();
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  await w.deliver();
  expect(w.paidOut(id)).toHaveLength(1);
});

test('refund above the unreserved balance of the paybill: is neither approved nor sent', async () => {
  const id = await w.ask(await w.paid());
  await w.db
    .updateTable('refund')
    .set({ cents: sum * 100 })
    .where('id', '=', id)
    .execute();
  await expect(w.approve(id)).rejects.toMatchObject({ failure: 'conflict' });
  expect((await w.refundOf(id)).status).toBe('asked');
});

test('refund from an empty paybill: the error names the next step, and the approved refund is paid manually from the bank', async () => {
  const id = await w.ask(await w.paid());
  const bank = await createCollectionAccount(w.db, {
    company_id: null,
    rail: 'bank',
    name: 'Equity',
    number: '0119887766',
    bank_code: '68',
    fund: 'C',
  });
  if (!bank) throw new Error('no bank');
  const all = toCents(await readAvailableBalance(w.db, w.paybill));
  const swept = { account_id: w.paybill.id, to_account_id: bank.id, cents: all, proof: 'SWEPT00001' };
  const moved = await w.as(w.boss, (ctx) => cash.recordSweep(ctx, swept));
  await w.as(w.boss, (ctx) => cash.confirmCashMoveArrival(ctx, { id: moved.id, proof: 'FT27062' }));
  await expect(w.approve(id)).rejects.toMatchObject({
    failure: 'conflict',
    message: expect.stringMatching(/KES 1,205 .*manually from the bank, or wait/),
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
  await w.as(w.boss, (ctx) => refunds.recordManualRefundPayment(ctx, { id, how: 'bank', account_id: bank.id, proof: 'FT27063' }));
  expect(await w.one(id)).toMatchObject({ status: 'paid', how: 'bank' });
  expect([await w.onItsWay(id), await readAvailableBalance(w.db, bank)]).toEqual([0, all - sum]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('impersonation: every refund action is refused while viewing as another person', () => {
  const calls = { ...paymentActionCalls, ...refundCalls };
  for (const name of ['requestRefund', 'decideRefund', 'sendRefund', 'settleRefund', 'recordPaidRefund', 'addRefundEvidence'] as const)
    expect(isBlockedWhileImpersonating(calls[name])).toBe(true);
});
