import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seal } from '#server/kernel/seal.ts';
import { askDue, type PayoutRail, send, sendQueued } from '#server/transfer/service.ts';
import { delivered, failureOf, unproven } from '#test/worlds/payments.ts';
import { type RefundWorld, refunding, refundWorld } from '#test/worlds/refund-world.ts';
import { refundTransfers } from './transfers.ts';

/** What the desk can do about a refund that was sent. What holds for every transfer is in server/transfer/transfers.db.test.ts. */
let w: RefundWorld;
const { sum } = refunding;
beforeAll(async () => {
  w = await refundWorld();
});
afterAll(() => w.close());
beforeEach(() => w.sim.faults({ lost: false, queueTimeout: false }));

test('failed for certain: it stands at the desk with its reason, stays promised, and goes again under another key', async () => {
  const { id, transfer } = await w.approved('254712000000');
  await send(w.db, refundTransfers, w.rail, transfer.id);
  const posts = await w.arrived();
  await delivered(w.house, posts);
  expect(await w.one(id)).toMatchObject({ status: 'approved', sending: { status: 'failed', error: 'bad_account' }, acts: ['send', 'hand', 'undo'] });
  expect(await w.onItsWay(id)).toBe(sum);
  expect(await w.stuck('failed')).toBe(true);
  // Their phone has M-Pesa by now.
  await w.db
    .updateTable('refund')
    .set({ to_sealed: seal({ to: '254712345678' }) })
    .where('id', '=', id)
    .execute();
  const two = await Promise.allSettled([w.again(id), w.again(id)]);
  expect(two.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [, second] = await w.transfersOf(id);
  expect(second).toMatchObject({ attempt: 2, status: 'queued' });
  expect(second?.key).not.toBe(transfer.key);
  await send(w.db, refundTransfers, w.rail, second?.id ?? 0);
  await w.deliver();
  // The failure of the first, told again, is the first's alone.
  await delivered(w.house, posts);
  expect((await w.transfersOf(id)).map(({ status }) => status)).toEqual(['failed', 'confirmed']);
  expect([w.paidOut(id).length, await w.onItsWay(id)]).toEqual([1, 0]);
  expect(await unproven(w.house)).toEqual([]);
});

test('a day without an answer: a person with the statement says that it did not arrive, and another sends it again', async () => {
  const { id, transfer } = await w.approved();
  const silent: PayoutRail = {
    ...w.rail,
    pay: async () => ({ kind: 'unknown', why: 'timeout', code: null, text: 'no answer' }),
    ask: async () => ({ kind: 'accepted', conversation: null }),
  };
  await send(w.db, refundTransfers, silent, transfer.id);
  const waiting = await w.one(id);
  const sentAt = (await w.transfersOf(id))[0]?.sent_at?.getTime() ?? 0;
  expect(waiting).toMatchObject({ acts: ['ask', 'arrived'], sending: { failable_at: new Date(sentAt + 24 * 3_600_000).toISOString() } });
  await expect(w.takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(w.settle(id, { arrived: false })).rejects.toMatchObject({ failure: 'conflict' });
  await w.later(25 * 3600);
  await askDue(w.db, refundTransfers, silent);
  expect(await w.stuck('unknown')).toBe(true);
  expect(await w.one(id)).toMatchObject({ acts: ['ask', 'arrived', 'failed'], sending: { failable_at: null } });
  await w.settle(id, { arrived: false });
  expect((await w.one(id))?.acts).toEqual(['hand', 'undo']);
  await expect(w.again(id)).rejects.toMatchObject({ failure: 'conflict' });
  await w.again(id, w.asker);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'failed' }, { status: 'queued', attempt: 2 }]);
  await w.takeBack(id);
  expect(await unproven(w.house)).toEqual([]);
});

test('that it arrived a person read; M-Pesa’s own word under that number proves it, and only then the payer hears of it', async () => {
  const { id, transfer, code } = await w.approved();
  w.sim.faults({ queueTimeout: true });
  await send(w.db, refundTransfers, w.rail, transfer.id);
  await w.deliver();
  w.sim.faults({ queueTimeout: false });
  const [movement] = w.paidOut(id);
  await expect(w.settle(id, { arrived: true })).rejects.toMatchObject({ failure: 'invalid' });
  await w.settle(id, { arrived: true, proof: movement?.receipt ?? '' });
  expect([await w.one(id), await w.tellings(code)]).toMatchObject([{ status: 'paid', unproven: true }, 0]);
  await w.rail.ask(transfer.key);
  await w.deliver();
  expect([await w.one(id), await w.tellings(code)]).toMatchObject([{ status: 'paid', unproven: false }, 1]);
  expect(await unproven(w.house)).toEqual([]);
});

test('said to have failed and then to have arrived: nothing more goes until a person decides; found, it is given back once', async () => {
  const { id, transfer } = await w.approved();
  await send(w.db, refundTransfers, w.rail, transfer.id);
  const [real] = await w.arrived();
  await delivered(w.house, real ? [{ ...real, body: failureOf(transfer.key) }] : []);
  await w.again(id);
  const [, second] = await w.transfersOf(id);
  await delivered(w.house, real ? [real] : []);
  expect((await w.one(id))?.sending?.disputed).toBe(true);
  await send(w.db, refundTransfers, w.rail, second?.id ?? 0);
  await w.later(700);
  await sendQueued(w.db, refundTransfers, w.rail);
  expect((await w.one(id))?.acts).toEqual(['arrived', 'failed']);
  await expect(w.takeBack(id)).rejects.toMatchObject({ failure: 'conflict' });
  const [movement] = w.paidOut(id);
  await w.settle(id, { arrived: true, proof: movement?.receipt ?? '' });
  expect(await w.one(id)).toMatchObject({ status: 'paid', unproven: true, proof: movement?.receipt });
  expect([w.paidOut(id).length, (await w.transfersOf(id)).map(({ status }) => status)]).toEqual([1, ['confirmed', 'failed']]);
  expect(await unproven(w.house)).toEqual([]);
});
