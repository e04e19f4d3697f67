import { describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { happened } from '#server/kernel/happen.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, addUnit } from '#test/worlds/market.ts';
import { booked, heard, house, rowOf, type Shown, shown, tourTests, visits } from '#test/worlds/tours.ts';

/** Visits to a property as a whole, and to a unit of one that is let as a whole. */
tourTests();

const saturday = '2027-03-27T06:00:00.000Z';
/** Somebody lives there and leaves in a month: it may be shown. */
async function leaver(home: Shown, unitId: number, more: Partial<tenancy.Making> = {}): Promise<Somebody> {
  const who = await somebody(house, 'tenant');
  const { id } = await inTransaction(house, home.owner, (ctx) =>
    tenancy.make(ctx, {
      ...{ unitId, startsOn: addDays(clock.today(), -200), endsOn: addDays(clock.today(), 300), rentCents: 3_000_000, period: 2, depositCents: 0 },
      people: [{ somebody: { personId: who.id, name: 'Achieng', phone: null, email: null }, role: 'lead', shareBp: 10_000 }],
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
      ...more,
    }),
  );
  const said = { id, on: addDays(clock.today(), 30), kind: 'mutual' as const, reason: 'agreed' };
  const { leaving_ask } = await inTransaction(house, home.owner, (ctx) => tenancy.askLeaving(ctx, said));
  await inTransaction(house, who, (ctx) => tenancy.agreeLeaving(ctx, { id, version: leaving_ask?.version ?? 0 }));
  return who;
}
const asked = async (id: number) => (await heard('tour.requested', id)).filter((one) => one.params.as === 'lives').map((one) => one.to.personId);
const seen = async (who: Somebody) => (await visits.homeVisits(ctxOf(house, who))).results.map((one) => one.id);

describe('whoever lives in a property that is shown as a whole', () => {
  test('is asked in every unit, sees the visit and may refuse it; a neighbour elsewhere is not', async () => {
    const home = await shown({ instant: true });
    const second = await addUnit(house, home.property);
    const [one, two] = [await leaver(home, home.unit), await leaver(home, second)];
    const elsewhere = await shown();
    const neighbour = await leaver(elsewhere, elsewhere.unit);
    const { id } = await booked({ ...home, listing: await addListing(house, { property: home.property, unit: null }) }, saturday);
    expect(await rowOf(id)).toMatchObject({ unit_id: null, consent: 'asked', status: 'requested' });
    expect(await asked(id)).toEqual([one.id, two.id]);
    expect([await seen(one), await seen(two), await seen(neighbour)]).toEqual([[id], [id], []]);
    await inTransaction(house, two, (ctx) => visits.answerVisit(ctx, { id, consent: 'refused', note: '' }));
    expect(await rowOf(id)).toMatchObject({ status: 'declined' });
  });

  test('and who has the whole is asked for each of its units', async () => {
    const home = await shown({ instant: true });
    const second = await addUnit(house, home.property);
    const who = await leaver(home, home.unit, { whole: true });
    const { id } = await booked({ ...home, listing: await addListing(house, { property: home.property, unit: second }) }, saturday);
    expect(await rowOf(id)).toMatchObject({ unit_id: second, consent: 'asked' });
    expect([await asked(id), await seen(who)]).toEqual([[who.id], [id]]);
  });
});

test('the platform holds one unit: nobody comes to see the whole that is to let; who comes to buy it does', async () => {
  const home = await shown({ instant: true });
  const second = await addUnit(house, home.property);
  const offer = (facts: object = {}) => addListing(house, { property: home.property, unit: null }, facts);
  const { id } = await booked({ ...home, listing: await offer() }, saturday);
  const sale = await booked({ ...home, listing: await offer({ listing_type: 2, price_period: 3 }) }, '2027-03-27T08:00:00.000Z');
  await inTransaction(house, home.owner, (ctx) => happened(ctx, 'unit.frozen', { unitId: second }));
  expect([(await rowOf(id)).status, (await rowOf(sale.id)).status]).toEqual(['canceled', 'confirmed']);
});
