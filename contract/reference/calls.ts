import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { list, page } from '#contract/kernel/list.ts';
import { appliesTo } from '#contract/taxonomy/kinds.ts';

const Currency = z.object({ code: z.string(), name: z.string(), symbol: z.string(), digits: z.number() });
const Named = z.object({ code: z.string(), name: z.string() });
const Word = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  name_sw: z.string(),
  icon: z.string(),
  grouped: z.string(),
  applies_to: z.enum(appliesTo),
  listing_types: z.array(z.number()),
  bedrooms: z.number().nullable(),
  category_id: z.number().nullable(),
});
const Particulars = z.object({
  enumerations: z.record(z.string(), z.record(z.string(), z.number())),
  vocabularies: z.record(z.string(), z.array(z.string())),
  user_types: z.array(z.object({ id: z.number(), key: z.string(), name: z.string() })),
  permission_documents: z.array(z.string()),
  counties: z.array(Named),
  banks: z.array(Named),
  currencies: z.array(Currency),
  /** The vocabularies of the catalogue: what is shown, in its order. */
  property_categories: z.array(Word),
  property_types: z.array(Word),
  unit_types: z.array(Word),
  amenities: z.array(Word),
  uploads: z.object({ max_bytes: z.number(), images: z.array(z.string()), videos: z.array(z.string()), documents: z.array(z.string()) }),
});

export const referenceCalls = {
  allCurrencies: call({
    method: 'GET',
    path: '/api/v2/common/fetch_all_currencies/',
    summary: 'Every currency at once; a page given with it changes nothing',
    needs: 'anyone',
    query: z.object({ page: page.optional() }),
    result: list(Currency),
    fails: [],
    shared: true,
  }),
  currencies: call({
    method: 'GET',
    path: '/api/v2/common/fetch_currencies/',
    summary: 'Currencies, a page at a time',
    needs: 'anyone',
    query: z.object({ page, page_size: z.coerce.number().int().min(1).max(100) }),
    result: list(Currency),
    fails: [],
    shared: true,
  }),
  particulars: call({
    method: 'GET',
    path: '/api/v2/particulars/particulars/',
    summary:
      'All reference data: enumerations with their wire values, counties, banks, user types, permission documents, currencies, upload limits, the vocabularies of the catalogue',
    needs: 'anyone',
    result: Particulars,
    fails: [],
    shared: true,
  }),
  supportLinks: call({
    method: 'GET',
    path: '/api/support/links',
    summary: 'Where help is found; what this deployment does not offer is null',
    needs: 'anyone',
    result: z.object({ whatsapp: z.string().nullable(), phone: z.string().nullable(), email: z.string(), help: z.string() }),
    fails: [],
    shared: true,
  }),
} as const;
