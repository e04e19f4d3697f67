import type { House } from '#test/db.ts';
import type { RoomExamples } from '#test/example-kinds.ts';

let n = 0;
/** Somebody, and what the superadmin the sweep asks as has just written about them. */
async function noted({ database: { db } }: House): Promise<{ person: number; note: number }> {
  const author = await db.selectFrom('person').select('id').where('user_type', '=', 1).orderBy('id').executeTakeFirstOrThrow();
  const about = await db
    .insertInto('person')
    .values({ name: 'Noted', email: `noted${++n}@makao.test`, user_type: 0, region: '047', onboarding: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const note = await db
    .insertInto('person_note')
    .values({ person_id: about.id, author_id: author.id, body: 'Called about the meter' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { person: about.id, note: note.id };
}

export const roomExamples: RoomExamples = {
  examples: {
    'notes.list': async (house) => ({ user_id: (await noted(house)).person, page: 1 }),
    'notes.add': async (house) => ({ user_id: (await noted(house)).person, text: 'Called again' }),
    'notes.edit': async (house) => ({ id: (await noted(house)).note, text: 'Called about the water meter' }),
    'notes.pin': async (house) => ({ id: (await noted(house)).note, pinned: true }),
    'notes.remove': async (house) => ({ id: (await noted(house)).note }),
  },
  askers: {
    'notes.edit': 'superadmin',
    'notes.list': 'superadmin',
    'notes.add': 'superadmin',
    'notes.pin': 'superadmin',
    'notes.remove': 'superadmin',
  },
  plant: async (house, { mark, people }) => {
    await house.database.db
      .insertInto('person_note')
      .values({ person_id: people.owner?.id ?? 0, author_id: people.superadmin?.id ?? null, body: `${mark} note` })
      .execute();
  },
};
