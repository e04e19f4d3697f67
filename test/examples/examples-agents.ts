import type { TestServices } from '#test/db.ts';
import type { ModuleExamples } from '#test/example-kinds.ts';
import { createPublicListing } from '#test/fixtures/offers.ts';

type Example = (services: TestServices) => Promise<Record<string, unknown>>;

/** An agent with a listing and a colleague, both of one agency. */
async function agency(services: TestServices) {
  const made = await createPublicListing(services);
  const { db } = services.database;
  const company = await db
    .insertInto('company')
    .values({ kind: 'agent', name: `Agency ${made.agentId}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('person').set({ company_id: company.id }).where('id', '=', made.agentId).execute();
  const other = await db
    .insertInto('person')
    .values({
      name: 'A colleague',
      email: `colleague-${made.agentId}@makao.test`,
      user_type: 5,
      company_id: company.id,
      onboarding: false,
      verified_status: 'verified',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...made, companyId: company.id, otherId: other.id };
}

export const agentsExamples: Readonly<Record<string, Example>> = {
  'agents.profile': async () => ({}),
  'agents.saveProfile': async () => ({ bio: 'I let flats along Thika Road.', languages: ['English'], specialities: ['rentals'], since: 2014 }),
  'agents.reviews': async (services) => ({ id: (await agency(services)).agentId }),
  'agents.listings': async (services) => ({ id: (await agency(services)).agentId, page: 1 }),
  'agents.colleagues': async (services) => ({ id: (await agency(services)).agentId }),
  'agents.reassign': async (services) => {
    const made = await agency(services);
    return { id: made.agentId, to: made.otherId, listing_ids: [made.listingId] };
  },
};

export const moduleExamples: ModuleExamples = { examples: agentsExamples };
