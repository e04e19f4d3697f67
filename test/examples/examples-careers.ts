import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';

let n = 0;
const text = () => ({
  title: `Field officer ${++n}`,
  department: 'Field',
  place: 'Kisumu',
  kind: 'full_time' as const,
  body: 'Visits homes and takes pictures of them.',
  closes_on: null,
});
const vacancy = ({ database: { db } }: House, status: 'draft' | 'open' = 'draft') =>
  db
    .insertInto('vacancy')
    .values({ ...text(), slug: `job-${n}`, status })
    .returning('id')
    .executeTakeFirstOrThrow();
/** Enough of a PDF for its content to be known. */
const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');
const application = async (house: House) => {
  const { db } = house.database;
  const file = await db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'cv.pdf' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('media_variant')
    .values({ file_id: file.id, label: 'original', key: `cv${++n}.pdf`, type: 'application/pdf', bytes: 10 })
    .execute();
  return db
    .insertInto('vacancy_application')
    .values({ vacancy_id: (await vacancy(house, 'open')).id, name: 'Akinyi', phone: '+254700100999', cv_file_id: file.id })
    .returning('id')
    .executeTakeFirstOrThrow();
};

const careersExamples: Readonly<Record<string, Example>> = {
  'careers.openings': async () => ({}),
  'careers.apply': async (house) => {
    // The sweep applies more often than an address may.
    await house.database.db.deleteFrom('throttle').where('key', 'like', 'apply:%').execute();
    return { vacancy_id: (await vacancy(house, 'open')).id, name: 'Akinyi Otieno', phone: '0700 100 999', email: '', letter: 'Words', cv: pdf };
  },
  'careers.all': async () => ({ page: 1 }),
  'careers.details': async (house) => ({ id: (await vacancy(house)).id }),
  'careers.create': async () => text(),
  'careers.update': async (house) => ({ id: (await vacancy(house)).id, revision: 1, ...text() }),
  'careers.move': async (house) => ({ id: (await vacancy(house)).id, move: 'publish' }),
  'careers.remove': async (house) => ({ id: (await vacancy(house)).id }),
  'careers.applications': async (house) => {
    await application(house);
    return { page: 1 };
  },
  'careers.applicationMove': async (house) => ({ id: (await application(house)).id, move: 'shortlist' }),
};

export const roomExamples: RoomExamples = { examples: careersExamples };
