import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { onUnitStatusChange } from '#server/listing/scheduled-jobs.ts';
import { listingService } from '#server/listing/service.ts';
import { acceptShortNotice, activate, end, requestShortNotice, waiveGuard } from '#server/tenancy/service.ts';
import { move, remove } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { type BookingFixture, createBookingFixture } from '#test/fixtures/booking-fixture.ts';
import { addListing, addPictures, addProperty, addUnit } from '#test/fixtures/market.ts';
import { addSignedLease } from '#test/fixtures/tenancies.ts';
import { createTestCtx } from '#test/people.ts';

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture();
});
afterEach(() => setClock(fixture.services, null));
const db = () => fixture.services.database.db;
const owner = <T>(work: Parameters<typeof fixture.as<T>>[1]) => fixture.as(fixture.here.owner, work);
const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };

/** Creates a property that is listed as a whole, with a listing for each of its units. */
async function block(units = 3) {
  const property = await addProperty(fixture.services, fixture.company);
  await addPictures(fixture.services, property);
  const ids: number[] = [];
  const offers: number[] = [];
  for (let i = 0; i < units; i++) ids.push(await addUnit(fixture.services, property));
  for (const unit of ids) offers.push(await addListing(fixture.services, { property, unit }));
  const whole = await addListing(fixture.services, { property, unit: null }, { deposit_cents: 4_500_000 });
  return { property, units: ids, offers, whole };
}
const statuses = async (units: readonly number[]) => Promise.all(units.map((id) => fixture.unitOf(id)));
const listing = (id: number) =>
  db().selectFrom('listing').select(['status', 'paused_by', 'closed_as']).where('id', '=', id).executeTakeFirstOrThrow();
const holds = async (units: readonly number[]) =>
  (
    await db()
      .selectFrom('stay')
      .select(['unit_id', 'booking_id', 'tenancy_id'])
      .where('unit_id', 'in', [...units])
      .where('released_at', 'is', null)
      .execute()
  ).map((row) => [row.unit_id, row.booking_id, row.tenancy_id]);
const approveNow = (id: number) => owner((ctx) => fixture.service.approve(ctx, { id, note: '' }));
const jobs = async (units: readonly number[]) => {
  for (const unit of units) await onUnitStatusChange(db(), unit);
};

