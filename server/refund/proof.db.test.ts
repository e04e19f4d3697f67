import { expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as record from '#server/collection/record.ts';
import * as payments from '#server/payment/acts.ts';
import { createTestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice } from '#test/fixtures/payments.ts';
import { addTransfer } from '#test/fixtures/payouts.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import * as refunds from './refunds.ts';

test('refund proof: the code of a payment or payout is rejected, also for a company that collects its own rent', async () => {
  const services = await createTestServices();
  const here = await createOwnerWithUnit(services);
  const as = <T>(work: Parameters<typeof runAsPerson<T>>[2], by: TestPerson = here.owner) => runAsPerson(services, by, work);
  const tenancy_id = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
  await as((ctx) => issueRentInvoice(ctx, tenancy_id, 100_000));
  const given = { how: 'mpesa', external: 'TKC1234567', note: '', tenancy_id, cents: toCents(150_000), on: clock.today() } as const;
  const { id: payment } = await as((ctx) => record.recordPayment(ctx, given));
  const second = await createPerson(services, 'superadmin');
  await makeAccountsEstablished(services, second);
  const ask = async () => {
    const full = await as((ctx) => payments.requestRefund(ctx, { id: payment, cents: toCents(50_000), reason: 'Paid too much', to: '0712345678' }));
    return full.refunds.find((one) => one.status === 'asked')?.id ?? 0;
  };
  const first = await ask();
  await as((ctx) => refunds.decideRefund(ctx, { id: first, approve: false, reason: 'No' }), second);
  const heard = await listSentNotifications(services, 'payment.refund_refused');
  expect(heard.map(({ to, params }) => [to, (params as { reason: string }).reason])).toEqual([[{ personId: here.owner.me.userId }, 'No']]);
  expect(heard[0]?.params).toMatchObject({ by: expect.stringMatching(/^superadmin /) });
  const id = await ask();
  await as((ctx) => refunds.decideRefund(ctx, { id, approve: true, reason: '' }), second);
  // The reference of a platform payout is rejected as well.
  const transfer = await addTransfer(services, (await createOwnerWithUnit(services)).owner.me.companyId ?? 0, second.id, 'confirmed');
  await services.database.db
    .updateTable('settlement_transaction')
    .set({ external_id: 'TKC1111111' })
    .where('id', '=', transfer.transfer.id)
    .execute();
  for (const proof of ['TKC1234567', ' tkc1111111'])
    await expect(as((ctx) => refunds.recordManualRefundPayment(ctx, { id, how: 'mpesa', proof }), second)).rejects.toMatchObject({
      failure: 'invalid',
    });
  expect(await as((ctx) => refunds.recordManualRefundPayment(ctx, { id, how: 'mpesa', proof: 'TKC7654321' }), second)).toMatchObject({
    status: 'paid',
  });
});
