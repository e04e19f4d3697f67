import { beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { recorded } from '#server/collection/service.ts';
import { all } from '#server/commission/service.ts';
import { credit } from '#server/invoice/credit.ts';
import { ctxOf } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit } from '#test/worlds/market.ts';
import { paysMoveIn } from '#test/worlds/paying-in.ts';
import { billed, trusts } from '#test/worlds/payments.ts';
import { money } from './money.ts';

let world: BookingWorld;
const db = () => world.house.database.db;
const owner = () => ctxOf(world.house, world.here.owner);

beforeAll(async () => {
  world = await bookingWorld();
  await trusts(world.house, world.company);
  await db()
    .insertInto('commission_rule')
    .values({ name: 'Platform', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 500, vat_bps: 1600 })
    .execute();
});
/** What the home takes off, and what the list of the same month comes to: all of it, and of it what waits for the keys. */
async function both() {
  const { from, to, fees_cents } = await money(owner());
  const list = await all(owner(), { page: 1, page_size: 10, sort: '-happened_on', z_filter: { day_from: from, day_to: to } });
  return { home: fees_cents, list: list.amount_cents + list.tax_cents - list.waits_cents, waits: list.waits_cents };
}

test('what others took this month is one number, on the home and in the list of commissions: after a credit note, and before the keys', async () => {
  const tenancyId = await livedIn(world.house, world.here.property, { unitId: await addUnit(world.house, world.here.property) });
  const invoice = await world.as(world.here.owner, (ctx) => billed(ctx, tenancyId, 2_000_000));
  const t = await db().selectFrom('tenancy').selectAll().where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const home = { tenancy_id: t.id, booking_id: null, property_id: t.property_id, unit_id: t.unit_id, tenant_id: null };
  await world.as(world.here.owner, (ctx) => recorded(ctx, { companyId: world.company, how: 'cash', cents: 2_000_000, on: clock.today(), home }));
  const taken = 100_000 + 16_000;
  expect(await both()).toEqual({ home: taken, list: taken, waits: 0 });

  const line = await db().selectFrom('invoice_line').selectAll().where('invoice_id', '=', invoice.id).executeTakeFirstOrThrow();
  const given = { id: invoice.id, lines: [{ line_id: line.id, cents: cents(1_000_000) }], reason: 'The water was cold' };
  await world.as(world.here.owner, (ctx) => credit(ctx, given));
  expect(await both()).toEqual({ home: taken / 2, list: taken / 2, waits: 0 });

  const { keys } = await paysMoveIn(world);
  const held = 225_000 + 36_000;
  expect(await both()).toEqual({ home: taken / 2, list: taken / 2, waits: held });
  await keys();
  expect(await both()).toEqual({ home: taken / 2 + held, list: taken / 2 + held, waits: 0 });
});