describe('booking of a whole property', () => {
  test('reserves, confirms, occupies and vacates all its units together', async () => {
    const { units, offers, whole } = await block();
    const quote = await fixture.service.quoteListing(
      createTestCtx(fixture.services, (await fixture.applies((await fixture.home()).listing)).person),
      {
        listing_id: whole,
      },
    );
    expect(quote).toMatchObject({ offered: true, listing: { path: expect.not.stringContaining('unit') } });
    const { id, person } = await fixture.applies(whole);
    const rival = await fixture.applies(offers[1] ?? 0);
    const full = await fixture.approve(id);
    expect(full.unit.name.split(', ')).toHaveLength(3);
    expect(await statuses(units)).toEqual(['ordered', 'ordered', 'ordered']);
    expect(await holds(units)).toEqual(units.map((unit) => [unit, id, null]));
    for (const offer of [...offers, whole]) expect(await listing(offer)).toMatchObject({ status: 'paused', paused_by: 'unit' });
    expect(await fixture.rowOf(rival.id)).toMatchObject({ stage: 'backup' });
    await expect(fixture.applies(offers[2] ?? 0)).rejects.toMatchObject({ failure: 'gone', extra: { may_wait: true } });

    const { file_id } = await owner((ctx) => fixture.service.uploadEvidence(ctx, { id, file }));
    const paid = { id, file_id, cents: toCents(9_000_000), how: 'mpesa' as const, on: clock.today(), note: '', why_less: '' };
    const { tenancy } = await owner((ctx) => fixture.service.confirmPayment(ctx, paid));
    const tenancyId = tenancy?.id ?? 0;
    expect(await holds(units)).toEqual(units.map((unit) => [unit, id, tenancyId]));
    await setClock(fixture.services, `${fixture.soon()}T09:00:00Z`);
    await addSignedLease(fixture.services, tenancyId);
    await owner((ctx) => waiveGuard(ctx, { id: tenancyId, what: 'inspection', reason: 'A test' }));
    await owner((ctx) => activate(ctx, { id: tenancyId }));
    expect(await statuses(units)).toEqual(['occupied', 'occupied', 'occupied']);
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'closed' });
    expect(await fixture.rowOf(rival.id)).toMatchObject({ status: 'declined' });
    await jobs(units);
    for (const offer of [...offers, whole]) expect(await listing(offer)).toMatchObject({ status: 'closed', closed_as: 'let' });

    const today = clock.today();
    const { leaving_ask } = await owner((ctx) => requestShortNotice(ctx, { id: tenancyId, on: today, kind: 'mutual', reason: 'Agreed' }));
    await fixture.as(person, (ctx) => acceptShortNotice(ctx, { id: tenancyId, version: leaving_ask?.version ?? 0 }));
    await owner((ctx) =>
      end(ctx, { id: tenancyId, on: today, kind: 'mutual', reason: 'Agreed', keys: true, readings: true, no_inspection: 'A test', after: 'vacant' }),
    );
    expect(await statuses(units)).toEqual(['vacant', 'vacant', 'vacant']);
    expect(await holds(units)).toEqual([]);
    expect(await fixture.toldTo(person, 'tenancy.terminated')).toBe(1);
  });

  test('is impossible while one unit is reserved, and possible again when that booking is cancelled', async () => {
    const { units, offers, whole } = await block();
    const waiting = await fixture.applies(whole);
    const { id, person } = await fixture.applies(offers[2] ?? 0);
    await fixture.approve(id);
    expect(await listing(whole)).toMatchObject({ status: 'paused', paused_by: 'unit' });
    expect(await listing(offers[1] ?? 0)).toMatchObject({ status: 'live' });
    const problem = await fixture.applies(whole).catch((one) => one);
    expect(problem).toMatchObject({ failure: 'gone', extra: { may_wait: true } });
    expect(problem.extra.alternatives.length).toBeGreaterThan(0);
    expect(await fixture.rowOf(waiting.id)).toMatchObject({ stage: 'backup' });
    await fixture.checked(waiting.id);
    await expect(approveNow(waiting.id)).rejects.toMatchObject({ failure: 'conflict' });
    // The approval reserves all units or none, so the available units stay vacant.
    expect(await statuses(units)).toEqual(['vacant', 'vacant', 'ordered']);
    await fixture.as(person, (ctx) => fixture.service.cancel(ctx, { id, reason: 'Found another' }));
    await jobs(units);
    expect(await listing(whole)).toMatchObject({ status: 'live' });
    expect((await fixture.rowOf(waiting.id)).first_until).not.toBeNull();
    await approveNow(waiting.id);
    expect(await statuses(units)).toEqual(['ordered', 'ordered', 'ordered']);
  });

  test('cancellation frees every unit, and the next applicant of each unit is asked', async () => {
    const { units, offers, whole } = await block(2);
    const { id, person } = await fixture.applies(whole);
    const [one, two] = [await fixture.applies(offers[0] ?? 0), await fixture.applies(offers[1] ?? 0)];
    await fixture.approve(id);
    await fixture.as(person, (ctx) => fixture.service.cancel(ctx, { id, reason: 'Changed my mind' }));
    expect(await statuses(units)).toEqual(['vacant', 'vacant']);
    for (const next of [one, two]) expect((await fixture.rowOf(next.id)).first_until).not.toBeNull();
  });

  test('one applicant can have a booking of a unit and an accepted bid for the property, but only one is approved', async () => {
    const { property, units, offers, whole } = await block(2);
    const { id, person } = await fixture.applies(offers[0] ?? 0);
    for (const again of [whole, offers[0] ?? 0]) await expect(fixture.applies(again, {}, person)).rejects.toMatchObject({ failure: 'conflict' });
    const { rows } = await sql<{ id: number }>`insert into bid (company_id, property_id, listing_id, person_id, status)
      values (${fixture.company}, ${property}, ${whole}, ${person.id}, 'accepted') returning id`.execute(db());
    const bidId = Number(rows[0]?.id);
    await sql`insert into bid_turn (bid_id, n, by_bidder, cents, terms) values (${bidId}, 1, true, 4000000, '{}')`.execute(db());
    await owner((ctx) => publishEvent(ctx, 'bid.accepted', { bidId }));
    const both = await db().selectFrom('booking').select(['unit_id', 'whole']).where('person_id', '=', person.id).orderBy('id').execute();
    expect(both).toEqual([
      { unit_id: units[0], whole: false },
      { unit_id: units[0], whole: true },
    ]);
    await fixture.approve(id);
    expect(await holds(units)).toEqual([[units[0], id, null]]);
    const ofWhole = await db().selectFrom('booking').select('id').where('bid_id', '=', bidId).executeTakeFirstOrThrow();
    await expect(approveNow(ofWhole.id)).rejects.toMatchObject({ failure: expect.any(String) });
    expect(await statuses(units)).toEqual(['ordered', 'vacant']);
  });

  test('simultaneous approvals for the property and its units never reserve a unit twice', async () => {
    const { units, offers, whole } = await block();
    const all = [await fixture.applies(whole), ...(await Promise.all(offers.map((offer) => fixture.applies(offer))))];
    for (const { id } of all) await fixture.checked(id);
    const tries = await Promise.allSettled(all.map(({ id }) => approveNow(id)));
    const won = tries.flatMap((one, at) => (one.status === 'fulfilled' ? [all[at]?.id] : []));
    const held = await holds(units);
    expect(new Set(held.map(([unit]) => unit)).size).toBe(held.length);
    // Either the booking of the whole property was approved, or the bookings of its units.
    expect(won).toEqual(won.includes(all[0]?.id) ? [all[0]?.id] : all.slice(1).map(({ id }) => id));
    expect(held).toHaveLength(3);
  });

  test('is frozen during maintenance of one unit and resumes afterwards', async () => {
    const { units, whole } = await block(2);
    const { id } = await fixture.applies(whole);
    const works = { id: units[1] ?? 0, reason: 'paint', expected_on: fixture.soon() };
    await owner((ctx) => move(ctx, { ...works, move: 'start_maintenance' }));
    expect(await fixture.service.details(createTestCtx(fixture.services, fixture.here.owner), { id })).toMatchObject({
      stage: 'frozen',
      frozen_for: 'works',
    });
    await owner((ctx) => move(ctx, { id: works.id, move: 'end_maintenance', reason: '', expected_on: null }));
    expect((await fixture.rowOf(id)).stage).toBe('screening');
  });

  test('with a single unit, the booking reserves the unit, and occupancy of the unit closes the listing as let', async () => {
    const { units, whole } = await block(1);
    const { id } = await fixture.applies(whole);
    await fixture.approve(id);
    expect(await statuses(units)).toEqual(['ordered']);
    await sql`update unit set status = 'occupied', occupied_said = true where id = ${units[0]}`.execute(db());
    await jobs(units);
    expect(await listing(whole)).toMatchObject({ status: 'closed', closed_as: 'let' });
  });

  test('without any unit, publishing the listing creates a unit, and applications are accepted', async () => {
    const property = await addProperty(fixture.services, fixture.company);
    await addPictures(fixture.services, property);
    const whole = await addListing(fixture.services, { property, unit: null }, { status: 'draft', published_at: null });
    const service = listingService(fixture.services);
    await owner((ctx) => service.move(ctx, { id: whole, move: 'publish', reason: '', wait: false }));
    const units = await db().selectFrom('unit').select(['id', 'name', 'status', 'rent_cents']).where('property_id', '=', property).execute();
    expect(units).toMatchObject([{ status: 'vacant', rent_cents: 4_500_000 }]);
    const { id } = await fixture.applies(whole);
    await fixture.approve(id);
    expect(await fixture.rowOf(id)).toMatchObject({ unit_id: units[0]?.id, whole: true, status: 'await_payment' });
    const sale = await addListing(
      fixture.services,
      { property: await addProperty(fixture.services, fixture.company), unit: null },
      { status: 'draft', listing_type: 2, price_period: 3 },
    );
    await owner((ctx) => service.move(ctx, { id: sale, move: 'publish', reason: '', wait: false })).catch(() => undefined);
    const { n } = await db()
      .selectFrom('unit')
      .innerJoin('listing', 'listing.property_id', 'unit.property_id')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('listing.id', '=', sale)
      .executeTakeFirstOrThrow();
    expect(n).toBe(0);
  });

  test('a migration adds the missing unit to a listed property without units, and the last unit cannot be deleted', async () => {
    const property = await addProperty(fixture.services, fixture.company);
    const whole = await addListing(fixture.services, { property, unit: null });
    const sold = await addProperty(fixture.services, fixture.company);
    await addListing(fixture.services, { property: sold, unit: null }, { listing_type: 2, price_period: 3 });
    const mend = readFileSync(new URL('../db/migrations/20261205_201_whole_without_units.sql', import.meta.url), 'utf8');
    for (const _ of [1, 2]) await sql.raw(mend).execute(db());
    const units = await db()
      .selectFrom('unit')
      .select(['id', 'property_id', 'status', 'rent_cents'])
      .where('property_id', 'in', [property, sold])
      .execute();
    expect(units).toMatchObject([{ property_id: property, status: 'vacant', rent_cents: 4_500_000 }]);
    await fixture.applies(whole);
    const id = units[0]?.id ?? 0;
    await expect(owner((ctx) => remove(ctx, { id }))).rejects.toMatchObject({ failure: 'conflict' });
    await addUnit(fixture.services, property);
    await owner((ctx) => remove(ctx, { id }));
  });

  test('the board card of a blocked application names the blocking booking', async () => {
    const { offers, whole } = await block(2);
    const [waits, other, has] = [await fixture.applies(whole), await fixture.applies(offers[0] ?? 0), await fixture.applies(offers[1] ?? 0)];
    await fixture.approve(has.id);
    const { columns } = await fixture.service.listByColumn(createTestCtx(fixture.services, fixture.here.owner), { z_filter: {} });
    const heldBy = (id: number) => columns.flatMap(({ results }) => results).find((one) => one.id === id)?.held_by;
    expect(heldBy(waits.id)).toMatchObject({ id: has.id });
    expect([heldBy(other.id), heldBy(has.id)]).toEqual([null, null]);
  });
});
