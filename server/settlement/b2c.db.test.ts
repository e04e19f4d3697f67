import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import { sendTransfer } from '#server/transfer/service.ts';
import { buildFailedPayoutResult, processPaymentCallbacks } from '#test/fixtures/payments.ts';
import { createConfirmationCode } from '#test/fixtures/payout-codes.ts';
import { createPayoutFixture, type PayoutFixture } from '#test/fixtures/payout-fixture.ts';
import { addPayoutAccount } from '#test/fixtures/payouts.ts';
import { createTestCtx } from '#test/people.ts';
import { payoutTransferPurpose } from './transfers.ts';
import { withdrawService } from './withdraw.ts';

/** Payouts by M-Pesa. Tests that apply to every transfer are in server/transfer/transfers.db.test.ts. */
let w: PayoutFixture;
beforeAll(async () => {
  w = await createPayoutFixture();
});
afterAll(() => w.close());
const float = () => readAccountBalance(w.db, 'C', { code: ledgerAccounts.mpesaPayouts, ref: 'collection:1' });

test('M-Pesa withdrawal: is requested with a code, approved and confirmed once, and a repeated or late result has no effect', async () => {
  const { owner, company, account } = await w.payee();
  const what = { account_code: ledgerAccounts.ownerPayable, payout_account_id: account, cents: toCents(100_000) } as const;
  const code = await createConfirmationCode(w.services, owner, 'withdraw', `${company}:2000:${account}:100000`);
  const { withdraw } = withdrawService(w.services);
  const ready = await withdraw.first(createTestCtx(w.services, owner), { ...what, code });
  const made = await w.as(owner, (ctx) => withdraw.work(ctx, { ...what, code }, ready));
  await w.ok(made.id, 100_000);
  const [transfer] = await w.transfersOf(made.id);
  const before = await float();
  await sendTransfer(w.db, payoutTransferPurpose, w.rail, transfer?.id ?? 0);
  expect(await w.transfersOf(made.id)).toMatchObject([{ status: 'sent', key: expect.stringMatching(/^S\d+-[0-9a-f]{10,16}$/) }]);
  expect(await w.at(company, 2080)).toBeGreaterThan(0);
  const posts = await w.arrived();
  expect(posts.map(({ channel }) => channel)).toEqual(['payout']);
  await processPaymentCallbacks(w.services, posts);
  const [there] = await w.transfersOf(made.id);
  expect(there).toMatchObject({ status: 'confirmed', external_id: expect.stringMatching(/^[A-Z0-9]{10}$/) });
  expect((await w.payoutOf(made.id)).status).toBe('paid');
  expect([await w.at(company, 2080), (await float()) - before]).toEqual([0, -100_000 - (there?.fee_cents ?? 0)]);
  await processPaymentCallbacks(w.services, posts);
  await w.later(30 * 24 * 3600);
  await processPaymentCallbacks(w.services, [...posts, ...posts]);
  expect([await w.at(company, 2080), (await float()) - before]).toEqual([0, -100_000 - (there?.fee_cents ?? 0)]);
  expect(w.paidOut(made.id)).toHaveLength(1);
});

test('failed M-Pesa payout: the payee is credited, a payout error opens, and payment to another account needs a new approved payout', async () => {
  const { company, draft, transfer } = await w.approved('254712000000');
  await sendTransfer(w.db, payoutTransferPurpose, w.rail, transfer.id);
  const posts = await w.arrived();
  await processPaymentCallbacks(w.services, posts);
  expect(await w.transfersOf(draft.id)).toMatchObject([{ status: 'failed', result_code: '2040' }]);
  expect((await w.payoutOf(draft.id)).status).toBe('failed');
  expect([await w.at(company, 2000), await w.at(company, 2080)]).toEqual([500_000, 0]);
  const error = await w.errorOf(transfer.id);
  expect(error).toMatchObject({ status: 'open', error: 'bad_account' });
  const good = await addPayoutAccount(w.services, company);
  await w.again(transfer.id, good);
  const next = await w.db
    .selectFrom('settlement_payment')
    .selectAll()
    .where('company_id', '=', company)
    .where('status', '=', 'draft')
    .executeTakeFirstOrThrow();
  expect(await w.transfersOf(draft.id)).toHaveLength(1);
  await w.ok(next.id, next.net_cents);
  const [second] = await w.transfersOf(next.id);
  expect(second).toMatchObject({ attempt: 1, status: 'queued', key: expect.stringMatching(`^S${next.id}-`) });
  await sendTransfer(w.db, payoutTransferPurpose, w.rail, second?.id ?? 0);
  await w.deliver();
  // The failure of the first attempt is reported again after the second was paid, and changes only the first.
  await processPaymentCallbacks(w.services, posts);
  expect(await w.transfersOf(draft.id)).toMatchObject([{ status: 'failed' }]);
  expect((await w.payoutOf(next.id)).status).toBe('paid');
  expect([await w.at(company, 2000), await w.at(company, 2080), w.paidOut(draft.id).length, w.paidOut(next.id).length]).toEqual([0, 0, 0, 1]);
});

test('M-Pesa result: is ignored for a bank transfer', async () => {
  const { id, transfer } = await w.approved();
  await sendTransfer(w.db, payoutTransferPurpose, w.rail, transfer.id);
  const [real] = await w.arrived();
  if (!real) throw new Error('no result');
  const by = (rail: 'bank' | 'mpesa') => w.db.updateTable('settlement_transaction').set({ rail }).where('id', '=', transfer.id).execute();
  await by('bank');
  await processPaymentCallbacks(w.services, [{ ...real, body: buildFailedPayoutResult(transfer.key) }]);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'sent' }]);
  await by('mpesa');
  await processPaymentCallbacks(w.services, [real]);
  expect(await w.transfersOf(id)).toMatchObject([{ status: 'confirmed' }]);
});
