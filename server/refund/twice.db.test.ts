import { afterAll, beforeAll, expect, test } from 'vitest';
import { balance } from '#server/ledger/service.ts';
import { askDue, send } from '#server/transfer/service.ts';
import { delivered, failureOf, unproven } from '#test/worlds/payments.ts';
import { type RefundWorld, refunding, refundWorld } from '#test/worlds/refund-world.ts';
import { refundTransfers } from './transfers.ts';

/** One refund is paid once, whatever M-Pesa says of it; where two left all the same, the books have both. */
let w: RefundWorld;
const { sum, fee } = refunding;
beforeAll(async () => {
  w = await refundWorld();
});
afterAll(() => w.close());
const first = async () => {
  const { id, transfer } = await w.approved();
  await send(w.db, refundTransfers, w.rail, transfer.id);
  const [real] = await w.arrived();
  if (!real) throw new Error('no result');
  return { id, transfer, real };
};
const hear = (post: Awaited<ReturnType<typeof first>>['real'], body: Buffer = Buffer.from(post.body)) => delivered(w.house, [{ ...post, body }]);

test('paid in another amount, and then failed: the desk can ask M-Pesa or say that it arrived, and not give it by hand', async () => {
  const { id, transfer, real } = await first();
  await hear(real, Buffer.from(String(real.body).replaceAll('1200', '1201')));
  expect(await w.stuck('amount')).toBe(true);
  await hear(real, failureOf(transfer.key));
  expect(await w.one(id)).toMatchObject({ status: 'approved', sending: { status: 'unknown', disputed: true }, acts: ['ask', 'arrived'] });
  await expect(w.byHand(id, 'TKC7777777')).rejects.toMatchObject({ failure: 'conflict' });
  await w.again(id);
  await askDue(w.db, refundTransfers, w.rail);
  await w.deliver();
  expect(await w.one(id)).toMatchObject({ status: 'paid', sending: { status: 'confirmed', disputed: false } });
});

test('both arrived: the desk says so, and what left the second time has left the books', async () => {
  const { id, transfer, real } = await first();
  await hear(real, failureOf(transfer.key));
  await w.again(id);
  await send(w.db, refundTransfers, w.rail, (await w.transfersOf(id))[1]?.id ?? 0);
  await w.deliver();
  expect(await w.one(id)).toMatchObject({ status: 'paid', sending: { disputed: false } });
  await hear(real);
  expect(await w.one(id)).toMatchObject({ status: 'paid', sending: { disputed: true }, acts: ['twice', 'failed'] });
  const [left, costs] = [await w.left(), await balance(w.db, 'P', { code: 5020 })];
  const two = { receipt: (await w.transfersOf(id))[1]?.external_id };
  const one = w.paidOut(id).find(({ receipt }) => receipt !== two.receipt);
  // One number is one payment.
  await expect(w.settle(id, { arrived: true, proof: two.receipt ?? '' })).rejects.toMatchObject({ failure: 'invalid' });
  await w.settle(id, { arrived: true, proof: one?.receipt ?? '' });
  expect([(await w.left()) - left, (await balance(w.db, 'P', { code: 5020 })) - costs]).toEqual([-sum - fee, sum + fee]);
  expect((await w.transfersOf(id)).map(({ status, external_id }) => [status, external_id])).toEqual([
    ['twice', one?.receipt],
    ['confirmed', two.receipt],
  ]);
  expect(await w.one(id)).toMatchObject({ status: 'paid', proof: two.receipt, sending: { disputed: false }, acts: [] });
  await hear(real);
  await hear(real, failureOf(transfer.key));
  expect((await w.one(id))?.acts).toEqual([]);
  expect(await unproven(w.house)).toEqual([]);
});
