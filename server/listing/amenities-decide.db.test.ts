import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { addListing, type Place, place } from '#test/worlds/market.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});

const carriedOver = readFileSync('server/db/migrations/20261119_1002_amenities_decide.sql', 'utf8');
const codesOf = async (table: 'unit' | 'property', id: number) => {
  const { rows } = await sql<{
    code: string;
  }>`select t.code from taxon t join ${sql.table(table)} x on t.id = any (x.amenities) where x.id = ${id} order by 1`.execute(house.database.db);
  return rows.map((row) => row.code);
};
const run = async () => {
  for (const statement of carriedOver.split(/;\n/).filter((text) => text.trim() !== '')) await sql.raw(statement).execute(house.database.db);
};
const has = (at: Place, code: string) =>
  sql`update property set amenities = amenities || (select id from taxon where kind = 'amenity' and code = ${code}) where id = ${at.property}`.execute(
    house.database.db,
  );

test('what listings said of backup power and the gate is carried over to home or property, once, and not where the building says it', async () => {
  const [both, whole, known] = [await place(house), await place(house), await place(house)];
  await addListing(house, both, { backup_power: true, gate_security: true });
  await addListing(house, { property: whole.property, unit: null }, { gate_security: true });
  await addListing(house, known, { backup_power: true });
  await has(known, 'generator');
  for (let times = 0; times < 2; times += 1) await run();
  expect(await codesOf('unit', both.unit)).toEqual(['gated_compound', 'generator']);
  expect(await codesOf('property', both.property)).toEqual([]);
  expect([await codesOf('property', whole.property), await codesOf('unit', whole.unit)]).toEqual([['gated_compound'], []]);
  expect([await codesOf('property', known.property), await codesOf('unit', known.unit)]).toEqual([['generator'], []]);
});
