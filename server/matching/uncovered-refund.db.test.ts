import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildPayoutApprovedPostings, buildPayoutConfirmedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import * as record from '#server/collection/record.ts';
import { postJournal, readAccountBalance } from '#server/ledger/service.ts';
import * as payments from '#server/payment/acts.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import { readWalletBalances } from '#server/wallet/service.ts';
import { approveClientMoneyMove } from '#test/client-money.ts';
import { payIntoPaybill, reverseByProvider } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { addMoney } from '#test/fixtures/payouts.ts';
import { createRefundFixture, type RefundFixture } from '#test/fixtures/refund-fixture.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, reloadTestPerson, type TestPerson } from '#test/people.ts';

/** An owner whose rent was paid out, or who has a debt, tries to get other owners' money as a refund to their own account. */
let w: RefundFixture;
let owner: OwnerWithUnit;
const rent = 3_400_000;
const company = () => owner.owner.me.companyId ?? 0;
const home = async () => createOccupiedTenancy(w.services, owner.property, { unitId: await addUnit(w.services, owner.property) });
async function came(sum = rent): Promise<number> {
  const tenancy = await home();
  const invoice = await w.as(owner.owner, (ctx) => issueRentInvoice(ctx, tenancy, sum));
  return (await payIntoPaybill(w.services, { account: w.paybill, cents: sum, typed: invoice.code, payer: 'LILIAN', phone: '254712345678' })).id;
}
async function paidOut(): Promise<void> {
  await w.later(4 * 86_400);
  const all = (await readWalletBalances(w.db, company())).find(({ code }) => code === 2000)?.available ?? 0;
  const payee = { fund: 'C', code: ledgerAccounts.ownerPayable, company: company() } as const;
  await postJournal(w.db, {
    key: `uncovered:${company()}`,
    kind: 'payout_confirmed',
    source: ['test', company()],
    companyId: company(),
    params: {},
    pairs: [
      ...buildPayoutApprovedPostings(payee, all),
      ...buildPayoutConfirmedPostings(payee, { code: ledgerAccounts.clientBank, ref: 'uncovered' }, all),
    ],
  });
}
/** Confirms cash that was never paid, with the code of an accomplice. */
async function invented(by: TestPerson, sum = rent): Promise<number> {
  const tenancy = await home();
  const invoice = await w.as(owner.owner, (ctx) => issueRentInvoice(ctx, tenancy, sum));
  const said = {
    how: 'cash' as const,
    external: '',
    note: '',
    tenancy_id: tenancy,
    invoice_ids: [invoice.id],
    cents: toCents(sum),
    on: clock.today(),
  };
  const { id } = await w.as(by, (ctx) => record.recordPayment(ctx, said));
  const code = String(((await listSentNotifications(w.services, 'payment.cash_code')).at(-1)?.params as { code?: string } | undefined)?.code);
  await w.as(by, (ctx) => payments.confirmCash(w.services)(ctx, { id, code }));
  return id;
}
const unmatch = async (by: TestPerson, id: number) => {
  await w.as(by, (ctx) => payments.unallocatePaymentAction(ctx, { id, reason: 'Not theirs' }));
  await approveClientMoneyMove(w.services, id);
};
const ask = async (by: TestPerson, id: number, sum = rent): Promise<number> =>
  (
    await w.as(by, (ctx) => payments.requestRefund(ctx, { id, cents: toCents(sum), reason: 'Wants it back', to: 'Equity Bank 0112233445566' }))
  ).refunds.at(-1)?.id ?? 0;
const uncovered = { failure: 'conflict', message: expect.stringContaining('owes this amount') };

beforeAll(async () => {
  w = await createRefundFixture();
});
beforeEach(async () => {
  owner = await createOwnerWithUnit(w.services);
  await setTrustMode(w.services, company());
});
afterAll(() => w.close());

