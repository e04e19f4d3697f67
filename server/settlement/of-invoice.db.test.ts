import { beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { recorded } from '#server/collection/service.ts';
import { pocketsOf } from '#server/wallet/service.ts';
import { setOffAll } from '#server/wallet/set-off.ts';
import { ctxOf, type Somebody, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit } from '#test/worlds/market.ts';
import { paysMoveIn } from '#test/worlds/paying-in.ts';
import { billed, trusts } from '#test/worlds/payments.ts';
import { addPayout } from '#test/worlds/payouts.ts';
import { takeLines } from './entries.ts';
import { ofInvoice } from './of-invoice.ts';

let world: BookingWorld;
const db = () => world.house.database.db;
const shown = async (invoice_id: number) => (await ofInvoice(ctxOf(world.house, world.here.owner), { invoice_id })).results;
const owners = async () => (await pocketsOf(db(), world.company)).find(({ code }) => code === 2000);

beforeAll(async () => {
  world = await bookingWorld();
  await trusts(world.house, world.company);
});

test('rent paid before the keys is held until they are handed over, goes with the next payout, and says with which it went', async () => {
  const { invoiceId, keys } = await paysMoveIn(world);
  expect(await shown(invoiceId)).toMatchObject([{ cents: 4_500_000, theirs: false, in_hand: null, payout: null }]);

  await keys();
  expect(await shown(invoiceId)).toMatchObject([{ theirs: true, in_hand: null, payout: null }]);

  const payout = await addPayout(world.house, world.company, {
    status: 'paid',
    paid_at: clock.now(),
    approved_by: world.here.owner.id,
    approved_at: clock.now(),
  });
  await takeLines(db(), payout.id, { companyId: world.company, code: accounts.ownerPayable }, clock.today());
  expect(await shown(invoiceId)).toMatchObject([{ theirs: true, payout: { code: payout.code, status: 'paid' } }]);
});

/** Cash for an invoice, with who took it. */
async function cashFor(sum: number, by: Somebody) {
  const tenancyId = await livedIn(world.house, world.here.property, { unitId: await addUnit(world.house, world.here.property) });
  const invoice = await world.as(world.here.owner, (ctx) => billed(ctx, tenancyId, sum));
  const t = await db().selectFrom('tenancy').selectAll().where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  const given = { companyId: world.company, how: 'cash', cents: cents(sum), on: clock.today(), home } as const;
  await world.as(by, (ctx) => recorded(ctx, given));
  return invoice.id;
}
test('cash in the owner’s hands is paid out by nobody, on the invoice as in the wallet; what their agent took waits until it was handed over', async () => {
  const before = (await owners())?.owed ?? 0;
  const own = await cashFor(2_000_000, world.here.owner);
  expect(await shown(own)).toMatchObject([{ cents: 2_000_000, theirs: true, in_hand: 'owner', payout: null }]);
  expect((await owners())?.owed).toBeGreaterThan(before);
  await setOffAll(db());
  expect(await shown(own)).toMatchObject([{ in_hand: 'owner' }]);

  const theirs = await cashFor(1_000_000, await somebody(world.house, 'agent'));
  expect(await shown(theirs)).toMatchObject([{ theirs: true, in_hand: 'agent', clears_at: null, payout: null }]);
  await db().updateTable('wallet_hold').set({ released_at: clock.now() }).where('kind', '=', 'cash').execute();
  expect(await shown(theirs)).toMatchObject([{ theirs: true, in_hand: null, payout: null }]);
});
