import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { bidService } from '#server/bid/service.ts';
import { onUnitStatusChange } from '#server/listing/scheduled-jobs.ts';
import { addBooking } from '#test/fixtures/bookings.ts';
import { addListing, addUnit } from '#test/fixtures/market.ts';
import { readUnitStatus, runAs, setUpTenancyTests, testPlace, testServices } from '#test/fixtures/tenancies.ts';
import { createPerson } from '#test/people.ts';
import * as portfolio from './service.ts';

setUpTenancyTests();

let n = 0;
async function sheetOf(...names: string[]) {
  const property = `Waited Court ${++n}`;
  await testServices.database.db.updateTable('property').set({ name: property }).where('id', '=', testPlace.property).execute();
  return names.map((name, at) => ({
    line: at + 1,
    sheet: '',
    property,
    // Without a contact no tenant is asked, so the tenancy begins at once.
    cells: { name, tenant: `Tenant ${name}`, since: '1/3/2025', rent: '25,000' },
  }));
}
type Rows = Awaited<ReturnType<typeof sheetOf>>;
const bring = (rows: Rows) =>
  runAs(testPlace.owner, (ctx) =>
    portfolio.importPortfolioRows(ctx, { rows, client_key: `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`, file_name: 'tenants.xlsx' }),
  );
const jobs = async (name: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from job.job_common where name = ${name}`.execute(testServices.database.db)).rows[0]?.n;
const statusOf = async (table: 'listing' | 'booking' | 'bid', id: number) =>
  (await testServices.database.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const placeOf = async (unit: number) => {
  const { company_id } = await testServices.database.db
    .selectFrom('property')
    .select('company_id')
    .where('id', '=', testPlace.property)
    .executeTakeFirstOrThrow();
  return { company: company_id, property: testPlace.property, unit };
};

test('tenancy import: skips a unit with open applications or bids, reports their number, and sends no notification', async () => {
  const [wanted, free] = [
    await addUnit(testServices, testPlace.property, { name: 'W1' }),
    await addUnit(testServices, testPlace.property, { name: 'W2' }),
  ];
  const listing = await addListing(
    testServices,
    { property: testPlace.property, unit: wanted },
    { contact_id: testPlace.owner.id, negotiable: true },
  );
  const [applicant, bidder] = [await createPerson(testServices, 'tenant'), await createPerson(testServices, 'tenant')];
  const booking = await addBooking(testServices, await placeOf(wanted), applicant, { listingId: listing });
  await testServices.database.db.updateTable('person').set({ phone: '+254755099001' }).where('id', '=', bidder.id).execute();
  const bid = await runAs(bidder, (ctx) =>
    bidService(testServices).create(ctx, { listing_id: listing, cents: toCents(4_000_000), starts_on: addDays(clock.today(), 20), term_months: 12 }),
  );
  const told = await jobs('notification.deliver');
  const rows = await sheetOf('W1', 'W2');
  const checked = await runAs(testPlace.owner, (ctx) => portfolio.checkPortfolioRows(ctx, { rows }));
  expect(checked.rows.map((row) => row.problems)).toEqual([
    [{ field: 'name', text: 'W1', problem: expect.stringContaining('1 applicant, 1 bid') }],
    [],
  ]);
  const sheet = await bring(rows);
  expect(sheet).toMatchObject({ tenancies: 1, left_out: 1 });
  for (const id of [wanted, free]) await onUnitStatusChange(testServices.database.db, id);
  expect([await readUnitStatus(wanted), await readUnitStatus(free)]).toEqual(['vacant', 'occupied']);
  expect([await statusOf('listing', listing), await statusOf('booking', booking), await statusOf('bid', bid.id)]).toEqual([
    ...['live', 'await_screening', 'open'],
  ]);
  await runAs(testPlace.owner, (ctx) => portfolio.undoPortfolioImport(ctx, { id: sheet.id, keep_changed: false }));
  expect([await statusOf('booking', booking), await statusOf('bid', bid.id)]).toEqual(['await_screening', 'open']);
  expect(await jobs('notification.deliver')).toBe(told);
});

test('tenancy import: does not notify people who saved the home, and undo restores the live listing of an unverified property', async () => {
  const unit = await addUnit(testServices, testPlace.property, { name: 'W3' });
  const listing = await addListing(testServices, { property: testPlace.property, unit });
  const saver = await createPerson(testServices, 'tenant');
  await testServices.database.db
    .insertInto('favourite')
    .values({ person_id: saver.id, listing_id: listing, price_cents: toCents(4_500_000) })
    .execute();
  await testServices.database.db.updateTable('property').set({ status: 'pending_verification' }).where('id', '=', testPlace.property).execute();
  const closed = await jobs('listing.closed');
  const sheet = await bring(await sheetOf('W3'));
  await onUnitStatusChange(testServices.database.db, unit);
  expect(await statusOf('listing', listing)).toBe('closed');
  expect(await jobs('listing.closed'), 'what would tell them').toBe(closed);
  await runAs(testPlace.owner, (ctx) => portfolio.undoPortfolioImport(ctx, { id: sheet.id, keep_changed: false }));
  await onUnitStatusChange(testServices.database.db, unit);
  expect(await statusOf('listing', listing)).toBe('live');
});
