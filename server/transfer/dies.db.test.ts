import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentJobs } from '#server/payment/jobs.ts';
import { settlementJobs } from '#server/settlement/transfers.ts';
import { setClock } from '#test/clock.ts';
import type { Dying } from '#test/processes/dies-main.ts';
import { expectKilled, startDying } from '#test/processes/dying.ts';
import { handIn, unproven } from '#test/worlds/payments.ts';
import { purposes, type TransferWorld } from '#test/worlds/transfer-worlds.ts';

/** A process that sends a transfer, or takes its result, is killed at a chosen point. The sweeps of the next process alone go on: never sent twice, never lost. */
describe.each(Object.entries(purposes))('killed while sending %s', (name, open) => {
  let w: TransferWorld;
  let minutes = 0;
  beforeAll(async () => {
    w = await open(null);
  });
  // The process that is killed has the machine's clock.
  beforeEach(() => setClock(w.house, null));
  afterAll(() => w.close());

  const dies = (dying: Dying) => expectKilled(startDying(w.house, { mpesa: w.sim.url, box: w.box.url }, dying));
  const kept = async (): Promise<number[]> => {
    const ids: number[] = [];
    for (const one of await w.arrived()) ids.push(await handIn(w.house, one));
    return ids;
  };
  /** Another process starts: its sweeps go through what is due, and what M-Pesa sends is kept. */
  const restarted = async () => {
    const jobs = [...settlementJobs(w.rail), ...paymentJobs(w.house)].filter((job) => [w.job, 'payment.sweep'].includes(job.name));
    for (let round = 0; round < 6; round++) {
      minutes += 4;
      await setClock(w.house, new Date(Date.now() + minutes * 60_000).toISOString());
      await kept();
      for (const { run } of jobs) await run(w.db);
    }
  };
  /** Sent at most once, and arrived or at the desk; what the books have in transit is what is in transit. */
  const expectSafe = async (id: number, want: 'confirmed' | 'unknown') => {
    const there = want === 'confirmed';
    expect(await w.transfersOf(id)).toMatchObject([{ status: want }]);
    expect([(await w.state(id)) === 'paid', (await w.error(id)) !== null]).toEqual([there, !there]);
    expect([w.paidOut(id).length, await w.inTransit(id), await w.notified(id)]).toEqual(there ? [1, 0, 1] : [0, w.sum, 0]);
    expect(await unproven(w.house)).toEqual([]);
  };

  test('before it was sent: nobody sends it again, and the desk has it', async () => {
    const { id, transfer } = await w.approved();
    await dies({ [w.dying]: transfer.id, after: 'commit' });
    expect(await w.transfersOf(id)).toMatchObject([{ status: 'sent' }]);
    await restarted();
    await expectSafe(id, 'unknown');
  });

  test.each([
    ['before M-Pesa’s answer was read', { fetched: '/mpesa/b2c' }],
    ['before M-Pesa’s answer was kept', { before: 'set "conversation_id"' }],
  ])('%s: the result finds it', async (_, point) => {
    const { id, transfer } = await w.approved();
    await dies({ ...point, [w.dying]: transfer.id });
    expect(await w.transfersOf(id)).toMatchObject([{ status: 'sent', conversation_id: null }]);
    await restarted();
    await expectSafe(id, 'confirmed');
  });

  test.each([
    ['after its result was booked', { after: 'ledger_post' }],
    ['after the attempt was confirmed', { after: `update "${name === 'payouts' ? 'settlement_transaction' : 'refund_transfer'}"` }],
    ['before the payout or refund was', { before: name === 'payouts' ? 'update "settlement_payment"' : 'update "refund" set' }],
  ])('%s, and before the commit: the next one does all of it', async (_, point) => {
    const { id, transfer } = await w.approved();
    await w.send(transfer.id);
    await dies({ ...point, work: await kept() });
    expect(await w.transfersOf(id)).toMatchObject([{ status: 'sent' }]);
    await restarted();
    await expectSafe(id, 'confirmed');
  });
});
