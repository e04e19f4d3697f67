import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apart } from '#server/db/one-connection.ts';
import { freshHouse, type House } from '#test/db.ts';
import { addUnit, type Place, place } from '#test/market.ts';
import { inTransaction } from '#test/world.ts';
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
])('a unit that is %s', async (_, work) => {
  const done = await house.database.db.transaction().execute(async (tx) => {
    await sql`select 1 from property where id = ${at.property} for no key update`.execute(tx);
    const waiting = apart('somebody else', (): Promise<unknown> => work());
    await expect.poll(async () => (await sql`select 1 from pg_locks where not granted`.execute(tx)).rows.length).toBeGreaterThan(0);
    await sql`select 1 from unit where id = ${at.unit} for update nowait`.execute(tx);
    return [waiting];
  });
  await Promise.all(done);
});
