import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccountBalance } from '#server/ledger/service.ts';
import { queryDueTransfers, sendTransfer } from '#server/transfer/service.ts';
import { buildFailedPayoutResult, findFailedLedgerChecks, processPaymentCallbacks } from '#test/fixtures/payments.ts';
import { createRefundFixture, type RefundFixture, refundAmounts } from '#test/fixtures/refund-fixture.ts';
import { refundTransferPurpose } from './transfers.ts';

/** A refund counts as paid once, whatever M-Pesa reports. If two attempts were paid, the ledger contains both. */
let w: RefundFixture;
const { sum, fee } = refundAmounts;
beforeAll(async () => {
  w = await createRefundFixture();
});
afterAll(() => w.close());
const first = async () => {
  const { id, transfer } = await w.approved();
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  const [real] = await w.arrived();
  if (!real) throw new Error('no result');
  return { id, transfer, real };
};
const hear = (post: Awaited<ReturnType<typeof first>>['real'], body: Buffer = Buffer.from(post.body)) =>
  processPaymentCallbacks(w.services, [{ ...post, body }]);

test('refund reported with another amount and then as failed: staff can query M-Pesa or record arrival, but not pay manually', async () => {
  const { id, transfer, real } = await first();
  await hear(real, Buffer.from(String(real.body).replaceAll('1200', '1201')));
  expect(await w.stuck('amount')).toBe(true);
  await hear(real, buildFailedPayoutResult(transfer.key));
  expect(await w.one(id)).toMatchObject({ status: 'approved', sending: { status: 'unknown', disputed: true }, acts: ['ask', 'arrived'] });
  await expect(w.byHand(id, 'TKC7777777')).rejects.toMatchObject({ failure: 'conflict' });
  await w.again(id);
  await queryDueTransfers(w.db, refundTransferPurpose, w.rail);
  await w.deliver();
  expect(await w.one(id)).toMatchObject({ status: 'paid', sending: { status: 'confirmed', disputed: false } });
});

test('refund paid twice: staff record the second transfer, and its amount and fee are posted as a cost', async () => {
  const { id, transfer, real } = await first();
  await hear(real, buildFailedPayoutResult(transfer.key));
  await w.again(id);
  await sendTransfer(w.db, refundTransferPurpose, w.rail, (await w.transfersOf(id))[1]?.id ?? 0);
  await w.deliver();
  expect(await w.one(id)).toMatchObject({ status: 'paid', sending: { disputed: false } });
  await hear(real);
  expect(await w.one(id)).toMatchObject({ status: 'paid', sending: { disputed: true }, acts: ['twice', 'failed'] });
  const [left, costs] = [await w.left(), await readAccountBalance(w.db, 'P', { code: 5020 })];
  const two = { receipt: (await w.transfersOf(id))[1]?.external_id };
  const one = w.paidOut(id).find(({ receipt }) => receipt !== two.receipt);
  // The same code cannot prove two payments.
  await expect(w.settle(id, { arrived: true, proof: two.receipt ?? '' })).rejects.toMatchObject({ failure: 'invalid' });
  await w.settle(id, { arrived: true, proof: one?.receipt ?? '' });
  expect([(await w.left()) - left, (await readAccountBalance(w.db, 'P', { code: 5020 })) - costs]).toEqual([-sum - fee, sum + fee]);
  expect((await w.transfersOf(id)).map(({ status, external_id }) => [status, external_id])).toEqual([
    ['twice', one?.receipt],
    ['confirmed', two.receipt],
  ]);
  expect(await w.one(id)).toMatchObject({ status: 'paid', proof: two.receipt, sending: { disputed: false }, acts: [] });
  await hear(real);
  await hear(real, buildFailedPayoutResult(transfer.key));
  expect((await w.one(id))?.acts).toEqual([]);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});
