import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentJobs } from '#server/payment/jobs.ts';
import { refundModule } from '#server/refund/module.ts';
import { settlementJobs } from '#server/settlement/transfers.ts';
import { setClock } from '#test/clock.ts';
import { findFailedLedgerChecks, storePaymentCallback } from '#test/fixtures/payments.ts';
import { type TransferFixture, transferFixtures } from '#test/fixtures/transfer-fixtures.ts';
import type { CrashPoint } from '#test/processes/crash-main.ts';
import { expectProcessKilled, startCrashingProcess } from '#test/processes/crashing-process.ts';

/**
 * A process that sends a transfer, or processes its result, is killed at a chosen point. The scheduled jobs (sweeps) of the next process continue:
 * nothing is sent twice or lost.
 */
describe.each(Object.entries(transferFixtures))('crash while sending %s', (name, open) => {
  let w: TransferFixture;
  let minutes = 0;
  beforeAll(async () => {
    w = await open(null);
  });
  // The killed process uses the system clock.
  beforeEach(() => setClock(w.services, null));
  afterAll(() => w.close());

  const dies = (dying: CrashPoint) => expectProcessKilled(startCrashingProcess(w.services, { mpesa: w.sim.url, box: w.box.url }, dying));
  const kept = async (): Promise<number[]> => {
    const ids: number[] = [];
    for (const one of await w.arrived()) ids.push(await storePaymentCallback(w.services, one));
    return ids;
  };
  /** Another process starts: its sweeps process what is due, and M-Pesa's callbacks are stored. */
  const restarted = async () => {
    const jobs = [...settlementJobs(w.rail), ...(refundModule.jobs?.(w.services) ?? []), ...paymentJobs(w.services)].filter((job) =>
      [w.job, 'payment.sweep'].includes(job.name),
    );
    for (let round = 0; round < 6; round++) {
      minutes += 4;
      await setClock(w.services, new Date(Date.now() + minutes * 60_000).toISOString());
      await kept();
      for (const { run } of jobs) await run(w.db);
    }
  };
  /** Checks that the transfer was sent at most once, that it was paid or is in the error list, and that the ledger's amount in transit is correct. */
  const expectSafe = async (id: number, want: 'confirmed' | 'unknown') => {
    const there = want === 'confirmed';
    expect(await w.transfersOf(id)).toMatchObject([{ status: want }]);
    expect([(await w.state(id)) === 'paid', (await w.error(id)) !== null]).toEqual([there, !there]);
    expect([w.paidOut(id).length, await w.inTransit(id), await w.notified(id)]).toEqual(there ? [1, 0, 1] : [0, w.sum, 0]);
    expect(await findFailedLedgerChecks(w.services)).toEqual([]);
  };

  test('a transfer is not sent a second time after a crash before the request, and appears in the error list', async () => {
    const { id, transfer } = await w.approved();
    await dies({ [w.dying]: transfer.id, after: 'commit' });
    expect(await w.transfersOf(id)).toMatchObject([{ status: 'sent' }]);
    await restarted();
    await expectSafe(id, 'unknown');
  });

  test.each([
    ['before the answer of M-Pesa was read', { fetched: '/mpesa/b2c' }],
    ['before the answer of M-Pesa was saved', { before: 'set "conversation_id"' }],
  ])('the M-Pesa result completes the transfer after a crash %s', async (_, point) => {
    const { id, transfer } = await w.approved();
    await dies({ ...point, [w.dying]: transfer.id });
    expect(await w.transfersOf(id)).toMatchObject([{ status: 'sent', conversation_id: null }]);
    await restarted();
    await expectSafe(id, 'confirmed');
  });

  test.each([
    ['after its result was posted', { after: 'ledger_post' }],
    ['after the attempt was confirmed', { after: `update "${name === 'payouts' ? 'settlement_transaction' : 'refund_transfer'}"` }],
    ['before the payout or refund was updated', { before: name === 'payouts' ? 'update "settlement_payment"' : 'update "refund" set' }],
  ])('the next process repeats the whole step after a crash before the commit (%s)', async (_, point) => {
    const { id, transfer } = await w.approved();
    await w.send(transfer.id);
    await dies({ ...point, work: await kept() });
    expect(await w.transfersOf(id)).toMatchObject([{ status: 'sent' }]);
    await restarted();
    await expectSafe(id, 'confirmed');
  });
});
