import type { House } from '#test/db.ts';
import type { RoomExamples } from '#test/example-kinds.ts';
import { offer } from '#test/worlds/offers.ts';

type Example = (house: House) => Promise<Record<string, unknown>>;

/** An agent with an offer and a colleague, both of one agency. */
async function agency(house: House) {
  const made = await offer(house);
  const { db } = house.database;
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
  'agents.reviews': async (house) => ({ id: (await agency(house)).agentId }),
  'agents.offers': async (house) => ({ id: (await agency(house)).agentId, page: 1 }),
  'agents.colleagues': async (house) => ({ id: (await agency(house)).agentId }),
  'agents.reassign': async (house) => {
    const made = await agency(house);
    return { id: made.agentId, to: made.otherId, listing_ids: [made.listingId] };
  },
};

export const roomExamples: RoomExamples = { examples: agentsExamples };
