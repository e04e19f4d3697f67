import { beforeAll, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { recordOutsidePayment } from '#server/collection/service.ts';
import { offsetMutualDebts } from '#server/wallet/offset-debts.ts';
import { readWalletBalances } from '#server/wallet/service.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { createPaidMoveIn } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { addPayout } from '#test/fixtures/payouts.ts';
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

  const payout = await addPayout(fixture.services, fixture.company, {
    status: 'paid',
    paid_at: clock.now(),
    approved_by: fixture.here.owner.id,
    approved_at: clock.now(),
  });
  await addPayoutLines(db(), payout.id, { companyId: fixture.company, code: ledgerAccounts.ownerPayable }, clock.today());
  expect(await shown(invoiceId)).toMatchObject([{ theirs: true, payout: { code: payout.code, status: 'paid' } }]);
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
