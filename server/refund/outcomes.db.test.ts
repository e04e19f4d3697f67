import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealObject } from '#server/kernel/seal.ts';
import { type PayoutRail, queryDueTransfers, sendQueuedTransfers, sendTransfer } from '#server/transfer/service.ts';
import { buildFailedPayoutResult, findFailedLedgerChecks, processPaymentCallbacks } from '#test/fixtures/payments.ts';
import { createRefundFixture, type RefundFixture, refundAmounts } from '#test/fixtures/refund-fixture.ts';
import { createPerson } from '#test/people.ts';
import { refundTransferPurpose } from './transfers.ts';

/** Staff actions on a sent refund. server/transfer/transfers.db.test.ts tests the behaviour that all transfers share. */
let w: RefundFixture;
const { sum } = refundAmounts;
beforeAll(async () => {
  w = await createRefundFixture();
});
afterAll(() => w.close());
beforeEach(() => w.sim.faults({ lost: false, queueTimeout: false }));

test('failed refund: is listed with its reason, remains reserved, and is sent a second time under another key', async () => {
  const { id, transfer } = await w.approved('254712000000');
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  const posts = await w.arrived();
  await processPaymentCallbacks(w.services, posts);
  expect(await w.one(id)).toMatchObject({ status: 'approved', sending: { status: 'failed', error: 'bad_account' }, acts: ['send', 'hand', 'undo'] });
  expect(await w.onItsWay(id)).toBe(sum);
  expect(await w.stuck('failed')).toBe(true);
  // The phone is registered with M-Pesa now.
  await w.db
    .updateTable('refund')
    .set({ to_sealed: sealObject({ to: '254712345678' }) })
    .where('id', '=', id)
    .execute();
  const two = await Promise.allSettled([w.again(id), w.again(id)]);
  expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [, second] = await w.transfersOf(id);
  expect(second).toMatchObject({ attempt: 2, status: 'queued' });
  expect(second?.key).not.toBe(transfer.key);
  await sendTransfer(w.db, refundTransferPurpose, w.rail, second?.id ?? 0);
  await w.deliver();
  // A repeated failure of the first attempt affects only the first.
  await processPaymentCallbacks(w.services, posts);
  expect((await w.transfersOf(id)).map(({ status }) => status)).toEqual(['failed', 'confirmed']);
  expect([w.paidOut(id).length, await w.onItsWay(id)]).toEqual([1, 0]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('refund without an M-Pesa result for a day: two people record the failure with the statement, and the one who reported it cannot resend', async () => {
  const { id, transfer } = await w.approved();
  const silent: PayoutRail = {
    ...w.rail,
    pay: async () => ({ kind: 'unknown', why: 'timeout', code: null, text: 'no answer' }),
    ask: async () => ({ kind: 'accepted', conversation: null }),
  };
  await sendTransfer(w.db, refundTransferPurpose, silent, transfer.id);
  const waiting = await w.one(id);
  const sentAt = (await w.transfersOf(id))[0]?.sent_at?.getTime() ?? 0;
  expect(waiting).toMatchObject({ acts: ['ask', 'arrived'], sending: { failable_at: new Date(sentAt + 24 * 3_600_000).toISOString() } });
  await expect(w.takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(w.settle(id, { arrived: false })).rejects.toMatchObject({ failure: 'conflict' });
  await w.later(25 * 3600);
  await queryDueTransfers(w.db, refundTransferPurpose, silent);
  expect(await w.stuck('unknown')).toBe(true);
  expect(await w.one(id)).toMatchObject({ acts: ['ask', 'arrived', 'failed'], sending: { failable_at: null } });
  expect(await w.settle(id, { arrived: false })).toMatchObject({
    status: 'approved',
    sending: { status: 'unknown' },
    failure_request: { own: true },
  });
  // One person alone neither records the failure nor releases the money.
  expect((await w.one(id))?.acts).toEqual(['ask', 'arrived']);
  await expect(w.takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(w.approveFailure(w.boss)).rejects.toMatchObject({ failure: 'forbidden' });
  await w.approveFailure();
  expect(await w.one(id)).toMatchObject({ sending: { status: 'failed', by_hand: true }, failure_request: null, has_evidence: true });
  // A person who is new in the role releases no money either.
  const late = await createPerson(w.services, 'superadmin');
  await expect(w.takeBack(id, late)).rejects.toMatchObject({ failure: 'conflict' });
  // Who reported the failure neither sends the refund again nor releases its money.
  expect((await w.one(id))?.acts).toEqual([]);
  await expect(w.takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(w.again(id)).rejects.toMatchObject({ failure: 'conflict' });
  await w.again(id, w.asker);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'failed' }, { status: 'queued', attempt: 2 }]);
  await w.takeBack(id);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('refund recorded as arrived: the payer is notified only after M-Pesa confirms the same code', async () => {
  const { id, transfer, code } = await w.approved();
  w.sim.faults({ queueTimeout: true });
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  await w.deliver();
  w.sim.faults({ queueTimeout: false });
  const [movement] = w.paidOut(id);
  await expect(w.settle(id, { arrived: true })).rejects.toMatchObject({ failure: 'invalid' });
  await w.settle(id, { arrived: true, proof: movement?.receipt ?? '' });
  expect([await w.one(id), await w.tellings(code)]).toMatchObject([{ status: 'paid', unproven: true }, 0]);
  await w.rail.ask(transfer.key);
  await w.deliver();
  expect([await w.one(id), await w.tellings(code)]).toMatchObject([{ status: 'paid', unproven: false }, 1]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('refund reported both as failed and as arrived: is not resent until a person decides, and is paid once', async () => {
  const { id, transfer } = await w.approved();
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  const [real] = await w.arrived();
  await processPaymentCallbacks(w.services, real ? [{ ...real, body: buildFailedPayoutResult(transfer.key) }] : []);
  await w.again(id);
  const [, second] = await w.transfersOf(id);
  await processPaymentCallbacks(w.services, real ? [real] : []);
  expect((await w.one(id))?.sending?.disputed).toBe(true);
  await sendTransfer(w.db, refundTransferPurpose, w.rail, second?.id ?? 0);
  await w.later(700);
  await sendQueuedTransfers(w.db, refundTransferPurpose, w.rail);
  expect((await w.one(id))?.acts).toEqual(['arrived', 'failed']);
  await expect(w.takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
  const [movement] = w.paidOut(id);
  await w.settle(id, { arrived: true, proof: movement?.receipt ?? '' });
  expect(await w.one(id)).toMatchObject({ status: 'paid', unproven: true, proof: movement?.receipt });
  expect([w.paidOut(id).length, (await w.transfersOf(id)).map(({ status }) => status)]).toEqual([1, ['confirmed', 'failed']]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});
