import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { transfer } from '#server/property/service.ts';
import { moveUnitBySystem } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { findFailedInvoiceChecks, payInvoice } from '#test/fixtures/invoices.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import { expireDueBookings } from './clock.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture();
});
afterEach(() => setClock(fixture.services, null));
const db = () => fixture.services.database.db;

describe('booking: sale of the home', () => {
  test('the buyer can read an application only after the applicant consents, and never the seller’s screening findings', async () => {
    const other = await bookingFixtureOf();
    const [one, two] = [await other.applies(other.listing), await other.applies(other.listing, { message: 'We are quiet people' })];
    await other.checked(one.id);
    const boss = await createPerson(fixture.services, 'superadmin');
    await fixture.as(boss, (ctx) => moveUnitBySystem(ctx, other.unit, 'stall', 'a report'));
    const buyer = await createOwnerWithUnit(fixture.services);
    await fixture.as(boss, (ctx) => transfer(ctx, { id: other.property, company_id: buyer.owner.me.companyId ?? 0, reason: 'sold' }));
    await fixture.as(boss, (ctx) => moveUnitBySystem(ctx, other.unit, 'unstall', 'all is well'));
    const seen = () => fixture.service.details(createTestCtx(fixture.services, buyer.owner), { id: one.id });
    expect(await fixture.rowOf(one.id)).toMatchObject({ stage: 'info_requested', consent_until: expect.any(Date) });
    expect(await seen()).toMatchObject({ message: '', applicant: { phone: null }, application: { readable: false } });
    expect((await seen()).screened?.lines.every(({ outcome }) => outcome === 'open')).toBe(true);
    await fixture.as(one.person, (ctx) => fixture.service.answerRequest(ctx, { id: one.id, note: '' }));
    expect(await seen()).toMatchObject({ application: { readable: true }, screened: { lacking: ['identity', 'income'] } });
    for (const what of ['identity', 'income'] as const)
      await fixture.as(buyer.owner, (ctx) => fixture.service.recordCheck(ctx, { id: one.id, what, outcome: 'pass', note: '' }));
    await fixture.as(buyer.owner, (ctx) => fixture.service.approve(ctx, { id: one.id, note: '' }));
    // Approving one booking leaves the other waiting for the applicant’s consent; without an answer it is cancelled.
    expect(await fixture.rowOf(two.id)).toMatchObject({ stage: 'info_requested', stage_before: 'backup', consent_until: expect.any(Date) });
    await fixture.later(24 * 5);
    await expireDueBookings(db());
    expect((await fixture.rowOf(two.id)).status).toBe('canceled');
  });

  test('an approved unpaid booking moves to the buyer with a new invoice, and a partly paid booking blocks the ownership transfer', async () => {
    const other = await bookingFixtureOf();
    const { id } = await other.applies(other.listing);
    await other.checked(id);
    await fixture.as(other.owner, (ctx) => fixture.service.approve(ctx, { id, note: '' }));
    const asked = () =>
      fixture.services.database.db
        .selectFrom('invoice')
        .select(['id', 'company_id', 'status', 'total_cents'])
        .where('booking_id', '=', id)
        .orderBy('id')
        .execute();
    const [first] = await asked();
    const buyer = await createOwnerWithUnit(fixture.services);
    const [boss, companies] = [await createPerson(fixture.services, 'superadmin'), [other.owner.me.companyId, buyer.owner.me.companyId ?? 0]];
    const sell = () => fixture.as(boss, (ctx) => transfer(ctx, { id: other.property, company_id: companies[1] ?? 0, reason: 'sold' }));
    await payInvoice(fixture.services, first?.id ?? 0, 100_000);
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict' });
    await payInvoice(fixture.services, first?.id ?? 0, -100_000);
    await sell();
    expect(await asked()).toMatchObject([
      { company_id: companies[0], status: 'expired' },
      { company_id: companies[1], status: 'unpaid', total_cents: first?.total_cents },
    ]);
    expect(await findFailedInvoiceChecks(fixture.services)).toEqual([]);
  });
});

/** Creates a separate property, because the test transfers it to another company. */
async function bookingFixtureOf() {
  const own = await createOwnerWithUnit(fixture.services);
  const listing = await addListing(fixture.services, { property: own.property, unit: own.unit }, { deposit_cents: 4_500_000 });
  const checked = async (id: number) => {
    for (const what of ['identity', 'income'] as const)
      await fixture.as(own.owner, (ctx) => fixture.service.recordCheck(ctx, { id, what, outcome: 'pass', note: '' }));
  };
  return { ...own, listing, applies: fixture.applies, checked };
}

test('booking: a super admin who views as the manager cannot read the screening findings', async () => {
  const { listing, unit } = await fixture.home();
  const { id } = await fixture.applies(listing);
  await fixture.checked(id);
  const boss = await createPerson(fixture.services, 'superadmin');
  const as = { ...fixture.here.owner, me: { ...fixture.here.owner.me, impersonatorId: boss.id } };
  expect((await fixture.service.details(createTestCtx(fixture.services, as), { id })).screened).toBeNull();
  const { results } = await fixture.service.compareForUnit(createTestCtx(fixture.services, as), { unit_id: unit });
  expect(results[0]?.screened.score).toBe(0);
});
