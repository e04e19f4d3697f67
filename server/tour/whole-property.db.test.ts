import { describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { addListing, addUnit } from '#test/fixtures/market.ts';
import {
  addListedHome,
  bookTour,
  type ListedHome,
  listTourNotifications,
  readTourRow,
  setUpTourTests,
  tourServices,
  visitorHandlers,
} from '#test/fixtures/tours.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';

/** Tours of a whole property, and of a unit of a property that is let as a whole. */
setUpTourTests();

const saturday = '2027-03-27T06:00:00.000Z';
/** A tenant who moves out in a month, so that the home can be shown. */
async function leaver(home: ListedHome, unitId: number, more: Partial<tenancy.NewTenancy> = {}): Promise<TestPerson> {
  const who = await createPerson(tourServices, 'tenant');
  const { id } = await runAsPerson(tourServices, home.owner, (ctx) =>
    tenancy.createTenancy(ctx, {
      unitId,
      startsOn: addDays(clock.today(), -200),
      endsOn: addDays(clock.today(), 300),
      rentCents: 3_000_000,
      period: 2,
      depositCents: 0,
      people: [{ somebody: { personId: who.id, name: 'Achieng', phone: null, email: null }, role: 'lead', shareBp: 10_000 }],
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
      ...more,
    }),
  );
  const said = { id, on: addDays(clock.today(), 30), kind: 'mutual' as const, reason: 'agreed' };
  const { leaving_ask } = await runAsPerson(tourServices, home.owner, (ctx) => tenancy.requestShortNotice(ctx, said));
  await runAsPerson(tourServices, who, (ctx) => tenancy.acceptShortNotice(ctx, { id, version: leaving_ask?.version ?? 0 }));
  return who;
}
const asked = async (id: number) =>
  (await listTourNotifications('tour.requested', id)).filter((one) => one.params.as === 'lives').map((one) => one.to.personId);
const seen = async (who: TestPerson) => (await visitorHandlers.homeVisits(createTestCtx(tourServices, who))).results.map((one) => one.id);

describe('occupants in a tour of a whole property', () => {
  test('the occupants of every unit see the tour, are asked for consent and can refuse, unlike tenants of another property', async () => {
    const home = await addListedHome({ instant: true });
    const second = await addUnit(tourServices, home.property);
    const [one, two] = [await leaver(home, home.unit), await leaver(home, second)];
    const elsewhere = await addListedHome();
    const neighbour = await leaver(elsewhere, elsewhere.unit);
    const { id } = await bookTour({ ...home, listing: await addListing(tourServices, { property: home.property, unit: null }) }, saturday);
    expect(await readTourRow(id)).toMatchObject({ unit_id: null, consent: 'asked', status: 'requested' });
    expect(await asked(id)).toEqual([one.id, two.id]);
    expect([await seen(one), await seen(two), await seen(neighbour)]).toEqual([[id], [id], []]);
    await runAsPerson(tourServices, two, (ctx) => visitorHandlers.answerVisit(ctx, { id, consent: 'refused', note: '' }));
    expect(await readTourRow(id)).toMatchObject({ status: 'declined' });
  });

  test('a tenant of the whole property is asked for consent for each of its units', async () => {
    const home = await addListedHome({ instant: true });
    const second = await addUnit(tourServices, home.property);
    const who = await leaver(home, home.unit, { whole: true });
    const { id } = await bookTour({ ...home, listing: await addListing(tourServices, { property: home.property, unit: second }) }, saturday);
    expect(await readTourRow(id)).toMatchObject({ unit_id: second, consent: 'asked' });
    expect([await asked(id), await seen(who)]).toEqual([[who.id], [id]]);
  });
});

test('tour of a whole property: freezing one unit cancels tours for rent, but not for sale', async () => {
  const home = await addListedHome({ instant: true });
  const second = await addUnit(tourServices, home.property);
  const offer = (facts: object = {}) => addListing(tourServices, { property: home.property, unit: null }, facts);
  const { id } = await bookTour({ ...home, listing: await offer() }, saturday);
  const sale = await bookTour({ ...home, listing: await offer({ listing_type: 2, price_period: 3 }) }, '2027-03-27T08:00:00.000Z');
  await runAsPerson(tourServices, home.owner, (ctx) => publishEvent(ctx, 'unit.frozen', { unitId: second }));
  expect([(await readTourRow(id)).status, (await readTourRow(sale.id)).status]).toEqual(['canceled', 'confirmed']);
});
