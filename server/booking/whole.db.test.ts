import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { happened } from '#server/kernel/happen.ts';
import { unitMoved } from '#server/listing/clock.ts';
import { listingService } from '#server/listing/service.ts';
import { activate, agreeLeaving, askLeaving, end, waive } from '#server/tenancy/service.ts';
import { move, remove } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { ctxOf } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { addListing, addPictures, addProperty, addUnit } from '#test/worlds/market.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterEach(() => setClock(world.house, null));
const db = () => world.house.database.db;
const owner = <T>(work: Parameters<typeof world.as<T>>[1]) => world.as(world.here.owner, work);
const file = { data: Buffer.from('%PDF-1.4 receipt'), type: 'pdf' as const, name: 'receipt.pdf' };

/** A property offered as a whole, and each of its units for itself. */
async function block(units = 3) {
  const property = await addProperty(world.house, world.company);
  await addPictures(world.house, property);
  const ids: number[] = [];
  const offers: number[] = [];
  for (let i = 0; i < units; i++) ids.push(await addUnit(world.house, property));
  for (const unit of ids) offers.push(await addListing(world.house, { property, unit }));
  const whole = await addListing(world.house, { property, unit: null }, { deposit_cents: 4_500_000 });
  return { property, units: ids, offers, whole };
}
const statuses = async (units: readonly number[]) => Promise.all(units.map((id) => world.unitOf(id)));
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
const approveNow = (id: number) => owner((ctx) => world.service.approve(ctx, { id, note: '' }));
const jobs = async (units: readonly number[]) => {
  for (const unit of units) await unitMoved(db(), unit);
};

