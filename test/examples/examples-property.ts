import { sql } from 'kysely';
import { requiredVerificationChecks, type VerificationMethod } from '#contract/catalogue/verification.ts';
import type { Role } from '#contract/kernel/roles.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ExampleRowSeeder, ModuleExamples, OtherCompanyRows } from '#test/example-kinds.ts';
import type { CompanyFixture } from '#test/fixtures/companies.ts';

let n = 0;
export const findTaxonIdByCode = async (
  { database: { db } }: TestServices,
  kind: 'property_type' | 'property_category' | 'unit_type' | 'amenity',
  code: string,
) => (await db.selectFrom('taxon').select('id').where('kind', '=', kind).where('code', '=', code).executeTakeFirstOrThrow()).id;
/** A ward of a county. */
export const findWardIdOfCounty = async ({ database: { db } }: TestServices, county = '047') =>
  (await db.selectFrom('location').select('id').where('kind', '=', 'ward').where('county', '=', county).orderBy('id').executeTakeFirstOrThrow()).id;

/** The minimum content of a verification, done on site or by documents. */
export const buildVerificationChecks = (way: VerificationMethod) =>
  requiredVerificationChecks.map((what) => ({ what, way, note: 'Looked at it', file_id: null }));
export const onSiteVerificationChecks = buildVerificationChecks('site');
const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');

type Facts = {
  company_id: number;
  region?: string;
  name?: string;
  status?: 'draft' | 'pending_verification' | 'verified' | 'rejected' | 'expired';
  pin?: boolean;
  units?: number;
  verification_expires_at?: Date;
};

/** A property as the database has it, with some vacant units. */
export async function createExampleProperty(
  services: TestServices,
  { company_id, region = '047', name, status = 'draft', pin = true, units = 1, ...more }: Facts,
) {
  const { db } = services.database;
  const row = await db
    .insertInto('property')
    .values({
      company_id,
      region,
      name: name ?? `Example court ${++n}`,
      slug: 'example-court',
      status,
      property_type_id: await findTaxonIdByCode(services, 'property_type', 'apartment'),
      category_id: await findTaxonIdByCode(services, 'property_category', 'residential'),
      location_id: await findWardIdOfCounty(services, region),
      lat: pin ? -1.29 : null,
      lng: pin ? 36.79 : null,
      ...more,
    })
    .returning(['id', 'code', 'name', 'company_id'])
    .executeTakeFirstOrThrow();
  const type = await findTaxonIdByCode(services, 'unit_type', 'bedsitter');
  if (units > 0)
    await db
      .insertInto('unit')
      .values(Array.from({ length: units }, (_, at) => ({ property_id: row.id, name: `A${at + 1}`, slug: `a${at + 1}`, unit_type_id: type })))
      .execute();
  return row;
}

const company = async ({ database: { db } }: TestServices, kind: 'owner' | 'agent' = 'owner') =>
  (
    await db
      .insertInto('company')
      .values({ kind, name: `Example holder ${++n}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const mine = async (services: TestServices, more: Partial<Facts> = {}) =>
  createExampleProperty(services, { company_id: await company(services), ...more });
const withId =
  (more: Partial<Facts> = {}, given: object = {}): CallExampleBuilder =>
  async (services) => ({ id: (await mine(services, more)).id, ...given });

export const buildPropertyInput = async (services: TestServices, company_id?: number) => ({
  client_key: crypto.randomUUID(),
  ...(company_id ? { company_id } : {}),
  name: `New court ${++n}`,
  property_type_id: await findTaxonIdByCode(services, 'property_type', 'apartment'),
  category_id: await findTaxonIdByCode(services, 'property_category', 'residential'),
  location_id: await findWardIdOfCounty(services),
  structure: [
    {
      blocks: [],
      floors: null,
      pattern: 'A{1..4}',
      unit_type_id: await findTaxonIdByCode(services, 'unit_type', 'bedsitter'),
      rent_cents: 1_200_000,
    },
  ],
});

const propertyExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'property.list': async () => ({ page: 1 }),
  'property.exportCsv': async () => ({}),
  'property.details': withId(),
  'property.choices': async () => ({}),
  'property.create': async (services) => buildPropertyInput(services, await company(services)),
  'property.update': withId({}, { name: 'Renamed court' }),
  'property.updateSettings': withId({}, { notice_days: 60 }),
  'property.updateUtilities': withId({}, { utilities: { water: { supply: ['borehole'], charge: 'metered', rate_cents: 15_000 } } }),
  'property.requestVerification': withId({}, { note: '' }),
  'property.verify': withId({ status: 'pending_verification' }, { move: 'verify', note: 'Seen on site', checks: onSiteVerificationChecks }),
  'property.uploadEvidence': withId({ status: 'pending_verification' }, { evidence: pdf }),
  'property.setFrozen': withId({}, { stalled: true, reason: 'Two owners claim it' }),
  'property.archive': withId({}, { archived: true }),
  'property.remove': withId(),
  'property.transfer': async (services) => ({ id: (await mine(services)).id, company_id: await company(services), reason: 'Sold in October' }),
  'property.listOwnerCompanies': async () => ({ page: 1 }),
  'property.access': withId(),
  'property.setTeams': withId({}, { team_ids: [] }),
};

/** Tenants may read the catalogue, but on the public pages; these calls are for property managers. */
const propertyAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(propertyExamples).map((key) => [key, 'superadmin' as const]),
);

/** Properties of the other company, with all dependent rows. */
const seedProperties: ExampleRowSeeder = async (services: TestServices, { mark, people, region }: CompanyFixture) => {
  const { db } = services.database;
  const owner = people.owner?.companyId ?? 0;
  const agent = people.agent?.companyId ?? 0;
  for (const company_id of [owner, agent, people.dealer?.companyId ?? 0])
    await createExampleProperty(services, { company_id, region, name: `${mark} court`, status: 'pending_verification' });
  const team = await db
    .insertInto('team')
    .values({ company_id: owner, name: `${mark} team` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into team_property (team_id, property_id) select ${team.id}, id from property where company_id = ${owner}`.execute(db);
  await db
    .insertInto('mandate')
    .values({ owner_company_id: owner, agent_company_id: agent, grants: ['property.read', 'property.create', 'property.edit'] })
    .execute();
};

const propertyOthers: Readonly<Record<string, OtherCompanyRows>> = {
  'property.list': async (_house, { mark, region }) => [
    { page: 1, z_filter: { name: mark.slice(0, 6) } },
    { page: 1, z_filter: { region } },
    { page: 1, z_filter: { company: mark.slice(0, 6) } },
  ],
  'property.exportCsv': async (_house, { region }) => [{ z_filter: { region } }],
};

export const moduleExamples: ModuleExamples = { examples: propertyExamples, askers: propertyAskers, seed: seedProperties, others: propertyOthers };
