import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});

const carriedOver = readFileSync('server/db/migrations/20261119_1002_amenities_decide.sql', 'utf8');
const codesOf = async (table: 'unit' | 'property', id: number) => {
  const { rows } = await sql<{
    code: string;
  }>`select t.code from taxon t join ${sql.table(table)} x on t.id = any (x.amenities) where x.id = ${id} order by 1`.execute(services.database.db);
  return rows.map((row) => row.code);
};
const run = async () => {
  for (const statement of carriedOver.split(/;\n/).filter((text) => text.trim() !== '')) await sql.raw(statement).execute(services.database.db);
};
const has = (at: OwnerWithUnit, code: string) =>
  sql`update property set amenities = amenities || (select id from taxon where kind = 'amenity' and code = ${code}) where id = ${at.property}`.execute(
    services.database.db,
  );

test('amenity migration: moves backup power and gate once from listings to the unit or property, unless already present', async () => {
  const [both, whole, known] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  await addListing(services, both, { backup_power: true, gate_security: true });
  await addListing(services, { property: whole.property, unit: null }, { gate_security: true });
  await addListing(services, known, { backup_power: true });
  await has(known, 'generator');
  for (let times = 0; times < 2; times += 1) await run();
  expect(await codesOf('unit', both.unit)).toEqual(['gated_compound', 'generator']);
  expect(await codesOf('property', both.property)).toEqual([]);
  expect([await codesOf('property', whole.property), await codesOf('unit', whole.unit)]).toEqual([['gated_compound'], []]);
  expect([await codesOf('property', known.property), await codesOf('unit', known.unit)]).toEqual([['generator'], []]);
});
