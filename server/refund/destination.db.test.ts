import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildPayoutApprovedPostings, buildPayoutConfirmedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { readWalletBalances } from '#server/wallet/service.ts';
import { payIntoPaybill } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { addMoney } from '#test/fixtures/payouts.ts';
import { createRefundFixture, type RefundFixture } from '#test/fixtures/refund-fixture.ts';
import { listSentNotifications } from '#test/jobs.ts';
import * as refunds from './refunds.ts';

/** An owner who received a rent as payout unallocates it from the tenant and requests a refund to a relative. */
let w: RefundFixture;
let owner: OwnerWithUnit;
let paid: number;
let number: string;
const company = () => owner.owner.me.companyId ?? 0;
const ask = (to: string) =>
  w.as(owner.owner, (ctx) => payments.requestRefund(ctx, { id: paid, cents: toCents(3_700_000), reason: 'Wants it back', to }));

beforeAll(async () => {
  w = await createRefundFixture();
  owner = await createOwnerWithUnit(w.services);
  await setTrustMode(w.services, company());
  const tenancy = await createOccupiedTenancy(w.services, owner.property, { unitId: await addUnit(w.services, owner.property) });
  const invoice = await w.as(owner.owner, (ctx) => issueRentInvoice(ctx, tenancy, 3_700_000));
  ({ id: paid, external: number } = await payIntoPaybill(w.services, {
    account: w.paybill,
    cents: 3_700_000,
    typed: invoice.code,
    payer: 'LILIAN',
    phone: '254712345678',
  }));
  await w.later(4 * 86_400);
  const all = (await readWalletBalances(w.db, company())).find(({ code }) => code === 2000)?.available ?? 0;
  const payee = { fund: 'C', code: ledgerAccounts.ownerPayable, company: company() } as const;
  await postJournal(w.db, {
    key: 'theft',
    kind: 'payout_confirmed',
    source: ['test', company()],
    companyId: company(),
    params: {},
    pairs: [
      ...buildPayoutApprovedPostings(payee, all),
      ...buildPayoutConfirmedPostings(payee, { code: ledgerAccounts.clientBank, ref: 'theft' }, all),
    ],
  });
  await w.as(owner.owner, (ctx) => payments.unallocatePaymentAction(ctx, { id: paid, reason: 'Not theirs' }));
});
afterAll(() => w.close());

test('refund to another number: approvers see the full number and a warning, and can approve only the amount the company covers', async () => {
  await expect(ask('0799888777 my cousin')).rejects.toMatchObject({ failure: 'invalid' });
  const { id, code } = (await ask('0799888777')).refunds.at(-1) ?? { id: 0, code: '' };
  expect((await listSentNotifications(w.services, 'payment.refund_wanted')).map(({ params }) => params)).toMatchObject([
    { external: number, to: '…8777' },
  ]);
  expect((await listSentNotifications(w.services, 'payment.refund_asked')).at(-1)?.params).toMatchObject({
    code,
    to: '…8777',
    where: 'other',
    by: expect.stringMatching(/^owner /),
  });
  expect(await w.one(id)).toMatchObject({ to: '…8777', elsewhere: true, way: 'hand' });
  // The full number is shown to approvers only, and the log records it.
  await expect(w.as(owner.owner, (ctx) => refunds.readRefundDestination(ctx, { id }))).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await w.as(w.boss, (ctx) => refunds.readRefundDestination(ctx, { id }))).toEqual({ to: '0799888777', elsewhere: true });
  const looks = await w.db.selectFrom('audit_log').select('actor_id').where('reason', '=', `looked where ${code} goes`).execute();
  expect(looks).toEqual([{ actor_id: w.boss.id }]);

  const owes = await readAccountBalance(w.db, 'C', { code: ledgerAccounts.ownerReceivable, company: company() });
  expect(owes).toBeGreaterThan(0);
  await expect(w.approve(id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('owes this amount') });
  expect(await w.onItsWay(id)).toBe(0);
  // The company's next receipts cover it.
  await addMoney(w.services, company(), owes);
  await w.approve(id);
  expect(await w.onItsWay(id)).toBe(3_700_000);
});
