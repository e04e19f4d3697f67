import type { House } from '#test/db.ts';
import type { RoomExamples } from '#test/example-kinds.ts';
import { offer } from '#test/worlds/offers.ts';

type Example = (house: House) => Promise<Record<string, unknown>>;

const searchExamples: Readonly<Record<string, Example>> = {
  'search.listings': async (house) => {
    await offer(house);
    return { type: 'rent', q: '2 bedroom under 60k', page: 1 };
  },
  'search.facets': async (house) => {
    await offer(house);
    return { type: 'rent', beds: '1,2', amenities: 'borehole' };
  },
  'search.map': async (house) => {
    await offer(house);
    return { bbox: '36.5,-1.6,37.2,-1', zoom: 15 };
  },
  'search.suggest': async () => ({ q: 'kilim' }),
  'search.cards': async (house) => ({ ids: String((await offer(house)).listingId) }),
  'search.compare': async (house) => ({ ids: String((await offer(house)).listingId) }),
  'search.similar': async (house) => ({ id: (await offer(house)).listingId }),
  'search.home': async () => ({}),
  'search.property': async (house) => ({ id: (await offer(house)).propertyId }),
  'search.unit': async (house) => ({ id: (await offer(house)).unitId }),
  'search.agents': async (house) => {
    await offer(house);
    return { page: 1 };
  },
  'search.agent': async (house) => ({ id: (await offer(house)).agentId }),
};

export const roomExamples: RoomExamples = { examples: searchExamples };
