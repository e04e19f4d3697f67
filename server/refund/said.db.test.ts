import { afterAll, beforeAll, expect, test } from 'vitest';
import { decimal } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { figures } from '#server/bank-statement/corrections.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { paymentOf } from '#server/collection/rows.ts';
import { fullOf } from '#server/payment/one.ts';
import { unproven } from '#test/worlds/payments.ts';
import { type RefundWorld, refunding, refundWorld } from '#test/worlds/refund-world.ts';
import { takenBack } from './taken-back.ts';

/** Given by hand from the platform's own paybill: what a person says of it is believed once M-Pesa or its statement shows the number. */
let w: RefundWorld;
const { sum } = refunding;
beforeAll(async () => {
  w = await refundWorld();
});
afterAll(() => w.close());

/** Approved to be given by hand, and said to have gone under this number. */
async function said(proof: string) {
  const payment = await w.paid();
  const id = await w.ask(payment, 'KCB 0113601234');
  await w.approve(id);
  await w.byHand(id, proof);
  return { id, payment, code: (await w.refundOf(id)).code };
}
const listed = async () =>
  (await w.as(w.boss, figures)).results.find(({ account }) => account.id === w.paybill.id)?.unproven ?? { count: 0, cents: 0, results: [] };

test('said, not proven: it stands so, among what differs, and the payer neither hears nor reads of it', async () => {
  const { id, payment, code } = await said('UKI00FAKE1');
  expect(await w.one(id)).toMatchObject({ status: 'paid', unproven: true, sending: null, acts: [] });
  expect(await listed()).toMatchObject({ count: 1, cents: sum, results: [{ code, cents: sum, proof: 'UKI00FAKE1', payment: { id: payment } }] });
  expect(await w.tellings(code)).toBe(0);
  const payer = { ...w.boss, me: { ...w.boss.me, role: 'tenant' as const } };
  await w.db.updateTable('payment').set({ person_id: w.boss.id }).where('id', '=', payment).execute();
  expect((await w.as(payer, (ctx) => fullOf(ctx, payment))).refunds).toEqual([]);
});

test('a line of the statement shows its number: it is proven, the payer hears of it once, and no longer when the statement is undone', async () => {
  const { id, code } = await said('UKI0000001');
  const [other, before] = [await said('UKI0000002'), await listed()];
  const csv = `Date,Narration,Reference,Debit,Credit,Balance\n${clock.today()},Business Payment to JOHN,UKI0000001,${decimal(sum)},,0.00\n`;
  const read = await w.as(w.boss, (ctx) => statements.readStatement(ctx, { account_id: w.paybill.id, name: 'mpesa.csv', csv }));
  await w.as(w.boss, (ctx) => statements.importStatement(ctx, { id: read.id }));
  expect(await w.one(id)).toMatchObject({ status: 'paid', unproven: false });
  // One of the same sum and day under another number is another.
  expect(await w.one(other.id)).toMatchObject({ unproven: true });
  expect([(await listed()).count, await w.tellings(code), await w.tellings(other.code)]).toEqual([before.count - 1, 1, 0]);
  await w.as(w.boss, (ctx) => statements.undoStatement(ctx, { id: read.id, reason: 'Another month', keep: false }));
  expect(await w.one(id)).toMatchObject({ unproven: true });
  expect(await w.tellings(code)).toBe(1);
});

test('M-Pesa took the payment back under that number: that was the refund, proven, and nobody has to decide about a second', async () => {
  const { id, payment, code } = await said('UKI0000003');
  const row = await paymentOf(w.db, payment);
  if (!row) throw new Error('no payment');
  const told = { account: w.paybill, cents: sum, at: clock.now(), reason: 'Pull', verifiedBy: 'pull' } as const;
  const take = (external: string) => w.as(w.boss, (ctx) => takenBack(ctx, row, { ...told, external }));
  expect([await take('UKI0000003'), await take('UKI0000003')]).toEqual(['known', 'known']);
  expect(await w.one(id)).toMatchObject({ unproven: false });
  expect(await w.tellings(code)).toBe(1);
  expect(await take('UKI0000009')).toBe('doubt');
});

test('what is proven keeps the books proven', async () => {
  expect((await unproven(w.house)).filter((one) => !one.startsWith('cash_is_statement'))).toEqual([]);
});
