import type { House } from '#server/kernel/house.ts';
import type { Example } from './examples.ts';

/** Every database starts with all places. */
const placeOf = async ({ database: { db } }: House, kind: 'county' | 'sub_county' | 'ward' | 'estate') =>
  db.selectFrom('location').select('id').where('kind', '=', kind).where('deleted_at', 'is', null).orderBy('id').executeTakeFirstOrThrow();

export const locationExamples: Readonly<Record<string, Example>> = {
  'location.children': async (house) => ({ id: (await placeOf(house, 'county')).id }),
  'location.search': async () => ({ q: 'Kilmani' }),
  'location.place': async (house) => ({ id: (await placeOf(house, 'ward')).id }),
};
