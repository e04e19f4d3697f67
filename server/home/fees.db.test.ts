import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { recordOutsidePayment } from '#server/collection/service.ts';
import { list } from '#server/commission/service.ts';
import { creditInvoice } from '#server/invoice/credit.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { createPaidMoveIn } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { createTestCtx } from '#test/people.ts';
import { readMoneyFigures } from './money.ts';

let fixture: BookingFixture;
const db = () => fixture.services.database.db;
const owner = () => createTestCtx(fixture.services, fixture.here.owner);

beforeAll(async () => {
  fixture = await createBookingFixture();
  await setTrustMode(fixture.services, fixture.company);
  await db()
    .insertInto('commission_rule')
    .values({ name: 'Platform', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 500, vat_bps: 1600 })
    .execute();
});
/** The fees on the home page, and the totals of the commission list of the same month, with the part held until move-in. */
async function both() {
  const { from, to, fees_cents } = await readMoneyFigures(owner());
  const commissions = await list(owner(), { page: 1, page_size: 10, sort: '-happened_on', z_filter: { day_from: from, day_to: to } });
  return { home: fees_cents, list: commissions.amount_cents + commissions.tax_cents - commissions.waits_cents, waits: commissions.waits_cents };
}

test('home page: the fees of the month equal the total of the commission list, after a credit note and before move-in', async () => {
  const tenancyId = await createOccupiedTenancy(fixture.services, fixture.here.property, {
    unitId: await addUnit(fixture.services, fixture.here.property),
  });
  const invoice = await fixture.as(fixture.here.owner, (ctx) => issueRentInvoice(ctx, tenancyId, 2_000_000));
  const t = await db().selectFrom('tenancy').selectAll().where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  await fixture.as(fixture.here.owner, (ctx) =>
    recordOutsidePayment(ctx, { companyId: fixture.company, how: 'cash', cents: 2_000_000, on: clock.today(), home }),
  );
  const taken = 100_000 + 16_000;
  expect(await both()).toEqual({ home: taken, list: taken, waits: 0 });

  const line = await db().selectFrom('invoice_line').selectAll().where('invoice_id', '=', invoice.id).executeTakeFirstOrThrow();
  const given = { id: invoice.id, lines: [{ line_id: line.id, cents: toCents(1_000_000) }], reason: 'The water was cold' };
  await fixture.as(fixture.here.owner, (ctx) => creditInvoice(ctx, given));
  expect(await both()).toEqual({ home: taken / 2, list: taken / 2, waits: 0 });

  const { keys } = await createPaidMoveIn(fixture);
  const held = 225_000 + 36_000;
  expect(await both()).toEqual({ home: taken / 2, list: taken / 2, waits: held });
  await keys();
  expect(await both()).toEqual({ home: taken / 2 + held, list: taken / 2 + held, waits: 0 });
});
