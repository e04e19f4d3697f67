import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { bidService } from '#server/bid/service.ts';
import { unitMoved } from '#server/listing/clock.ts';
import { somebody } from '#test/world.ts';
import { addBooking } from '#test/worlds/bookings.ts';
import { addListing, addUnit } from '#test/worlds/market.ts';
import { as, here, house, tenancyTests, unitOf } from '#test/worlds/tenancies.ts';
import * as portfolio from './service.ts';

tenancyTests();

let n = 0;
async function sheetOf(...names: string[]) {
  const property = `Waited Court ${++n}`;
  await house.database.db.updateTable('property').set({ name: property }).where('id', '=', here.property).execute();
  return names.map((name, at) => ({
    line: at + 1,
    sheet: '',
    property,
    cells: { name, tenant: `Tenant ${name}`, phone: `0714 ${String(600_000 + ++n)}`, since: '1/3/2025', rent: '25,000' },
  }));
}
type Rows = Awaited<ReturnType<typeof sheetOf>>;
const bring = (rows: Rows) =>
  as(here.owner, (ctx) =>
    portfolio.bring(ctx, { rows, client_key: `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`, file_name: 'tenants.xlsx' }),
  );
const jobs = async (name: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from job.job_common where name = ${name}`.execute(house.database.db)).rows[0]?.n;
const statusOf = async (table: 'listing' | 'booking' | 'bid', id: number) =>
  (await house.database.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const placeOf = async (unit: number) => {
  const { company_id } = await house.database.db
    .selectFrom('property')
    .select('company_id')
    .where('id', '=', here.property)
    .executeTakeFirstOrThrow();
  return { company: company_id, property: here.property, unit };
};

test('a unit somebody waits for is left out with how many they are; nobody is declined and nobody told', async () => {
  const [wanted, free] = [await addUnit(house, here.property, { name: 'W1' }), await addUnit(house, here.property, { name: 'W2' })];
  const listing = await addListing(house, { property: here.property, unit: wanted }, { contact_id: here.owner.id, negotiable: true });
  const [applicant, bidder] = [await somebody(house, 'tenant'), await somebody(house, 'tenant')];
  const booking = await addBooking(house, await placeOf(wanted), applicant, { listingId: listing });
  await house.database.db.updateTable('person').set({ phone: '+254755099001' }).where('id', '=', bidder.id).execute();
  const bid = await as(bidder, (ctx) =>
    bidService(house).make(ctx, { listing_id: listing, cents: cents(4_000_000), starts_on: addDays(clock.today(), 20), term_months: 12 }),
  );
  const told = await jobs('notification.deliver');
  const rows = await sheetOf('W1', 'W2');
  const checked = await as(here.owner, (ctx) => portfolio.check(ctx, { rows }));
  expect(checked.rows.map((row) => row.problems)).toEqual([
    [{ field: 'name', text: 'W1', problem: expect.stringContaining('1 applicant, 1 bid') }],
    [],
  ]);
  const sheet = await bring(rows);
  expect(sheet).toMatchObject({ tenancies: 1, left_out: 1 });
  for (const id of [wanted, free]) await unitMoved(house.database.db, id);
  expect([await unitOf(wanted), await unitOf(free)]).toEqual(['vacant', 'occupied']);
  expect([await statusOf('listing', listing), await statusOf('booking', booking), await statusOf('bid', bid.id)]).toEqual([
    ...['live', 'await_screening', 'open'],
  ]);
  await as(here.owner, (ctx) => portfolio.undo(ctx, { id: sheet.id, keep_changed: false }));
  expect([await statusOf('booking', booking), await statusOf('bid', bid.id)]).toEqual(['await_screening', 'open']);
  expect(await jobs('notification.deliver')).toBe(told);
});

test('who saved the home hears nothing; taken back, a listing nobody sees yet is live again', async () => {
  const unit = await addUnit(house, here.property, { name: 'W3' });
  const listing = await addListing(house, { property: here.property, unit });
  const saver = await somebody(house, 'tenant');
  await house.database.db
    .insertInto('favourite')
    .values({ person_id: saver.id, listing_id: listing, price_cents: cents(4_500_000) })
    .execute();
  await house.database.db.updateTable('property').set({ status: 'pending_verification' }).where('id', '=', here.property).execute();
  const closed = await jobs('listing.closed');
  const sheet = await bring(await sheetOf('W3'));
  await unitMoved(house.database.db, unit);
  expect(await statusOf('listing', listing)).toBe('closed');
  expect(await jobs('listing.closed'), 'what would tell them').toBe(closed);
  await as(here.owner, (ctx) => portfolio.undo(ctx, { id: sheet.id, keep_changed: false }));
  await unitMoved(house.database.db, unit);
  expect(await statusOf('listing', listing)).toBe('live');
});
