import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
const text = () => ({
  title: `Field officer ${++n}`,
  department: 'Field',
  place: 'Kisumu',
  kind: 'full_time' as const,
  body: 'Visits homes and takes pictures of them.',
  closes_on: null,
});
const vacancy = ({ database: { db } }: TestServices, status: 'draft' | 'open' = 'draft') =>
  db
    .insertInto('vacancy')
    .values({ ...text(), slug: `job-${n}`, status })
    .returning('id')
    .executeTakeFirstOrThrow();
/** Enough of a PDF for its type to be recognised. */
const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');
const application = async (services: TestServices) => {
  const { db } = services.database;
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
    .values({ vacancy_id: (await vacancy(services, 'open')).id, name: 'Akinyi', phone: '+254700100999', cv_file_id: file.id })
    .returning('id')
    .executeTakeFirstOrThrow();
};

const careersExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'careers.listOpenings': async () => ({}),
  'careers.apply': async (services) => {
    // The sweep applies more often than an address may.
    await services.database.db.deleteFrom('throttle').where('key', 'like', 'apply:%').execute();
    return { vacancy_id: (await vacancy(services, 'open')).id, name: 'Akinyi Otieno', phone: '0700 100 999', email: '', letter: 'Words', cv: pdf };
  },
  'careers.list': async () => ({ page: 1 }),
  'careers.details': async (services) => ({ id: (await vacancy(services)).id }),
  'careers.create': async () => text(),
  'careers.update': async (services) => ({ id: (await vacancy(services)).id, revision: 1, ...text() }),
  'careers.move': async (services) => ({ id: (await vacancy(services)).id, move: 'publish' }),
  'careers.remove': async (services) => ({ id: (await vacancy(services)).id }),
  'careers.applications': async (services) => {
    await application(services);
    return { page: 1 };
  },
  'careers.applicationMove': async (services) => ({ id: (await application(services)).id, move: 'shortlist' }),
};

export const moduleExamples: ModuleExamples = { examples: careersExamples };
