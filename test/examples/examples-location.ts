import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
/** Every database starts with all places. */
const placeOf = async ({ database: { db } }: TestServices, kind: 'county' | 'sub_county' | 'ward' | 'estate') =>
  db.selectFrom('location').select(['id', 'county']).where('kind', '=', kind).where('deleted_at', 'is', null).orderBy('id').executeTakeFirstOrThrow();
const estate = async (services: TestServices) => {
  const ward = await placeOf(services, 'ward');
  return services.database.db
    .insertInto('location')
    .values({ kind: 'estate', parent_id: ward.id, county: ward.county, name: `Example court ${++n}`, slug: `example-court-${n}` })
    .returning('id')
    .executeTakeFirstOrThrow();
};

const locationExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'location.children': async (services) => ({ id: (await placeOf(services, 'county')).id }),
  'location.search': async () => ({ q: 'Kilmani' }),
  'location.publicDetails': async (services) => ({ id: (await placeOf(services, 'ward')).id }),
  'location.adminChildren': async (services) => ({ id: (await placeOf(services, 'county')).id }),
  'location.adminSearch': async () => ({ page: 1, z_filter: { q: 'west' } }),
  'location.details': async (services) => ({ id: (await placeOf(services, 'ward')).id }),
  'location.create': async (services) => ({ parent_id: (await placeOf(services, 'ward')).id, name: `New court ${++n}` }),
  'location.update': async (services) => ({ id: (await estate(services)).id, aliases: ['Kwa mfano'] }),
  'location.move': async (services) => ({ id: (await estate(services)).id, parent_id: (await placeOf(services, 'ward')).id }),
  'location.merge': async (services) => ({ id: (await estate(services)).id, into_id: (await estate(services)).id }),
  'location.remove': async (services) => ({ id: (await estate(services)).id }),
};

export const moduleExamples: ModuleExamples = { examples: locationExamples };
