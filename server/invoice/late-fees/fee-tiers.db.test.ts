import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sumCents } from '#contract/money/cents.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { issueRentInvoice } from '#test/fixtures/payments.ts';
import { runAsPerson } from '#test/people.ts';
import { chargeLateFees, setLateFeePolicy } from './fees.ts';

let services: TestServices;
let here: OwnerWithUnit;
let tenancy: number;
let late: number;
const db = () => services.database.db;
const step = { grace_days: 5, every: 'once' as const, kind: 'fixed' as const, value: 50_000, cap_cents: null };
type Given = Partial<Parameters<typeof setLateFeePolicy>[1]>;
const policy = (given: Given = {}) =>
  runAsPerson(services, here.owner, (ctx) =>
    setLateFeePolicy(ctx, { property_id: null, tenancy_id: null, active: true, tiers: [step], revision: 0, ...given }),
  );
/** The late fees of the overdue invoice after a nightly run, in cents. */
async function night(): Promise<number[]> {
  await chargeLateFees(db());
  const rows = await db().selectFrom('late_fee').select('cents').where('invoice_id', '=', late).orderBy('id').execute();
  return rows.map((row) => sumCents([row.cents]));
}
beforeAll(async () => {
  services = await createTestServices();
});
beforeEach(async () => {
  await setClock(services, '2027-03-03T09:00:00Z');
  here = await createOwnerWithUnit(services);
  tenancy = await createOccupiedTenancy(services, here.property, { unitId: await addUnit(services, here.property) });
  late = (await runAsPerson(services, here.owner, (ctx) => issueRentInvoice(ctx, tenancy, 300_000, { dueIn: -20 }))).id;
  await db().updateTable('invoice').set({ kind: 'rent' }).where('id', '=', late).execute();
  await setClock(services, '2027-04-03T09:00:00Z');
});
afterAll(() => setClock(services, null));

test('late fees: a new policy for a property or tenancy does not charge an invoice that the company policy already charged', async () => {
  await policy();
  expect(await night()).toEqual([50_000]);
  await policy({ property_id: here.property, tiers: [{ ...step, id: null, value: 60_000 }] });
  expect(await night()).toEqual([50_000]);
  await policy({ tenancy_id: tenancy });
  expect(await night()).toEqual([50_000]);
});

test('late fees: a fee tier that is removed and added with the same terms does not charge an invoice twice', async () => {
  const first = { ...step, grace_days: 9, value: 70_000 };
  const made = await policy({ tiers: [first, step] });
  const tiers = made.tiers.map((one) => ({ ...one, cap_cents: null }));
  expect(await night()).toHaveLength(2);
  await policy({ tiers: tiers.slice(0, 1), revision: 1 });
  await policy({ tiers: [...tiers.slice(0, 1), { ...step, id: null }], revision: 2 });
  expect(await night()).toHaveLength(2);
  // A different tier charges again.
  await policy({ tiers: [...tiers, { ...step, id: null, grace_days: 12 }], revision: 3 });
  expect(await night()).toHaveLength(3);
});

test('late fees: a fee tier has the same id after its terms change, and after it is removed and added with its old terms', async () => {
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

test("late fees: an overdue invoice is charged only once under both the property's billing terms and a policy", async () => {
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

test("late fees: a later company policy does not charge an invoice that the property's billing terms already charged", async () => {
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
  // A different tier charges again.
  await policy({ tiers: [step, { ...step, grace_days: 9, value: 70_000 }], revision: 1 });
  expect(await night()).toEqual([40_000, 70_000]);
});
