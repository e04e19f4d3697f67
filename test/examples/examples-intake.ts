import { toCents } from '#contract/money/cents.ts';
import type { TestServices } from '#test/db.ts';
import type { ExampleRowSeeder, ModuleExamples } from '#test/example-kinds.ts';
import { createExampleUnit, createPropertyInCounty } from './examples-unit.ts';

let n = 0;
/** A line for an existing property, because a sheet does not contain the location of a new one. */
const sheet = async (services: TestServices) => {
  const name = `Sheet court ${++n}`;
  const { company_id } = await createPropertyInCounty(services, null, '047', name);
  return { company_id, rows: [{ line: 2, property: name, cells: { name: 'A1', unit_type: '2BR', rent: '25,000' } }] };
};
const key = () => `00000000-0000-4000-9000-${String(++n).padStart(12, '0')}`;

async function brought({ database: { db } }: TestServices, company_id: number, property_id: number, by: number, mark = 'example') {
  const intake = await db
    .insertInto('intake')
    .values({ company_id, client_key: key(), file_name: `${mark}.xlsx`, units: 1, created_by: by })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('import_batch')
    .values({ company_id, property_id, file_name: `${mark}.xlsx`, made: 0, intake_id: intake.id })
    .execute();
  await db
    .insertInto('intake_left')
    .values({ intake_id: intake.id, line: 3, sheet: '', property: `${mark} court`, cells: JSON.stringify({ name: `${mark} door` }), problems: '[]' })
    .execute();
  return intake.id;
}
const lives = async (services: TestServices, company_id: number, property_id: number, unit_id: number, mark = 'Example') => {
  const { db } = services.database;
  const at = { company_id, property_id, unit_id };
  const one = await db
    .insertInto('occupant')
    .values({ ...at, name: `${mark} tenant`, phone: '+254712345678' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('opening_balance')
    .values({ ...at, occupant_id: one.id, cents: toCents(250_000), as_of: '2026-01-31' })
    .execute();
  return one.id;
};
const somebody = async ({ database: { db } }: TestServices) =>
  (await db.selectFrom('person').select('id').where('user_type', '=', 1).orderBy('id').executeTakeFirstOrThrow()).id;

const seed: ExampleRowSeeder = async (services, { mark, region, people }) => {
  const owner = people.owner;
  if (!owner) return;
  const property = await createPropertyInCounty(services, owner.companyId, region, `${mark} sheet court`);
  const unit = await createExampleUnit(services, property.id, { name: `${mark} sheet unit` });
  const intake_id = await brought(services, property.company_id, property.id, owner.id, mark);
  const occupant_id = await lives(services, property.company_id, property.id, unit.id, mark);
  const change = await services.database.db
    .insertInto('intake_change')
    .values({ intake_id, property_id: property.id, unit_id: unit.id, revision: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await services.database.db.insertInto('intake_lives').values({ intake_change_id: change.id, occupant_id, became: 'changed' }).execute();
};

export const moduleExamples: ModuleExamples = {
  examples: {
    'intake.check': sheet,
    'intake.importSheet': async (services) => ({ ...(await sheet(services)), client_key: key(), file_name: 'rent roll.xlsx' }),
    'intake.list': async () => ({ page: 1 }),
    'intake.listRejected': async (services) => {
      const property = await createPropertyInCounty(services);
      return { id: await brought(services, property.company_id, property.id, await somebody(services)) };
    },
    'intake.undo': async (services) => {
      const property = await createPropertyInCounty(services);
      return { id: await brought(services, property.company_id, property.id, await somebody(services)), keep_changed: false };
    },
    'intake.occupant': async (services) => ({ unit_id: (await createExampleUnit(services, (await createPropertyInCounty(services)).id)).id }),
    'intake.moveBackIn': async (services) => {
      // The unit belongs to the owner of the sweep, because only a manager may report it as occupied.
      const { company_id } = await services.database.db
        .selectFrom('person')
        .select('company_id')
        .where('user_type', '=', 4)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      const property = await createPropertyInCounty(services, company_id);
      const id = await lives(services, property.company_id, property.id, (await createExampleUnit(services, property.id)).id);
      await services.database.db.updateTable('occupant').set({ ended_at: new Date() }).where('id', '=', id).execute();
      return { id };
    },
    'intake.eraseOccupant': async (services) => {
      const property = await createPropertyInCounty(services);
      return { id: await lives(services, property.company_id, property.id, (await createExampleUnit(services, property.id)).id) };
    },
  },
  askers: {
    ...Object.fromEntries(
      ['check', 'importSheet', 'list', 'listRejected', 'undo', 'occupant', 'eraseOccupant'].map((call) => [`intake.${call}`, 'superadmin' as const]),
    ),
    'intake.moveBackIn': 'owner',
  },
  seed,
};
