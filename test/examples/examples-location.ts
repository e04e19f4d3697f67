import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';

let n = 0;
/** Every database starts with all places. */
const placeOf = async ({ database: { db } }: House, kind: 'county' | 'sub_county' | 'ward' | 'estate') =>
  db.selectFrom('location').select(['id', 'county']).where('kind', '=', kind).where('deleted_at', 'is', null).orderBy('id').executeTakeFirstOrThrow();
const estate = async (house: House) => {
  const ward = await placeOf(house, 'ward');
  return house.database.db
    .insertInto('location')
    .values({ kind: 'estate', parent_id: ward.id, county: ward.county, name: `Example court ${++n}`, slug: `example-court-${n}` })
    .returning('id')
    .executeTakeFirstOrThrow();
};

const locationExamples: Readonly<Record<string, Example>> = {
  'location.children': async (house) => ({ id: (await placeOf(house, 'county')).id }),
  'location.search': async () => ({ q: 'Kilmani' }),
  'location.place': async (house) => ({ id: (await placeOf(house, 'ward')).id }),
  'location.branch': async (house) => ({ id: (await placeOf(house, 'county')).id }),
  'location.find': async () => ({ page: 1, z_filter: { q: 'west' } }),
  'location.details': async (house) => ({ id: (await placeOf(house, 'ward')).id }),
  'location.create': async (house) => ({ parent_id: (await placeOf(house, 'ward')).id, name: `New court ${++n}` }),
  'location.update': async (house) => ({ id: (await estate(house)).id, aliases: ['Kwa mfano'] }),
  'location.move': async (house) => ({ id: (await estate(house)).id, parent_id: (await placeOf(house, 'ward')).id }),
  'location.merge': async (house) => ({ id: (await estate(house)).id, into_id: (await estate(house)).id }),
  'location.remove': async (house) => ({ id: (await estate(house)).id }),
};

export const roomExamples: RoomExamples = { examples: locationExamples };
