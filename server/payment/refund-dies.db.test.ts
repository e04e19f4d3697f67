import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { send } from '#server/transfer/service.ts';
import { setClock } from '#test/clock.ts';
import type { Dying } from '#test/dies-main.ts';
import { expectKilled, startDying } from '#test/dying.ts';
import { handIn, unproven } from '#test/payments.ts';
import { type RefundWorld, refunding, refundWorld } from '#test/refund-world.ts';
import { paymentJobs } from './jobs.ts';
import { refundTransfers } from './refund-transfers.ts';

/** Who sends a refund, or takes its answer, is killed at a chosen point; the sweeps of the next process alone go on: never sent twice, never lost. */
let w: RefundWorld;
let minutes = 0;
beforeAll(async () => {
  w = await refundWorld(null);
});
// Whoever dies has the machine's clock.
beforeEach(() => setClock(w.house, null));
afterAll(() => w.close());

const dies = (dying: Dying) => expectKilled(startDying(w.house, { mpesa: w.sim.url, box: w.box.url }, dying));
const kept = async (): Promise<number[]> => {
  const ids: number[] = [];
  for (const one of await w.arrived()) ids.push(await handIn(w.house, one));
  return ids;
};
/** Another process comes: its sweeps alone go through what is due, and what M-Pesa sends is kept. */
const restarted = async () => {
  for (let round = 0; round < 6; round++) {
    minutes += 4;
    await setClock(w.house, new Date(Date.now() + minutes * 60_000).toISOString());
    await kept();
    for (const { name, run } of paymentJobs(w.house)) if (['payment.refunds', 'payment.sweep'].includes(name)) await run(w.db);
  }
};
/** Sent at most once, and given back or not known; the payer hears of what went, once. */
const expectSafe = async ({ id, code }: { id: number; code: string }, want: 'confirmed' | 'unknown') => {
  const there = want === 'confirmed';
  expect(await w.transfersOf(id)).toMatchObject([{ status: want }]);
  expect((await w.refundOf(id)).status).toBe(there ? 'paid' : 'approved');
  expect([w.paidOut(id).length, await w.onItsWay(id), await w.tellings(code)]).toEqual(there ? [1, 0, 1] : [0, refunding.sum, 0]);
  expect(await unproven(w.house)).toEqual([]);
};

test('written down as sent, and never sent: nobody sends it again, and the desk has it', async () => {
  const one = await w.approved();
  await dies({ refund: one.transfer.id, after: 'commit' });
  expect(await w.transfersOf(one.id)).toMatchObject([{ status: 'sent' }]);
  await restarted();
  await expectSafe(one, 'unknown');
});

test.each([
  ['sent, and nobody heard M-Pesa’s answer', { fetched: '/mpesa/b2c' }],
  ['sent and answered, and the answer is not kept', { before: 'set "conversation_id"' }],
])('%s: the result finds it', async (_, point) => {
  const one = await w.approved();
  await dies({ ...point, refund: one.transfer.id });
  expect(await w.transfersOf(one.id)).toMatchObject([{ status: 'sent', conversation_id: null }]);
  await restarted();
  await expectSafe(one, 'confirmed');
});

test.each([
  ['its result is booked and not committed', { after: 'ledger_post' }],
  ['the attempt is confirmed, and the refund does not know it yet', { before: 'update "refund" set' }],
])('%s: the next one does all of it', async (_, point) => {
  const one = await w.approved();
  await send(w.db, refundTransfers, w.rail, one.transfer.id);
  await dies({ ...point, work: await kept() });
  expect(await w.transfersOf(one.id)).toMatchObject([{ status: 'sent' }]);
  await restarted();
  await expectSafe(one, 'confirmed');
});
