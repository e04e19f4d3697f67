import { sql } from 'kysely';
import { neededChecks, type VerificationWay } from '#contract/catalogue/verification.ts';
import type { Role } from '#contract/kernel/roles.ts';
import type { House } from '#test/db.ts';
import type { Example, Other, Plant, RoomExamples } from '#test/example-kinds.ts';
import type { World } from '#test/worlds/worlds.ts';

let n = 0;
export const wordId = async ({ database: { db } }: House, kind: 'property_type' | 'property_category' | 'unit_type' | 'amenity', code: string) =>
  (await db.selectFrom('taxon').select('id').where('kind', '=', kind).where('code', '=', code).executeTakeFirstOrThrow()).id;
/** A ward of a county. */
export const placeId = async ({ database: { db } }: House, county = '047') =>
  (await db.selectFrom('location').select('id').where('kind', '=', 'ward').where('county', '=', county).orderBy('id').executeTakeFirstOrThrow()).id;

/** What a verification says: the least, seen on site or from papers. */
export const checksBy = (way: VerificationWay) => neededChecks.map((what) => ({ what, way, note: 'Looked at it', file_id: null }));
export const seenOnSite = checksBy('site');
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
export async function aProperty(house: House, { company_id, region = '047', name, status = 'draft', pin = true, units = 1, ...more }: Facts) {
  const { db } = house.database;
  const row = await db
    .insertInto('property')
    .values({
      company_id,
      region,
      name: name ?? `Example court ${++n}`,
      slug: 'example-court',
      status,
      property_type_id: await wordId(house, 'property_type', 'apartment'),
      category_id: await wordId(house, 'property_category', 'residential'),
      location_id: await placeId(house, region),
      lat: pin ? -1.29 : null,
      lng: pin ? 36.79 : null,
      ...more,
    })
    .returning(['id', 'code', 'name', 'company_id'])
    .executeTakeFirstOrThrow();
  const type = await wordId(house, 'unit_type', 'bedsitter');
  if (units > 0)
    await db
      .insertInto('unit')
      .values(Array.from({ length: units }, (_, at) => ({ property_id: row.id, name: `A${at + 1}`, slug: `a${at + 1}`, unit_type_id: type })))
      .execute();
  return row;
}

const company = async ({ database: { db } }: House, kind: 'owner' | 'agent' = 'owner') =>
  (
    await db
      .insertInto('company')
      .values({ kind, name: `Example holder ${++n}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const mine = async (house: House, more: Partial<Facts> = {}) => aProperty(house, { company_id: await company(house), ...more });
const withId =
  (more: Partial<Facts> = {}, given: object = {}): Example =>
  async (house) => ({ id: (await mine(house, more)).id, ...given });

export const newProperty = async (house: House, company_id?: number) => ({
  client_key: crypto.randomUUID(),
  ...(company_id ? { company_id } : {}),
  name: `New court ${++n}`,
  property_type_id: await wordId(house, 'property_type', 'apartment'),
  category_id: await wordId(house, 'property_category', 'residential'),
  location_id: await placeId(house),
  structure: [{ blocks: [], floors: null, pattern: 'A{1..4}', unit_type_id: await wordId(house, 'unit_type', 'bedsitter'), rent_cents: 1_200_000 }],
});

const propertyExamples: Readonly<Record<string, Example>> = {
  'property.all': async () => ({ page: 1 }),
  'property.csv': async () => ({}),
  'property.one': withId(),
  'property.choices': async () => ({}),
  'property.create': async (house) => newProperty(house, await company(house)),
  'property.update': withId({}, { name: 'Renamed court' }),
  'property.settings': withId({}, { notice_days: 60 }),
  'property.utilities': withId({}, { utilities: { water: { supply: ['borehole'], charge: 'metered', rate_cents: 15_000 } } }),
  'property.request': withId({}, { note: '' }),
  'property.verify': withId({ status: 'pending_verification' }, { move: 'verify', note: 'Seen on site', checks: seenOnSite }),
  'property.evidence': withId({ status: 'pending_verification' }, { evidence: pdf }),
  'property.stall': withId({}, { stalled: true, reason: 'Two owners claim it' }),
  'property.archive': withId({}, { archived: true }),
  'property.remove': withId(),
  'property.transfer': async (house) => ({ id: (await mine(house)).id, company_id: await company(house), reason: 'Sold in October' }),
  'property.holders': async () => ({ page: 1 }),
  'property.access': withId(),
  'property.teams': withId({}, { team_ids: [] }),
};

/** Tenants may read the catalogue, but on the public pages; these calls are for those who look after properties. */
const propertyAskers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  Object.keys(propertyExamples).map((key) => [key, 'superadmin' as const]),
);

/** Properties of the other world, with everything that hangs on them. */
const plantProperties: Plant = async (house: House, { mark, people, region }: World) => {
  const { db } = house.database;
  const owner = people.owner?.companyId ?? 0;
  const agent = people.agent?.companyId ?? 0;
  for (const company_id of [owner, agent, people.dealer?.companyId ?? 0])
    await aProperty(house, { company_id, region, name: `${mark} court`, status: 'pending_verification' });
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

const propertyOthers: Readonly<Record<string, Other>> = {
  'property.all': async (_house, { mark, region }) => [
    { page: 1, z_filter: { name: mark.slice(0, 6) } },
    { page: 1, z_filter: { region } },
    { page: 1, z_filter: { company: mark.slice(0, 6) } },
  ],
  'property.csv': async (_house, { region }) => [{ z_filter: { region } }],
};

export const roomExamples: RoomExamples = { examples: propertyExamples, askers: propertyAskers, plant: plantProperties, others: propertyOthers };
