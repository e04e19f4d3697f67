import { afterAll, beforeAll, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { waitsWithout } from '#test/lock-order.ts';
import { inTransaction } from '#test/world.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { bulk } from './bulk.ts';
import { move } from './moves.ts';
import { merge, split } from './reshape.ts';
import { update } from './write.ts';

/** Property before unit: whoever waits for the property holds none of its units, or two would wait for each other. */
let house: House;
let at: Place;
let other: number;
beforeAll(async () => {
  house = await freshHouse();
  at = await place(house);
  other = await addUnit(house, at.property);
});
afterAll(() => house.database.close());

const type = async () =>
  (await house.database.db.selectFrom('unit').select('unit_type_id').where('id', '=', at.unit).executeTakeFirstOrThrow()).unit_type_id;

test.each([
  ['given a note', async () => inTransaction(house, at.owner, (ctx) => update(ctx, { id: at.unit, notes: 'Painted' }))],
  [
    'moved',
    async () =>
      inTransaction(house, at.owner, (ctx) =>
        move(ctx, { id: at.unit, move: 'hold', reason: 'paint', expected_on: null } as Parameters<typeof move>[1]),
      ),
  ],
  [
    'changed with others',
    async () => {
      const given = { unit_ids: [at.unit, other], unit_type_id: await type(), add_amenities: [], remove_amenities: [] };
      return inTransaction(house, at.owner, (ctx) => bulk(ctx, given as unknown as Parameters<typeof bulk>[1]));
    },
  ],
  ['renamed', async () => inTransaction(house, at.owner, (ctx) => update(ctx, { id: at.unit, name: 'Renamed' }))],
  [
    'split',
    async () => {
      const unit_type_id = await type();
      const part = (name: string) => ({ name, unit_type_id, rent_cents: 1000, area_m2: null });
      return inTransaction(house, at.owner, (ctx) => split(ctx, { id: at.unit, parts: [part('S1'), part('S2')] } as Parameters<typeof split>[1]));
    },
  ],
  [
    'joined',
    async () => {
      const unit_type_id = await type();
      const next = { id: at.unit, unit_ids: [other], name: 'Joined', unit_type_id, rent_cents: 1000 };
      return inTransaction(house, at.owner, (ctx) => merge(ctx, next as Parameters<typeof merge>[1]));
    },
  ],
])('a unit that is %s', (_, work) => waitsWithout(house, ['property', at.property], [['unit', at.unit]], work));
