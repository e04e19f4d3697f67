import type { Role } from '#contract/kernel/roles.ts';
import { type Cents, cents } from '#contract/money/cents.ts';
import type { House } from '#test/db.ts';
import type { Example, Plant, RoomExamples } from '#test/example-kinds.ts';

let n = 0;
export const taxonId = async ({ database: { db } }: House, kind: 'unit_type' | 'amenity' | 'property_type' | 'property_category', code: string) =>
  (await db.selectFrom('taxon').select('id').where('kind', '=', kind).where('code', '=', code).executeTakeFirstOrThrow()).id;

/** A property of a company (or of one made for it) in a county. */
export async function propertyOf(house: House, companyId: number | null = null, region = '047', name = `Example court ${++n}`) {
  const { db } = house.database;
  const company =
    companyId ??
    (
      await db
        .insertInto('company')
        .values({ kind: 'owner', name: `Example holder ${++n}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const place = await db.selectFrom('location').select('id').where('kind', '=', 'county').where('county', '=', region).executeTakeFirstOrThrow();
  return db
    .insertInto('property')
    .values({
      slug: `example-${++n}`,
      company_id: company,
      name,
      region,
      location_id: place.id,
      property_type_id: await taxonId(house, 'property_type', 'apartment'),
      category_id: await taxonId(house, 'property_category', 'residential'),
    })
    .returning(['id', 'code', 'company_id'])
    .executeTakeFirstOrThrow();
}

export async function unitOf(
  house: House,
  propertyId: number,
  more: { name?: string; rent_cents?: Cents | null; notes?: string; import_batch_id?: number } = {},
) {
  return house.database.db
    .insertInto('unit')
    .values({
      property_id: propertyId,
      slug: `example-${++n}`,
      name: `E${++n}`,
      unit_type_id: await taxonId(house, 'unit_type', 'two_bedroom'),
      rent_cents: cents(2_500_000),
      ...more,
    })
    .returning(['id', 'code', 'name'])
    .executeTakeFirstOrThrow();
}

const unit = async (house: House) => unitOf(house, (await propertyOf(house)).id);
const text = async (house: House) => ({ unit_type_id: await taxonId(house, 'unit_type', 'bedsitter'), rent_cents: 1_650_000 });
const file = async (house: House) => ({
  property_id: (await propertyOf(house)).id,
  csv: 'Unit,Type,Rent\nA1,2BR,"16,500"',
  columns: ['name', 'unit_type', 'rent'],
  headed: true,
});
const batch = async (house: House) => {
  const property = await propertyOf(house);
  const row = await house.database.db
    .insertInto('import_batch')
    .values({ company_id: property.company_id, property_id: property.id, file_name: 'example.csv', made: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await unitOf(house, property.id, { import_batch_id: row.id });
  return row.id;
};

/** Whoever asks owns it: everybody has one of this name. */
const view = async ({ database: { db } }: House) => {
  const tenant = await db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
  const row = await db
    .insertInto('saved_view')
    .values({ person_id: tenant.id, list: 'unit.list', name: `Example ${++n}`, query: 'status=0' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

const unitExamples: Readonly<Record<string, Example>> = {
  'unit.list': async () => ({ page: 1 }),
  'unit.doors': async (house) => ({ property: (await propertyOf(house)).id }),
  'unit.counts': async () => ({}),
  'unit.mismatches': async () => ({}),
  'unit.csv': async () => ({}),
  'unit.choices': async () => ({}),
  'unit.details': async (house) => ({ id: (await unit(house)).id }),
  'unit.timeline': async (house) => ({ id: (await unit(house)).id, page: 1 }),
  'unit.create': async (house) => ({ property_id: (await propertyOf(house)).id, name: 'A1', ...(await text(house)) }),
  'unit.createMany': async (house) => ({ property_id: (await propertyOf(house)).id, pattern: 'A{1..1}', ...(await text(house)) }),
  'unit.update': async (house) => ({ id: (await unit(house)).id, rent_cents: 2_000_000 }),
  'unit.move': async (house) => ({ id: (await unit(house)).id, move: 'stall', reason: 'Ownership dispute' }),
  'unit.bulk': async (house) => ({ unit_ids: [(await unit(house)).id], rent: { how: 'percent', basis_points: 500 } }),
  'unit.split': async (house) => {
    const [type, made] = [await text(house), await unit(house)];
    return { id: made.id, parts: ['X1', 'X2'].map((name) => ({ name, area_m2: null, ...type })) };
  },
  'unit.merge': async (house) => {
    const property = await propertyOf(house);
    const [a, b] = [await unitOf(house, property.id), await unitOf(house, property.id)];
    return { id: a.id, unit_ids: [b.id], name: 'Joined', ...(await text(house)) };
  },
  'unit.terms': async (house) => ({ property_id: (await propertyOf(house)).id }),
  'unit.setTerms': async (house) => ({ property_id: (await propertyOf(house)).id, unit_type_id: null, rent_cents: 2_000_000 }),
  'unit.remove': async (house) => ({ id: (await unit(house)).id }),
  'unit.importStart': async (house) => ({ property_id: (await propertyOf(house)).id }),
  'unit.importCheck': file,
  'unit.importUnits': async (house) => ({ ...(await file(house)), file_name: 'units.csv' }),
  'unit.batches': async (house) => ({ property_id: (await propertyOf(house)).id, page: 1 }),
  'unit.undoImport': async (house) => ({ id: await batch(house), keep_changed: false }),
  'saved_view.list': async () => ({ list: 'unit.list' }),
  'saved_view.save': async () => ({ list: 'unit.list', name: `Vacant ${++n}`, query: 'status=0' }),
  'saved_view.rename': async (house) => ({ id: await view(house), name: `Renamed ${++n}` }),
  'saved_view.remove': async (house) => ({ id: await view(house) }),
};

/** Tenants may read units by their right and have none in their scope; the platform sees all of them. */
const unitAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(unitExamples)
    .filter((key) => key.startsWith('unit.'))
    .map((key) => [key, 'superadmin' as const]),
);

/** A property with a unit, a file and views in the world it is given. */
const unitPlant: Plant = async (house, { mark, region, people }) => {
  const property = await propertyOf(house, people.owner?.companyId ?? null, region, `${mark} court`);
  await unitOf(house, property.id, { name: `${mark} unit`, notes: `${mark} notes` });
  for (const { id } of Object.values(people))
    await house.database.db
      .insertInto('saved_view')
      .values({ person_id: id, list: 'unit.list', name: `${mark} view`, query: `name=${mark}` })
      .execute();
  await house.database.db
    .insertInto('rent_terms')
    .values({ property_id: property.id, rent_cents: cents(3_100_000) })
    .execute();
  await house.database.db
    .insertInto('import_batch')
    .values({ company_id: property.company_id, property_id: property.id, file_name: `${mark}.csv`, mapping: JSON.stringify({ [mark]: 'name' }) })
    .execute();
};

export const roomExamples: RoomExamples = { examples: unitExamples, askers: unitAskers, plant: unitPlant };