describe('a whole property', () => {
  test('with several units: held unit by unit, paid for, lived in and left as one', async () => {
    const { units, offers, whole } = await block();
    const quote = await world.service.quote(ctxOf(world.house, (await world.applies((await world.home()).listing)).person), { listing_id: whole });
    expect(quote).toMatchObject({ offered: true, listing: { path: expect.not.stringContaining('unit') } });
    const { id, person } = await world.applies(whole);
    const rival = await world.applies(offers[1] ?? 0);
    const full = await world.approve(id);
    expect(full.unit.name.split(', ')).toHaveLength(3);
    expect(await statuses(units)).toEqual(['ordered', 'ordered', 'ordered']);
    expect(await holds(units)).toEqual(units.map((unit) => [unit, id, null]));
    for (const offer of [...offers, whole]) expect(await listing(offer)).toMatchObject({ status: 'paused', paused_by: 'unit' });
    expect(await world.rowOf(rival.id)).toMatchObject({ stage: 'backup' });
    await expect(world.applies(offers[2] ?? 0)).rejects.toMatchObject({ failure: 'gone', extra: { may_wait: true } });

    const { file_id } = await owner((ctx) => world.service.evidence(ctx, { id, file }));
    const paid = { id, file_id, cents: cents(9_000_000), how: 'mpesa' as const, on: clock.today(), note: '', why_less: '' };
    const { tenancy } = await owner((ctx) => world.service.confirm(ctx, paid));
    const tenancyId = tenancy?.id ?? 0;
    expect(await holds(units)).toEqual(units.map((unit) => [unit, id, tenancyId]));
    await setClock(world.house, `${world.soon()}T09:00:00Z`);
    for (const what of ['agreement', 'inspection'] as const) await owner((ctx) => waive(ctx, { id: tenancyId, what, reason: 'A test' }));
    await owner((ctx) => activate(ctx, { id: tenancyId }));
    expect(await statuses(units)).toEqual(['occupied', 'occupied', 'occupied']);
    expect(await world.rowOf(id)).toMatchObject({ status: 'closed' });
    expect(await world.rowOf(rival.id)).toMatchObject({ status: 'declined' });
    await jobs(units);
    for (const offer of [...offers, whole]) expect(await listing(offer)).toMatchObject({ status: 'closed', closed_as: 'let' });

    const today = clock.today();
    const { leaving_ask } = await owner((ctx) => askLeaving(ctx, { id: tenancyId, on: today, kind: 'mutual', reason: 'Agreed' }));
    await world.as(person, (ctx) => agreeLeaving(ctx, { id: tenancyId, version: leaving_ask?.version ?? 0 }));
    await owner((ctx) =>
      end(ctx, { id: tenancyId, on: today, kind: 'mutual', reason: 'Agreed', keys: true, readings: true, no_inspection: 'A test', after: 'vacant' }),
    );
    expect(await statuses(units)).toEqual(['vacant', 'vacant', 'vacant']);
    expect(await holds(units)).toEqual([]);
    expect(await world.toldTo(person, 'tenancy.terminated')).toBe(1);
  });

  test('cannot be had while one unit is held, and can again when that falls through', async () => {
    const { units, offers, whole } = await block();
    const waiting = await world.applies(whole);
    const { id, person } = await world.applies(offers[2] ?? 0);
    await world.approve(id);
    expect(await listing(whole)).toMatchObject({ status: 'paused', paused_by: 'unit' });
    expect(await listing(offers[1] ?? 0)).toMatchObject({ status: 'live' });
    const problem = await world.applies(whole).catch((one) => one);
    expect(problem).toMatchObject({ failure: 'gone', extra: { may_wait: true } });
    expect(problem.extra.alternatives.length).toBeGreaterThan(0);
    expect(await world.rowOf(waiting.id)).toMatchObject({ stage: 'backup' });
    await world.checked(waiting.id);
    await expect(approveNow(waiting.id)).rejects.toMatchObject({ failure: 'conflict' });
    // All or nothing: the units that were free stay so.
    expect(await statuses(units)).toEqual(['vacant', 'vacant', 'ordered']);
    await world.as(person, (ctx) => world.service.cancel(ctx, { id, reason: 'Found another' }));
    await jobs(units);
    expect(await listing(whole)).toMatchObject({ status: 'live' });
    expect((await world.rowOf(waiting.id)).first_until).not.toBeNull();
    await approveNow(waiting.id);
    expect(await statuses(units)).toEqual(['ordered', 'ordered', 'ordered']);
  });

  test('given up frees every unit, and the next of each comes first', async () => {
    const { units, offers, whole } = await block(2);
    const { id, person } = await world.applies(whole);
    const [one, two] = [await world.applies(offers[0] ?? 0), await world.applies(offers[1] ?? 0)];
    await world.approve(id);
    await world.as(person, (ctx) => world.service.cancel(ctx, { id, reason: 'Changed my mind' }));
    expect(await statuses(units)).toEqual(['vacant', 'vacant']);
    for (const next of [one, two]) expect((await world.rowOf(next.id)).first_until).not.toBeNull();
  });

  test('and its first unit are two homes of one applicant: who applied for the unit has their bid for the whole accepted, and only one is had', async () => {
    const { property, units, offers, whole } = await block(2);
    const { id, person } = await world.applies(offers[0] ?? 0);
    for (const again of [whole, offers[0] ?? 0]) await expect(world.applies(again, {}, person)).rejects.toMatchObject({ failure: 'conflict' });
    const { rows } = await sql<{ id: number }>`insert into bid (company_id, property_id, listing_id, person_id, status)
      values (${world.company}, ${property}, ${whole}, ${person.id}, 'accepted') returning id`.execute(db());
    const bidId = Number(rows[0]?.id);
    await sql`insert into bid_turn (bid_id, n, by_bidder, cents, terms) values (${bidId}, 1, true, 4000000, '{}')`.execute(db());
    await owner((ctx) => happened(ctx, 'bid.accepted', { bidId }));
    const both = await db().selectFrom('booking').select(['unit_id', 'whole']).where('person_id', '=', person.id).orderBy('id').execute();
    expect(both).toEqual([
      { unit_id: units[0], whole: false },
      { unit_id: units[0], whole: true },
    ]);
    await world.approve(id);
    expect(await holds(units)).toEqual([[units[0], id, null]]);
    const ofWhole = await db().selectFrom('booking').select('id').where('bid_id', '=', bidId).executeTakeFirstOrThrow();
    await expect(approveNow(ofWhole.id)).rejects.toMatchObject({ failure: expect.any(String) });
    expect(await statuses(units)).toEqual(['ordered', 'vacant']);
  });

  test('and its units approved at once: no unit is promised twice', async () => {
    const { units, offers, whole } = await block();
    const all = [await world.applies(whole), ...(await Promise.all(offers.map((offer) => world.applies(offer))))];
    for (const { id } of all) await world.checked(id);
    const tries = await Promise.allSettled(all.map(({ id }) => approveNow(id)));
    const won = tries.flatMap((one, at) => (one.status === 'fulfilled' ? [all[at]?.id] : []));
    const held = await holds(units);
    expect(new Set(held.map(([unit]) => unit)).size).toBe(held.length);
    // Either the whole alone, or units alone.
    expect(won).toEqual(won.includes(all[0]?.id) ? [all[0]?.id] : all.slice(1).map(({ id }) => id));
    expect(held).toHaveLength(3);
  });

  test('is frozen by works on one unit, and thaws with it', async () => {
    const { units, whole } = await block(2);
    const { id } = await world.applies(whole);
    const works = { id: units[1] ?? 0, reason: 'paint', expected_on: world.soon() };
    await owner((ctx) => move(ctx, { ...works, move: 'start_maintenance' }));
    expect(await world.service.details(ctxOf(world.house, world.here.owner), { id })).toMatchObject({ stage: 'frozen', frozen_for: 'works' });
    await owner((ctx) => move(ctx, { id: works.id, move: 'end_maintenance', reason: '', expected_on: null }));
    expect((await world.rowOf(id)).stage).toBe('screening');
  });

  test('with one unit is let as that unit; offered again, it is not offered while lived in', async () => {
    const { units, whole } = await block(1);
    const { id } = await world.applies(whole);
    await world.approve(id);
    expect(await statuses(units)).toEqual(['ordered']);
    await sql`update unit set status = 'occupied', occupied_said = true where id = ${units[0]}`.execute(db());
    await jobs(units);
    expect(await listing(whole)).toMatchObject({ status: 'closed', closed_as: 'let' });
  });

  test('without units gets one when it is published, and is applied for like any home', async () => {
    const property = await addProperty(world.house, world.company);
    await addPictures(world.house, property);
    const whole = await addListing(world.house, { property, unit: null }, { status: 'draft', published_at: null });
    const service = listingService(world.house);
    await owner((ctx) => service.move(ctx, { id: whole, move: 'publish', reason: '', wait: false }));
    const units = await db().selectFrom('unit').select(['id', 'name', 'status', 'rent_cents']).where('property_id', '=', property).execute();
    expect(units).toMatchObject([{ status: 'vacant', rent_cents: 4_500_000 }]);
    const { id } = await world.applies(whole);
    await world.approve(id);
    expect(await world.rowOf(id)).toMatchObject({ unit_id: units[0]?.id, whole: true, status: 'await_payment' });
    const sale = await addListing(
      world.house,
      { property: await addProperty(world.house, world.company), unit: null },
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

  test('live without a unit from before, it gets the one that stands for it; the last unit of one that is offered is not removed', async () => {
    const property = await addProperty(world.house, world.company);
    const whole = await addListing(world.house, { property, unit: null });
    const sold = await addProperty(world.house, world.company);
    await addListing(world.house, { property: sold, unit: null }, { listing_type: 2, price_period: 3 });
    const mend = readFileSync(new URL('../db/migrations/20261205_201_whole_without_units.sql', import.meta.url), 'utf8');
    for (const _ of [1, 2]) await sql.raw(mend).execute(db());
    const units = await db()
      .selectFrom('unit')
      .select(['id', 'property_id', 'status', 'rent_cents'])
      .where('property_id', 'in', [property, sold])
      .execute();
    expect(units).toMatchObject([{ property_id: property, status: 'vacant', rent_cents: 4_500_000 }]);
    await world.applies(whole);
    const id = units[0]?.id ?? 0;
    await expect(owner((ctx) => remove(ctx, { id }))).rejects.toMatchObject({ failure: 'conflict' });
    await addUnit(world.house, property);
    await owner((ctx) => remove(ctx, { id }));
  });

  test('on the board: who waits for what another holds is not approved, and it says who that is', async () => {
    const { offers, whole } = await block(2);
    const [waits, other, has] = [await world.applies(whole), await world.applies(offers[0] ?? 0), await world.applies(offers[1] ?? 0)];
    await world.approve(has.id);
    const { columns } = await world.service.board(ctxOf(world.house, world.here.owner), { z_filter: {} });
    const heldBy = (id: number) => columns.flatMap(({ results }) => results).find((one) => one.id === id)?.held_by;
    expect(heldBy(waits.id)).toMatchObject({ id: has.id });
    expect([heldBy(other.id), heldBy(has.id)]).toEqual([null, null]);
  });
});