test('refund: cash recorded only by the owner does not cover rent already paid out', async () => {
  const [first, second] = [await came(), await came()];
  await paidOut();
  const cash = await invented(owner.owner);
  await unmatch(w.asker, first);
  expect(await readAccountBalance(w.db, 'C', { code: ledgerAccounts.ownerReceivable, company: company() })).toBeGreaterThan(rent / 2);
  await expect(w.approve(await ask(w.asker, first))).rejects.toMatchObject(uncovered);
  await unmatch(w.asker, second);
  await invented(owner.owner, 2 * rent);
  await expect(w.approve(await ask(w.asker, second))).rejects.toMatchObject(uncovered);
  // Cash that was recorded by mistake is reversed from the cash held by the owner and creates no debt.
  const owed = await readAccountBalance(w.db, 'C', { code: ledgerAccounts.ownerReceivable, company: company() });
  await reverseByProvider(w.services, cash);
  expect(await readAccountBalance(w.db, 'C', { code: ledgerAccounts.ownerReceivable, company: company() })).toBe(owed);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('refund: is rejected after the rent was paid out, even if an agent recorded cash for the owner', async () => {
  let agent = await createPerson(w.services, 'agent');
  const grants = ['property.read', 'tenancies.read', 'tenancies.edit', 'payments.read', 'payments.create', 'payments.edit'];
  await w.db
    .insertInto('mandate')
    .values({
      owner_company_id: company(),
      agent_company_id: agent.me.companyId ?? 0,
      all_properties: true,
      scope: 'full_management',
      may_collect: true,
      commission_bp: 0,
      grants,
    })
    .execute();
  agent = await reloadTestPerson(w.services, agent);
  const id = await came();
  await paidOut();
  await invented(agent);
  await unmatch(w.asker, id);
  const refund = await ask(w.asker, id);
  await expect(w.approve(refund)).rejects.toMatchObject(uncovered);
  // A real payment covers the refund.
  await addMoney(w.services, company(), rent);
  await w.approve(refund);
  expect(await w.onItsWay(refund)).toBe(rent);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('refund: staff of a company with a debt or a frozen wallet cannot unallocate or refund', async () => {
  const [old, late] = [await came(), await came(50_000)];
  await paidOut();
  await unmatch(w.asker, old);
  const owes = await readAccountBalance(w.db, 'C', { code: ledgerAccounts.ownerReceivable, company: company() });
  const fresh = await came(50_000);
  const debt = { failure: 'forbidden', message: expect.stringContaining('owes Makao') };
  await expect(unmatch(owner.owner, fresh)).rejects.toMatchObject(debt);
  // Staff of Makao unallocate the payment, but a refund request by the owner still pays nothing out.
  await unmatch(w.asker, fresh);
  const asked = await ask(owner.owner, fresh, 50_000);
  expect(await w.one(asked)).toMatchObject({ debt: { owes_cents: owes, frozen: false } });
  await expect(w.approve(asked)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('so it cannot request this refund') });
  // A payment made by mistake is refunded by two people of Makao.
  await w.takeBack(asked);
  const ours = await ask(w.asker, fresh, 50_000);
  await w.approve(ours);
  expect(await w.onItsWay(ours)).toBe(50_000);

  // The debt is covered, but the wallet is frozen.
  await addMoney(w.services, company(), owes + 100_000);
  await w.db.updateTable('wallet').set({ status: 'frozen' }).where('company_id', '=', company()).execute();
  await expect(unmatch(owner.owner, late)).rejects.toMatchObject(debt);
  await unmatch(w.asker, late);
  const suspect = await ask(owner.owner, late, 50_000);
  expect(await w.one(suspect)).toMatchObject({ debt: { owes_cents: 0, frozen: true } });
  expect((await w.as(owner.owner, (ctx) => readPaymentDetails(ctx, late))).refunds.at(-1)).toMatchObject({ debt: null });
  await expect(w.approve(suspect)).rejects.toMatchObject({ failure: 'conflict' });
  await w.db.updateTable('wallet').set({ status: 'open' }).where('company_id', '=', company()).execute();
  expect(await w.one(suspect)).toMatchObject({ debt: null });
  await w.approve(suspect);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});
