import { expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as record from '#server/collection/record.ts';
import * as payments from '#server/payment/acts.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, place } from '#test/worlds/market.ts';
import { billed } from '#test/worlds/payments.ts';
import { addTransfer } from '#test/worlds/payouts.ts';
import * as refunds from './refunds.ts';

test('the number a payment came by, or a payout left by, proves no refund, at a company that keeps its own money either', async () => {
  const house = await freshHouse();
  const here = await place(house);
  const as = <T>(work: Parameters<typeof inTransaction<T>>[2], by: Somebody = here.owner) => inTransaction(house, by, work);
  const tenancy_id = await livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
  await as((ctx) => billed(ctx, tenancy_id, 100_000));
  const given = { how: 'mpesa', external: 'TKC1234567', note: '', tenancy_id, cents: cents(150_000), on: clock.today() } as const;
  const { id: payment } = await as((ctx) => record.record(ctx, given));
  const second = await somebody(house, 'superadmin');
  await longHere(house, second);
  const ask = async () => {
    const full = await as((ctx) => payments.askRefund(ctx, { id: payment, cents: cents(50_000), reason: 'Paid too much', to: '0712345678' }));
    return full.refunds.find((one) => one.status === 'asked')?.id ?? 0;
  };
  const first = await ask();
  await as((ctx) => refunds.decideRefund(ctx, { id: first, approve: false, reason: 'No' }), second);
  const heard = await told(house, 'payment.refund_refused');
  expect(heard.map(({ to, params }) => [to, (params as { reason: string }).reason])).toEqual([[{ personId: here.owner.me.userId }, 'No']]);
  const id = await ask();
  await as((ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '' }), second);
  // Nor does the number of a payout of the platform's.
  const transfer = await addTransfer(house, (await place(house)).owner.me.companyId ?? 0, second.id, 'confirmed');
  await house.database.db.updateTable('settlement_transaction').set({ external_id: 'TKC1111111' }).where('id', '=', transfer.transfer.id).execute();
  for (const proof of ['TKC1234567', ' tkc1111111'])
    await expect(as((ctx) => refunds.paidRefund(ctx, { id, how: 'mpesa', proof }), second)).rejects.toMatchObject({ failure: 'invalid' });
  expect(await as((ctx) => refunds.paidRefund(ctx, { id, how: 'mpesa', proof: 'TKC7654321' }), second)).toMatchObject({ status: 'paid' });
});
