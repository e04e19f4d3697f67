import { cents } from '#contract/money/cents.ts';
import type { House } from '#test/db.ts';
import type { Plant, RoomExamples } from '#test/example-kinds.ts';
import { propertyOf, unitOf } from './examples-unit.ts';

let n = 0;
/** A line for a property that is there: where a new one is, a sheet does not say. */
const sheet = async (house: House) => {
  const name = `Sheet court ${++n}`;
  const { company_id } = await propertyOf(house, null, '047', name);
  return { company_id, rows: [{ line: 2, property: name, cells: { name: 'A1', unit_type: '2BR', rent: '25,000' } }] };
};
const key = () => `00000000-0000-4000-9000-${String(++n).padStart(12, '0')}`;

async function brought({ database: { db } }: House, company_id: number, property_id: number, by: number, mark = 'example') {
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
const lives = async (house: House, company_id: number, property_id: number, unit_id: number, mark = 'Example') => {
  const { db } = house.database;
  const at = { company_id, property_id, unit_id };
  const one = await db
    .insertInto('occupant')
    .values({ ...at, name: `${mark} tenant`, phone: '+254712345678' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('opening_balance')
    .values({ ...at, occupant_id: one.id, cents: cents(250_000), as_of: '2026-01-31' })
    .execute();
  return one.id;
};
const somebody = async ({ database: { db } }: House) =>
  (await db.selectFrom('person').select('id').where('user_type', '=', 1).orderBy('id').executeTakeFirstOrThrow()).id;

const plant: Plant = async (house, { mark, region, people }) => {
  const owner = people.owner;
  if (!owner) return;
  const property = await propertyOf(house, owner.companyId, region, `${mark} sheet court`);
  const unit = await unitOf(house, property.id, { name: `${mark} sheet unit` });
  const intake_id = await brought(house, property.company_id, property.id, owner.id, mark);
  const occupant_id = await lives(house, property.company_id, property.id, unit.id, mark);
  const change = await house.database.db
    .insertInto('intake_change')
    .values({ intake_id, property_id: property.id, unit_id: unit.id, revision: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db.insertInto('intake_lives').values({ intake_change_id: change.id, occupant_id, became: 'changed' }).execute();
};

export const roomExamples: RoomExamples = {
  examples: {
    'intake.check': sheet,
    'intake.bring': async (house) => ({ ...(await sheet(house)), client_key: key(), file_name: 'rent roll.xlsx' }),
    'intake.list': async () => ({ page: 1 }),
    'intake.left': async (house) => {
      const property = await propertyOf(house);
      return { id: await brought(house, property.company_id, property.id, await somebody(house)) };
    },
    'intake.undo': async (house) => {
      const property = await propertyOf(house);
      return { id: await brought(house, property.company_id, property.id, await somebody(house)), keep_changed: false };
    },
    'intake.occupant': async (house) => ({ unit_id: (await unitOf(house, (await propertyOf(house)).id)).id }),
    'intake.back': async (house) => {
      // Who says that somebody lives there manages it: the owner the sweep asks as.
      const { company_id } = await house.database.db
        .selectFrom('person')
        .select('company_id')
        .where('user_type', '=', 4)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      const property = await propertyOf(house, company_id);
      const id = await lives(house, property.company_id, property.id, (await unitOf(house, property.id)).id);
      await house.database.db.updateTable('occupant').set({ ended_at: new Date() }).where('id', '=', id).execute();
      return { id };
    },
    'intake.forget': async (house) => {
      const property = await propertyOf(house);
      return { id: await lives(house, property.company_id, property.id, (await unitOf(house, property.id)).id) };
    },
  },
  askers: {
    ...Object.fromEntries(['check', 'bring', 'list', 'left', 'undo', 'occupant', 'forget'].map((call) => [`intake.${call}`, 'superadmin' as const])),
    'intake.back': 'owner',
  },
  plant,
};
