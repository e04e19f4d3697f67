import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { transfer } from '#server/property/service.ts';
import { moveBySystem } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { type BookingWorld, bookingWorld } from '#test/worlds/booking-world.ts';
import { putMoney, unproven } from '#test/worlds/invoices.ts';
import { addListing, place } from '#test/worlds/market.ts';
import { expireDue } from './clock.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterEach(() => setClock(world.house, null));
const db = () => world.house.database.db;

describe('a home that is sold', () => {
  test('asks whoever is looked at, the frozen and the back-ups too; the buyer reads nothing until they say yes, and never what the seller found', async () => {
    const other = await bookingWorldOf();
    const [one, two] = [await other.applies(other.listing), await other.applies(other.listing, { message: 'We are quiet people' })];
    await other.checked(one.id);
    const boss = await somebody(world.house, 'superadmin');
    await world.as(boss, (ctx) => moveBySystem(ctx, other.unit, 'stall', 'a report'));
    const buyer = await place(world.house);
    await world.as(boss, (ctx) => transfer(ctx, { id: other.property, company_id: buyer.owner.me.companyId ?? 0, reason: 'sold' }));
    await world.as(boss, (ctx) => moveBySystem(ctx, other.unit, 'unstall', 'all is well'));
    const seen = () => world.service.details(ctxOf(world.house, buyer.owner), { id: one.id });
    expect(await world.rowOf(one.id)).toMatchObject({ stage: 'info_requested', consent_until: expect.any(Date) });
    expect(await seen()).toMatchObject({ message: '', applicant: { phone: null }, application: { readable: false } });
    expect((await seen()).screened?.lines.every(({ outcome }) => outcome === 'open')).toBe(true);
    await world.as(one.person, (ctx) => world.service.answer(ctx, { id: one.id, note: '' }));
    expect(await seen()).toMatchObject({ application: { readable: true }, screened: { lacking: ['identity', 'income'] } });
    for (const what of ['identity', 'income'] as const)
      await world.as(buyer.owner, (ctx) => world.service.check(ctx, { id: one.id, what, outcome: 'pass', note: '' }));
    await world.as(buyer.owner, (ctx) => world.service.approve(ctx, { id: one.id, note: '' }));
    // Approving one leaves the other's consent as it stands: who says nothing has taken it back.
    expect(await world.rowOf(two.id)).toMatchObject({ stage: 'info_requested', stage_before: 'backup', consent_until: expect.any(Date) });
    await world.later(24 * 5);
    await expireDue(db());
    expect((await world.rowOf(two.id)).status).toBe('canceled');
  });

  test('takes along what was approved and not paid: the buyer asks for it; what is paid in part is settled first', async () => {
    const other = await bookingWorldOf();
    const { id } = await other.applies(other.listing);
    await other.checked(id);
    await world.as(other.owner, (ctx) => world.service.approve(ctx, { id, note: '' }));
    const asked = () =>
      world.house.database.db
        .selectFrom('invoice')
        .select(['id', 'company_id', 'status', 'total_cents'])
        .where('booking_id', '=', id)
        .orderBy('id')
        .execute();
    const [first] = await asked();
    const buyer = await place(world.house);
    const [boss, companies] = [await somebody(world.house, 'superadmin'), [other.owner.me.companyId, buyer.owner.me.companyId ?? 0]];
    const sell = () => world.as(boss, (ctx) => transfer(ctx, { id: other.property, company_id: companies[1] ?? 0, reason: 'sold' }));
    await putMoney(world.house, first?.id ?? 0, 100_000);
    await expect(sell()).rejects.toMatchObject({ failure: 'conflict' });
    await putMoney(world.house, first?.id ?? 0, -100_000);
    await sell();
    expect(await asked()).toMatchObject([
      { company_id: companies[0], status: 'expired' },
      { company_id: companies[1], status: 'unpaid', total_cents: first?.total_cents },
    ]);
    expect(await unproven(world.house)).toEqual([]);
  });
});

/** A property of its own, since it is given away. */
async function bookingWorldOf() {
  const own = await place(world.house);
  const listing = await addListing(world.house, { property: own.property, unit: own.unit }, { deposit_cents: 4_500_000 });
  const checked = async (id: number) => {
    for (const what of ['identity', 'income'] as const)
      await world.as(own.owner, (ctx) => world.service.check(ctx, { id, what, outcome: 'pass', note: '' }));
  };
  return { ...own, listing, applies: world.applies, checked };
}

test('who looks as a manager reads nothing of what managers found out', async () => {
  const { listing, unit } = await world.home();
  const { id } = await world.applies(listing);
  await world.checked(id);
  const boss = await somebody(world.house, 'superadmin');
  const as = { ...world.here.owner, me: { ...world.here.owner.me, impersonatorId: boss.id } };
  expect((await world.service.details(ctxOf(world.house, as), { id })).screened).toBeNull();
  const { results } = await world.service.compare(ctxOf(world.house, as), { unit_id: unit });
  expect(results[0]?.screened.score).toBe(0);
});
