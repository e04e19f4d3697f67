import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDecimalText } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { listReconciliations } from '#server/bank-statement/corrections.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { readPayment } from '#server/collection/rows.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { createRefundFixture, type RefundFixture, refundAmounts } from '#test/fixtures/refund-fixture.ts';
import { importApproved, undoApproved } from '#test/statement-imports.ts';
import { applyExternalReversal } from './reversal.ts';

/** Manual refunds from the platform's own paybill: a person's record is unproven until M-Pesa or the statement shows its code. */
let w: RefundFixture;
const { sum } = refundAmounts;
beforeAll(async () => {
  w = await createRefundFixture();
});
afterAll(() => w.close());

/** Creates a refund that was approved for manual payment and recorded as paid under this code. */
async function said(proof: string) {
  const payment = await w.paid();
  const id = await w.ask(payment, 'KCB 0113601234');
  await w.approve(id);
  await w.byHand(id, proof);
  return { id, payment, code: (await w.refundOf(id)).code };
}
const listed = async () =>
  (await w.as(w.boss, listReconciliations)).results.find(({ account }) => account.id === w.paybill.id)?.unproven ?? {
    count: 0,
    cents: 0,
    results: [],
  };

test('unproven refund: is listed as a difference, while the payer neither sees the refund nor is notified', async () => {
  const { id, payment, code } = await said('UKI00FAKE1');
  expect(await w.one(id)).toMatchObject({ status: 'paid', unproven: true, sending: null, acts: [] });
  expect(await listed()).toMatchObject({ count: 1, cents: sum, results: [{ code, cents: sum, proof: 'UKI00FAKE1', payment: { id: payment } }] });
  expect(await w.tellings(code)).toBe(0);
  const payer = { ...w.boss, me: { ...w.boss.me, role: 'tenant' as const } };
  await w.db.updateTable('payment').set({ person_id: w.boss.id }).where('id', '=', payment).execute();
  expect((await w.as(payer, (ctx) => readPaymentDetails(ctx, payment))).refunds).toEqual([]);
});

test('unproven refund: is proven by a statement line with its code until the statement import is undone', async () => {
  const { id, code } = await said('UKI0000001');
  const [other, before] = [await said('UKI0000002'), await listed()];
  const csv = `Date,Narration,Reference,Debit,Credit,Balance\n${clock.today()},Business Payment to JOHN,UKI0000001,${toDecimalText(sum)},,0.00\n`;
  const read = await w.as(w.boss, (ctx) => statements.uploadStatement(ctx, { account_id: w.paybill.id, name: 'mpesa.csv', csv }));
  await importApproved(w.services, w.boss, read.id);
  expect(await w.one(id)).toMatchObject({ status: 'paid', unproven: false });
  // A refund of the same amount and day under another code is not proven by this line.
  expect(await w.one(other.id)).toMatchObject({ unproven: true });
  expect([(await listed()).count, await w.tellings(code), await w.tellings(other.code)]).toEqual([before.count - 1, 1, 0]);
  await undoApproved(w.services, w.boss, read.id);
  expect(await w.one(id)).toMatchObject({ unproven: true });
  expect(await w.tellings(code)).toBe(1);
});

test('unproven refund: is proven by an M-Pesa reversal under the same code, and no payment exception opens', async () => {
  const { id, payment, code } = await said('UKI0000003');
  const row = await readPayment(w.db, payment);
  if (!row) throw new Error('no payment');
  const told = { account: w.paybill, cents: sum, at: clock.now(), reason: 'Pull', verifiedBy: 'pull' } as const;
  const take = (external: string) => w.as(w.boss, (ctx) => applyExternalReversal(ctx, row, { ...told, external }));
  expect([await take('UKI0000003'), await take('UKI0000003')]).toEqual(['known', 'known']);
  expect(await w.one(id)).toMatchObject({ unproven: false });
  expect(await w.tellings(code)).toBe(1);
  expect(await take('UKI0000009')).toBe('doubt');
});

test('ledger checks: pass with proven and unproven refunds, apart from the comparison of cash with statements', async () => {
  expect((await findFailedLedgerChecks(w.services)).filter((one) => !one.startsWith('cash_is_statement'))).toEqual([]);
});
