import type { TestServices } from '#test/db.ts';
import type { ModuleExamples } from '#test/example-kinds.ts';

const pdf = Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1');
let n = 0;

/** An agent pending approval with a certificate that is not verified. */
async function applicant(services: TestServices): Promise<{ agent: number; certificate: number }> {
  const { db } = services.database;
  const company = await db
    .insertInto('company')
    .values({ kind: 'agent', name: 'Applicants', region: '047' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const agent = await db
    .insertInto('person')
    .values({ name: 'Applicant', email: `applicant${++n}@makao.test`, user_type: 5, company_id: company.id, region: '047', onboarding: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = await db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', name: 'earb.pdf' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('media_variant')
    .values({ file_id: file.id, label: 'original', key: `certificate${n}.pdf`, type: 'application/pdf', bytes: 10 })
    .execute();
  const { id } = await db
    .insertInto('agent_certificate')
    .values({ person_id: agent.id, number: '2871', expires_on: '2040-12-31', file_id: file.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { agent: agent.id, certificate: id };
}

export const moduleExamples: ModuleExamples = {
  examples: {
    'certificates.listOwn': async () => ({}),
    'certificates.send': async () => ({ number: '2871', expires_on: '2040-12-31', certificate: pdf }),
    'certificates.listOfAgent': async (services) => ({ id: (await applicant(services)).agent }),
    'certificates.review': async (services) => ({ id: (await applicant(services)).certificate, seen: true }),
  },
  seed: async (services, { mark, people }) => {
    await services.database.db
      .insertInto('agent_certificate')
      .values({ person_id: people.agent?.id ?? 0, number: `${mark} number`, expires_on: '2040-12-31', note: `${mark} note` })
      .execute();
  },
};
