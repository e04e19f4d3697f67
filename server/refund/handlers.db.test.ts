import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { buildFailedPayoutResult, processPaymentCallbacks } from '#test/fixtures/payments.ts';
import { createRefundFixture, type RefundFixture } from '#test/fixtures/refund-fixture.ts';
import { createPerson, makeAccountsEstablished, type TestPerson } from '#test/people.ts';
import * as refunds from './refunds.ts';
import { refundTransferPurpose } from './transfers.ts';

/** The people who brought a payment in do not let it out as a refund to a number that was typed. */
let w: RefundFixture;
let [importer, third]: TestPerson[] = [];
let n = 0;
const refused = { failure: 'forbidden', message: expect.stringMatching(/recorded, imported, matched or corrected/) };

beforeAll(async () => {
  w = await createRefundFixture();
  [importer, third] = [await createPerson(w.services, 'superadmin'), await createPerson(w.services, 'superadmin')];
  await makeAccountsEstablished(w.services, importer, third);
});
afterAll(() => w.close());

/** The statement that brought a payment, uploaded by one person and imported with the approval of the boss. */
async function onStatement(payment: number): Promise<void> {
  const by = { by_id: importer?.id ?? null, asked_by: importer?.id ?? null, approved_by: w.boss.id };
  const { id } = await w.db
    .insertInto('statement')
    .values({ account_id: w.paybill.id, name: 'typed', sha256: Buffer.from(`typed ${++n}`.padEnd(32)), head: [], ...by, status: 'imported' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await w.db.insertInto('statement_line').values({ statement_id: id, n: 1, cells: [], payment_id: payment }).execute();
}
const approve = (who: TestPerson | undefined, id: number) =>
  w.as(who as TestPerson, (ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '' }));
const waits = async (who: TestPerson | undefined, id: number) =>
  (await w.as(who as TestPerson, (ctx) => refunds.listRefunds(ctx, { page: 1, page_size: 100, z_filter: { waiting: 'true' } }))).results.some(
    (row) => row.id === id,
  );

test('refund approval: the person who imported its payment, and the person who approved the import, are barred', async () => {
  const payment = await w.paid();
  await onStatement(payment);
  const id = await w.ask(payment);
  for (const who of [importer, w.boss]) {
    expect(await waits(who, id)).toBe(false);
    await expect(approve(who, id)).rejects.toMatchObject(refused);
  }
  // Reading the destination before the approval is not handling the payment.
  await w.as(third as TestPerson, (ctx) => refunds.readRefundDestination(ctx, { id }));
  expect(await waits(third, id)).toBe(true);
  expect(await approve(third, id)).toMatchObject({ status: 'approved' });
});

test('refund that failed: the person who imported its payment cannot send it again, and a person who only approved it can', async () => {
  const { id, transfer } = await w.approved('254712000000');
  await sendTransfer(w.db, refundTransferPurpose, w.rail, transfer.id);
  const [real] = await w.arrived();
  await processPaymentCallbacks(w.services, real ? [{ ...real, body: buildFailedPayoutResult(transfer.key) }] : []);
  const { payment_id } = await w.refundOf(id);
  const by = { by_id: importer?.id ?? null, status: 'imported' as const, imported_at: clock.now() };
  const statement = await w.db
    .insertInto('statement')
    .values({ account_id: w.paybill.id, name: 'later', sha256: Buffer.from(`later ${++n}`.padEnd(32)), head: [], ...by })
    .returning('id')
    .executeTakeFirstOrThrow();
  await w.db.insertInto('statement_line').values({ statement_id: statement.id, n: 1, cells: [], payment_id }).execute();
  await expect(w.again(id, importer)).rejects.toMatchObject(refused);
  await w.again(id);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'failed' }, { status: 'queued' }]);
});
