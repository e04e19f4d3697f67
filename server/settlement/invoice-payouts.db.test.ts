import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { buildPayoutApprovedPostings, buildPayoutFailedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { emptySealedPhone } from '#server/collection/phones.ts';
import { recordReceipt } from '#server/collection/record-receipts.ts';
import { recordOutsidePayment } from '#server/collection/service.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { postJournal } from '#server/ledger/service.ts';
import { matchPayment } from '#server/matching/match-payment.ts';
import { readCollectionAccount } from '#server/treasury/accounts.ts';
import { offsetMutualDebts } from '#server/wallet/offset-debts.ts';
import { readWalletBalances } from '#server/wallet/service.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { createPaidMoveIn } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { addPayout, ensurePlatformPayoutAccount } from '#test/fixtures/payouts.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import { addPayoutLines } from './entries.ts';
import { readInvoicePayouts } from './invoice-payouts.ts';

let fixture: BookingFixture;
const db = () => fixture.services.database.db;
const shown = async (invoice_id: number) => (await readInvoicePayouts(createTestCtx(fixture.services, fixture.here.owner), { invoice_id })).results;
const owners = async () => (await readWalletBalances(db(), fixture.company)).find(({ code }) => code === 2000);

beforeAll(async () => {
  fixture = await createBookingFixture();
  await setTrustMode(fixture.services, fixture.company);
});

test('invoice payouts: rent paid before move-in becomes payable at move-in, and the invoice names the payout that includes the rent', async () => {
  const { invoiceId, keys } = await createPaidMoveIn(fixture);
  expect(await shown(invoiceId)).toMatchObject([{ cents: 4_500_000, theirs: false, in_hand: null, payout: null }]);

  await keys();
  expect(await shown(invoiceId)).toMatchObject([{ theirs: true, in_hand: null, payout: null }]);

  await paidOut(4_500_000);
  expect(await shown(invoiceId)).toMatchObject([{ theirs: true, payout: { status: 'paid' } }]);
});

/** A payout of the owner that takes every entry and sends this amount. */
async function paidOut(sum: number, facts: object = {}) {
  const payout = await addPayout(fixture.services, fixture.company, {
    status: 'paid',
    paid_at: clock.now(),
    approved_by: fixture.here.owner.id,
    approved_at: clock.now(),
    ...facts,
  });
  const payee = { fund: 'C', code: ledgerAccounts.ownerPayable, company: fixture.company } as const;
  await addPayoutLines(db(), payout.id, { companyId: fixture.company, code: ledgerAccounts.ownerPayable }, clock.today());
  await postJournal(db(), {
    key: `settlement:${payout.id}:approve`,
    kind: 'payout_approved',
    source: ['settlement_payment', payout.id],
    companyId: fixture.company,
    params: {},
    pairs: buildPayoutApprovedPostings(payee, sum),
  });
  const refuse = async () => {
    const transfer = await db()
      .insertInto('settlement_transaction')
      .values({
        settlement_id: payout.id,
        part: 1,
        attempt: 1,
        rail: 'bank',
        payout_account_id: payout.account,
        tail: '678',
        cents: toCents(sum),
        key: `refused-${payout.id}`,
        status: 'failed',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await postJournal(db(), {
      key: `transfer:${transfer.id}:fail`,
      kind: 'payout_failed',
      source: ['settlement_transaction', transfer.id],
      companyId: fixture.company,
      params: {},
      pairs: buildPayoutFailedPostings(payee, sum),
    });
    await db().updateTable('settlement_payment').set({ status: 'failed' }).where('id', '=', payout.id).execute();
  };
  return { ...payout, refuse };
}
/** An invoice for rent that was paid by M-Pesa. */
async function rentPaid(sum: number): Promise<number> {
  const tenancyId = await createOccupiedTenancy(fixture.services, fixture.here.property, {
    unitId: await addUnit(fixture.services, fixture.here.property),
  });
  const invoice = await fixture.as(fixture.here.owner, (ctx) => issueRentInvoice(ctx, tenancyId, sum));
  const account = await readCollectionAccount(db(), (await ensurePlatformPayoutAccount(fixture.services, 'mpesa')).id);
  const { paymentId } = await db()
    .transaction()
    .execute((tx) =>
      recordReceipt(asClock(tx), {
        rail: 'mpesa',
        external: `TKD${invoice.code.replaceAll(/\W/g, '').slice(-7)}`,
        cents: sum,
        paidAt: clock.now(),
        accountText: invoice.code,
        account,
        payer: 'ANN',
        phone: emptySealedPhone,
        verifiedBy: 'pull',
      }),
    );
  await matchPayment(db(), paymentId ?? 0);
  return invoice.id;
}
test('invoice payouts: a partial withdrawal pays the oldest rent up to its amount, and a refused one pays none', async () => {
  const [first, second] = [await rentPaid(1_000_000), await rentPaid(2_000_000)];
  const part = await paidOut(1_000_000);
  expect(await shown(first)).toMatchObject([{ payout: { code: part.code, status: 'paid' } }]);
  expect(await shown(second)).toMatchObject([{ payout: null }]);
  const rest = await paidOut(2_000_000, { status: 'sending', paid_at: null });
  expect(await shown(second)).toMatchObject([{ payout: { code: rest.code, status: 'sending' } }]);
  await rest.refuse();
  expect(await shown(second)).toMatchObject([{ payout: null }]);
  expect(await shown(first)).toMatchObject([{ payout: { code: part.code } }]);
});

/** Records a cash payment of an invoice by this collector. */
async function cashFor(sum: number, by: TestPerson) {
  const tenancyId = await createOccupiedTenancy(fixture.services, fixture.here.property, {
    unitId: await addUnit(fixture.services, fixture.here.property),
  });
  const invoice = await fixture.as(fixture.here.owner, (ctx) => issueRentInvoice(ctx, tenancyId, sum));
  const t = await db().selectFrom('tenancy').selectAll().where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  const given = { companyId: fixture.company, how: 'cash', cents: toCents(sum), on: clock.today(), home } as const;
  await fixture.as(by, (ctx) => recordOutsidePayment(ctx, given));
  return invoice.id;
}
test('invoice payouts: cash collected by the owner is never paid out, and cash collected by the agent is pending until handover', async () => {
  const before = (await owners())?.owed ?? 0;
  const own = await cashFor(2_000_000, fixture.here.owner);
  expect(await shown(own)).toMatchObject([{ cents: 2_000_000, theirs: true, in_hand: 'owner', payout: null }]);
  expect((await owners())?.owed).toBeGreaterThan(before);
  await offsetMutualDebts(db());
  expect(await shown(own)).toMatchObject([{ in_hand: 'owner' }]);

  const theirs = await cashFor(1_000_000, await createPerson(fixture.services, 'agent'));
  expect(await shown(theirs)).toMatchObject([{ theirs: true, in_hand: 'agent', clears_at: null, payout: null }]);
  await db().updateTable('wallet_hold').set({ released_at: clock.now() }).where('kind', '=', 'cash').execute();
  expect(await shown(theirs)).toMatchObject([{ theirs: true, in_hand: null, payout: null }]);
});
