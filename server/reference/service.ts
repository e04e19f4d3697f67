import { permissionDocuments } from '#contract/access/documents.ts';
import { uploadRules } from '#contract/constants.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { roleDisplayNames, type UserType, userTypes } from '#contract/kernel/roles.ts';
import { kenyanBanks } from '#contract/reference/banks.ts';
import type { referenceCalls } from '#contract/reference/calls.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { currencyList } from '#contract/reference/currencies.ts';
import { apiEnumerations, wordEnumerations } from '#contract/reference/enumerations.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readSupportLinks } from '#server/kernel/support.ts';
import { readVocabulary } from '#server/taxonomy/service.ts';

type Calls = typeof referenceCalls;

async function currencies(_ctx: Ctx, { page, page_size }: HandlerInput<Calls['currencies']>): Promise<HandlerResult<Calls['currencies']>> {
  return { results: currencyList.slice((page - 1) * page_size, page * page_size), count: currencyList.length };
}

async function particulars(ctx: Ctx): Promise<HandlerResult<Calls['particulars']>> {
  const catalogue = await readVocabulary(ctx.db);
  const words = Object.fromEntries(Object.entries(wordEnumerations).map(([name, values]) => [name, [...values]]));
  return {
    enumerations: apiEnumerations,
    vocabularies: words,
    user_types: (Object.keys(userTypes) as UserType[]).map((key) => ({ id: userTypes[key], key, name: roleDisplayNames[key] })),
    permission_documents: [...permissionDocuments],
    counties: [...kenyanCounties],
    banks: [...kenyanBanks],
    currencies: [...currencyList],
    property_categories: [...catalogue.property_category],
    property_types: [...catalogue.property_type],
    unit_types: [...catalogue.unit_type],
    amenities: [...catalogue.amenity],
    uploads: {
      max_bytes: uploadRules.maxBytes,
      images: [...uploadRules.images],
      videos: [...uploadRules.videos],
      documents: [...uploadRules.documents],
    },
  };
}

export const referenceService = (services: RunningServices): CallHandlers<Calls> => ({
  allCurrencies: async () => ({ results: [...currencyList], count: currencyList.length }),
  currencies,
  particulars,
  supportLinks: (ctx) => readSupportLinks(ctx.db, services.env),
});
