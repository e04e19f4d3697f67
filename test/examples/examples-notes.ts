import type { TestServices } from '#test/db.ts';
import type { ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
/** A person, and a new note about them by the super admin of the sweep. */
async function noted({ database: { db } }: TestServices): Promise<{ person: number; note: number }> {
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

export const moduleExamples: ModuleExamples = {
  examples: {
    'notes.list': async (services) => ({ user_id: (await noted(services)).person, page: 1 }),
    'notes.add': async (services) => ({ user_id: (await noted(services)).person, text: 'Called again' }),
    'notes.edit': async (services) => ({ id: (await noted(services)).note, text: 'Called about the water meter' }),
    'notes.pin': async (services) => ({ id: (await noted(services)).note, pinned: true }),
    'notes.remove': async (services) => ({ id: (await noted(services)).note }),
  },
  askers: {
    'notes.edit': 'superadmin',
    'notes.list': 'superadmin',
    'notes.add': 'superadmin',
    'notes.pin': 'superadmin',
    'notes.remove': 'superadmin',
  },
  seed: async (services, { mark, people }) => {
    await services.database.db
      .insertInto('person_note')
      .values({ person_id: people.owner?.id ?? 0, author_id: people.superadmin?.id ?? null, body: `${mark} note` })
      .execute();
  },
};
