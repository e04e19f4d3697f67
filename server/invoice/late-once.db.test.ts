import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sum } from '#contract/money/cents.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed } from '#test/worlds/payments.ts';
import { chargeLate, setPolicy } from './fees.ts';

let house: House;
let here: Place;
let tenancy: number;
let late: number;
const db = () => house.database.db;
const step = { grace_days: 5, every: 'once' as const, kind: 'fixed' as const, value: 50_000, cap_cents: null };
type Given = Partial<Parameters<typeof setPolicy>[1]>;
const policy = (given: Given = {}) =>
  inTransaction(house, here.owner, (ctx) =>
    setPolicy(ctx, { property_id: null, tenancy_id: null, active: true, tiers: [step], revision: 0, ...given }),
  );
/** How many fees there are of the late invoice after a night. */
async function night(): Promise<number[]> {
  await chargeLate(db());
  const rows = await db().selectFrom('late_fee').select('cents').where('invoice_id', '=', late).orderBy('id').execute();
  return rows.map((row) => sum([row.cents]));
}
beforeAll(async () => {
  house = await freshHouse();
});
beforeEach(async () => {
  await setClock(house, '2027-03-03T09:00:00Z');
  here = await place(house);
  tenancy = await livedIn(house, here.property, { unitId: await addUnit(house, here.property) });
  late = (await inTransaction(house, here.owner, (ctx) => billed(ctx, tenancy, 300_000, { dueIn: -20 }))).id;
  await db().updateTable('invoice').set({ kind: 'rent' }).where('id', '=', late).execute();
  await setClock(house, '2027-04-03T09:00:00Z');
});
afterAll(() => setClock(house, null));

test('a policy made for the property, then for the tenancy, charges nothing twice that the company’s charged', async () => {
  await policy();
  expect(await night()).toEqual([50_000]);
  await policy({ property_id: here.property, tiers: [{ ...step, id: null, value: 60_000 }] });
  expect(await night()).toEqual([50_000]);
  await policy({ tenancy_id: tenancy });
  expect(await night()).toEqual([50_000]);
});

test('a step that is taken out and put in again is the same step', async () => {
  const first = { ...step, grace_days: 9, value: 70_000 };
  const made = await policy({ tiers: [first, step] });
  const tiers = made.tiers.map((one) => ({ ...one, cap_cents: null }));
  expect(await night()).toHaveLength(2);
  await policy({ tiers: tiers.slice(0, 1), revision: 1 });
  await policy({ tiers: [...tiers.slice(0, 1), { ...step, id: null }], revision: 2 });
  expect(await night()).toHaveLength(2);
  // Another step is another.
  await policy({ tiers: [...tiers, { ...step, id: null, grace_days: 12 }], revision: 3 });
  expect(await night()).toHaveLength(3);
});

test('a step keeps its number while its terms change, and has it again with the terms it had', async () => {
  const made = await policy();
  const [{ id = null } = {}] = made.tiers;
  expect(await night()).toHaveLength(1);
  const changed = await policy({ tiers: [{ ...step, id, value: 90_000 }], revision: 1 });
  expect(changed.tiers).toMatchObject([{ id, value: 90_000 }]);
  await policy({ tiers: [], revision: 2 });
  const again = await policy({ tiers: [{ ...step, id: null }], revision: 3 });
  expect(again.tiers).toMatchObject([{ id, value: step.value }]);
  expect(await night()).toHaveLength(1);
  const rows = db().selectFrom('late_fee_tier').innerJoin('late_fee_policy as f', 'f.id', 'late_fee_tier.policy_id').select(['value', 'place']);
  expect(await rows.where('f.id', '=', made.id).orderBy('late_fee_tier.id').execute()).toEqual([
    { value: 50_000, place: 0 },
    { value: 90_000, place: null },
  ]);
});

test('what a property is billed by and a policy charge the same once', async () => {
  const billing = (late_fee: 'fixed' | 'none') =>
    db()
      .updateTable('property')
      .set({ billing: JSON.stringify({ late_fee, late_fee_cents: 50_000, grace_days: 3 }) })
      .where('id', '=', here.property)
      .execute();
  await policy();
  expect(await night()).toEqual([50_000]);
  await billing('fixed');
  expect(await night()).toEqual([50_000]);
  await policy({ property_id: here.property });
  expect(await night()).toEqual([50_000]);
});

test('nor does a company’s that is made afterwards, once the property is billed by it', async () => {
  const billing = (late_fee: 'fixed' | 'none') =>
    db()
      .updateTable('property')
      .set({ billing: JSON.stringify({ late_fee, late_fee_cents: 40_000, grace_days: 3 }) })
      .where('id', '=', here.property)
      .execute();
  await billing('fixed');
  expect(await night()).toEqual([40_000]);
  await policy();
  expect(await night()).toEqual([40_000]);
  await billing('none');
  expect(await night()).toEqual([40_000]);
  // Another step is another.
  await policy({ tiers: [step, { ...step, grace_days: 9, value: 70_000 }], revision: 1 });
  expect(await night()).toEqual([40_000, 70_000]);
});
