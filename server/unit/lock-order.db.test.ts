import { afterAll, beforeAll, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { assertHoldsNoLaterLocks } from '#test/lock-order.ts';
import { runAsPerson } from '#test/people.ts';
import { changeUnitsInBulk } from './bulk.ts';
import { updateUnit } from './save-unit.ts';
import { mergeUnits, splitUnit } from './split-merge.ts';
import { moveUnitManually } from './status-changes.ts';

/** Lock order is property before unit: a transaction that waits for the property must not hold its units, or two would deadlock. */
let services: TestServices;
let at: OwnerWithUnit;
let other: number;
beforeAll(async () => {
  services = await createTestServices();
  at = await createOwnerWithUnit(services);
  other = await addUnit(services, at.property);
});
afterAll(() => services.database.close());

const type = async () =>
  (await services.database.db.selectFrom('unit').select('unit_type_id').where('id', '=', at.unit).executeTakeFirstOrThrow()).unit_type_id;

test.each([
  ['given a note', async () => runAsPerson(services, at.owner, (ctx) => updateUnit(ctx, { id: at.unit, notes: 'Painted' }))],
  [
    'put on hold',
    async () =>
      runAsPerson(services, at.owner, (ctx) =>
        moveUnitManually(ctx, { id: at.unit, move: 'hold', reason: 'paint', expected_on: null } as Parameters<typeof moveUnitManually>[1]),
      ),
  ],
  [
    'changed in bulk',
    async () => {
      const given = { unit_ids: [at.unit, other], unit_type_id: await type(), add_amenities: [], remove_amenities: [] };
      return runAsPerson(services, at.owner, (ctx) => changeUnitsInBulk(ctx, given as unknown as Parameters<typeof changeUnitsInBulk>[1]));
    },
  ],
  ['renamed', async () => runAsPerson(services, at.owner, (ctx) => updateUnit(ctx, { id: at.unit, name: 'Renamed' }))],
  [
    'split',
    async () => {
      const unit_type_id = await type();
      const part = (name: string) => ({ name, unit_type_id, rent_cents: 1000, area_m2: null });
      return runAsPerson(services, at.owner, (ctx) =>
        splitUnit(ctx, { id: at.unit, parts: [part('S1'), part('S2')] } as Parameters<typeof splitUnit>[1]),
      );
    },
  ],
  [
    'merged',
    async () => {
      const unit_type_id = await type();
      const next = { id: at.unit, unit_ids: [other], name: 'Joined', unit_type_id, rent_cents: 1000 };
      return runAsPerson(services, at.owner, (ctx) => mergeUnits(ctx, next as Parameters<typeof mergeUnits>[1]));
    },
  ],
])('unit lock order: locks the property before the unit when the unit is %s', (_, work) =>
  assertHoldsNoLaterLocks(services, ['property', at.property], [['unit', at.unit]], work),
);
