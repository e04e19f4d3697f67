import type { Role } from '#contract/kernel/roles.ts';
import { type Cents, toCents } from '#contract/money/cents.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ExampleRowSeeder, ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
export const findTaxonId = async (
  { database: { db } }: TestServices,
  kind: 'unit_type' | 'amenity' | 'property_type' | 'property_category',
  code: string,
) => (await db.selectFrom('taxon').select('id').where('kind', '=', kind).where('code', '=', code).executeTakeFirstOrThrow()).id;

/** A property of a company (or of one made for it) in a county. */
export async function createPropertyInCounty(services: TestServices, companyId: number | null = null, region = '047', name = `Example court ${++n}`) {
  const { db } = services.database;
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
      property_type_id: await findTaxonId(services, 'property_type', 'apartment'),
      category_id: await findTaxonId(services, 'property_category', 'residential'),
    })
    .returning(['id', 'code', 'company_id'])
    .executeTakeFirstOrThrow();
}

export async function createExampleUnit(
  services: TestServices,
  propertyId: number,
  more: { name?: string; rent_cents?: Cents | null; notes?: string; import_batch_id?: number } = {},
) {
  return services.database.db
    .insertInto('unit')
    .values({
      property_id: propertyId,
      slug: `example-${++n}`,
      name: `E${++n}`,
      unit_type_id: await findTaxonId(services, 'unit_type', 'two_bedroom'),
      rent_cents: toCents(2_500_000),
      ...more,
    })
    .returning(['id', 'code', 'name'])
    .executeTakeFirstOrThrow();
}

const unit = async (services: TestServices) => createExampleUnit(services, (await createPropertyInCounty(services)).id);
const text = async (services: TestServices) => ({ unit_type_id: await findTaxonId(services, 'unit_type', 'bedsitter'), rent_cents: 1_650_000 });
const file = async (services: TestServices) => ({
  property_id: (await createPropertyInCounty(services)).id,
  csv: 'Unit,Type,Rent\nA1,2BR,"16,500"',
  columns: ['name', 'unit_type', 'rent'],
  headed: true,
});
const batch = async (services: TestServices) => {
  const property = await createPropertyInCounty(services);
  const row = await services.database.db
    .insertInto('import_batch')
    .values({ company_id: property.company_id, property_id: property.id, file_name: 'example.csv', made: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await createExampleUnit(services, property.id, { import_batch_id: row.id });
  return row.id;
};

/** Every person owns a view with this name, so that each caller owns it. */
const view = async ({ database: { db } }: TestServices) => {
  const tenant = await db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
  const row = await db
    .insertInto('saved_view')
    .values({ person_id: tenant.id, list: 'unit.list', name: `Example ${++n}`, query: 'status=0' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

const unitExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'unit.list': async () => ({ page: 1 }),
  'unit.listForBuildingView': async (services) => ({ property: (await createPropertyInCounty(services)).id }),
  'unit.statusCounts': async () => ({}),
  'unit.mismatches': async () => ({}),
  'unit.exportCsv': async () => ({}),
  'unit.choices': async () => ({}),
  'unit.details': async (services) => ({ id: (await unit(services)).id }),
  'unit.timeline': async (services) => ({ id: (await unit(services)).id, page: 1 }),
  'unit.create': async (services) => ({ property_id: (await createPropertyInCounty(services)).id, name: 'A1', ...(await text(services)) }),
  'unit.createMany': async (services) => ({
    property_id: (await createPropertyInCounty(services)).id,
    pattern: 'A{1..1}',
    ...(await text(services)),
  }),
  'unit.update': async (services) => ({ id: (await unit(services)).id, rent_cents: 2_000_000 }),
  'unit.move': async (services) => ({ id: (await unit(services)).id, move: 'stall', reason: 'Ownership dispute' }),
  'unit.bulk': async (services) => ({ unit_ids: [(await unit(services)).id], rent: { how: 'percent', basis_points: 500 } }),
  'unit.split': async (services) => {
    const [type, made] = [await text(services), await unit(services)];
    return { id: made.id, parts: ['X1', 'X2'].map((name) => ({ name, area_m2: null, ...type })) };
  },
  'unit.merge': async (services) => {
    const property = await createPropertyInCounty(services);
    const [a, b] = [await createExampleUnit(services, property.id), await createExampleUnit(services, property.id)];
    return { id: a.id, unit_ids: [b.id], name: 'Joined', ...(await text(services)) };
  },
  'unit.terms': async (services) => ({ property_id: (await createPropertyInCounty(services)).id }),
  'unit.setTerms': async (services) => ({ property_id: (await createPropertyInCounty(services)).id, unit_type_id: null, rent_cents: 2_000_000 }),
  'unit.remove': async (services) => ({ id: (await unit(services)).id }),
  'unit.importStart': async (services) => ({ property_id: (await createPropertyInCounty(services)).id }),
  'unit.importCheck': file,
  'unit.importUnits': async (services) => ({ ...(await file(services)), file_name: 'units.csv' }),
  'unit.listImports': async (services) => ({ property_id: (await createPropertyInCounty(services)).id, page: 1 }),
  'unit.undoImport': async (services) => ({ id: await batch(services), keep_changed: false }),
  'saved_view.list': async () => ({ list: 'unit.list' }),
  'saved_view.save': async () => ({ list: 'unit.list', name: `Vacant ${++n}`, query: 'status=0' }),
  'saved_view.rename': async (services) => ({ id: await view(services), name: `Renamed ${++n}` }),
  'saved_view.remove': async (services) => ({ id: await view(services) }),
};

/** Tenants have the permission to read units but none in their scope; the platform sees all of them. */
const unitAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(unitExamples)
    .filter((key) => key.startsWith('unit.'))
    .map((key) => [key, 'superadmin' as const]),
);

/** A property with a unit, a file and views for the given companies. */
const seedUnit: ExampleRowSeeder = async (services, { mark, region, people }) => {
  const property = await createPropertyInCounty(services, people.owner?.companyId ?? null, region, `${mark} court`);
  await createExampleUnit(services, property.id, { name: `${mark} unit`, notes: `${mark} notes` });
  for (const { id } of Object.values(people))
    await services.database.db
      .insertInto('saved_view')
      .values({ person_id: id, list: 'unit.list', name: `${mark} view`, query: `name=${mark}` })
      .execute();
  await services.database.db
    .insertInto('rent_terms')
    .values({ property_id: property.id, rent_cents: toCents(3_100_000) })
    .execute();
  await services.database.db
    .insertInto('import_batch')
    .values({ company_id: property.company_id, property_id: property.id, file_name: `${mark}.csv`, mapping: JSON.stringify({ [mark]: 'name' }) })
    .execute();
};

export const moduleExamples: ModuleExamples = { examples: unitExamples, askers: unitAskers, seed: seedUnit };
