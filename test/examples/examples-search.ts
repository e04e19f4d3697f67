import type { TestServices } from '#test/db.ts';
import type { ModuleExamples } from '#test/example-kinds.ts';
import { createPublicListing } from '#test/fixtures/offers.ts';

type Example = (services: TestServices) => Promise<Record<string, unknown>>;

const searchExamples: Readonly<Record<string, Example>> = {
  'search.listings': async (services) => {
    await createPublicListing(services);
    return { type: 'rent', q: '2 bedroom under 60k', page: 1 };
  },
  'search.facets': async (services) => {
    await createPublicListing(services);
    return { type: 'rent', beds: '1,2', amenities: 'borehole' };
  },
  'search.map': async (services) => {
    await createPublicListing(services);
    return { bbox: '36.5,-1.6,37.2,-1', zoom: 15 };
  },
  'search.suggest': async () => ({ q: 'kilim' }),
  'search.cards': async (services) => ({ ids: String((await createPublicListing(services)).listingId) }),
  'search.compare': async (services) => ({ ids: String((await createPublicListing(services)).listingId) }),
  'search.similar': async (services) => ({ id: (await createPublicListing(services)).listingId }),
  'search.home': async () => ({}),
  'search.property': async (services) => ({ id: (await createPublicListing(services)).propertyId }),
  'search.unit': async (services) => ({ id: (await createPublicListing(services)).unitId }),
  'search.agents': async (services) => {
    await createPublicListing(services);
    return { page: 1 };
  },
  'search.agent': async (services) => ({ id: (await createPublicListing(services)).agentId }),
};

export const moduleExamples: ModuleExamples = { examples: searchExamples };
