import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, pageNumberSchema } from '#contract/kernel/list.ts';
import { Taxon } from '#contract/taxonomy/shapes.ts';

const Currency = z.object({ code: z.string(), name: z.string(), symbol: z.string(), digits: z.number() });
const Named = z.object({ code: z.string(), name: z.string() });
const Word = Taxon.pick({
  id: true,
  code: true,
  name: true,
  name_sw: true,
  icon: true,
  grouped: true,
  applies_to: true,
  listing_types: true,
  bedrooms: true,
  category_id: true,
});
const Particulars = z.object({
  enumerations: z.record(z.string(), z.record(z.string(), z.number())),
  vocabularies: z.record(z.string(), z.array(z.string())),
  user_types: z.array(z.object({ id: z.number(), key: z.string(), name: z.string() })),
  permission_documents: z.array(z.string()),
  counties: z.array(Named),
  banks: z.array(Named),
  currencies: z.array(Currency),
  /** The catalogue's word lists in display order. */
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
    summary: 'List all currencies; the page parameter is ignored',
    needs: 'anyone',
    query: z.object({ page: pageNumberSchema.optional() }),
    result: buildListSchema(Currency),
    fails: [],
    shared: true,
  }),
  currencies: call({
    method: 'GET',
    path: '/api/v2/common/fetch_currencies/',
    summary: 'List currencies by page',
    needs: 'anyone',
    query: z.object({ page: pageNumberSchema, page_size: z.coerce.number().int().min(1).max(100) }),
    result: buildListSchema(Currency),
    fails: [],
    shared: true,
  }),
  particulars: call({
    method: 'GET',
    path: '/api/v2/particulars/particulars/',
    summary:
      'Get all reference data: enumerations with their wire values, counties, banks, user types, permission documents, currencies, upload limits and property vocabularies',
    needs: 'anyone',
    result: Particulars,
    fails: [],
    shared: true,
  }),
  supportLinks: call({
    method: 'GET',
    path: '/api/support/links',
    summary: 'Get the support contacts; null for those this installation does not offer',
    needs: 'anyone',
    result: z.object({
      whatsapp: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string(),
      help: z.string(),
      hours_en: z.string(),
      hours_sw: z.string(),
    }),
    fails: [],
  }),
} as const;
