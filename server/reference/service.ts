import { documents } from '#contract/access/documents.ts';
import { uploads } from '#contract/constants.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { displayNames, type UserType, userTypes } from '#contract/kernel/roles.ts';
import { banks } from '#contract/reference/banks.ts';
import type { referenceCalls } from '#contract/reference/calls.ts';
import { counties } from '#contract/reference/counties.ts';
import { currencyList } from '#contract/reference/currencies.ts';
import { enumerations, vocabularies } from '#contract/reference/enumerations.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { supportLinks } from '#server/kernel/support.ts';
import { vocabulary } from '#server/taxonomy/service.ts';

type Calls = typeof referenceCalls;

async function currencies(_ctx: Ctx, { page, page_size }: Input<Calls['currencies']>): Promise<Result<Calls['currencies']>> {
  return { results: currencyList.slice((page - 1) * page_size, page * page_size), count: currencyList.length };
}

async function particulars(ctx: Ctx): Promise<Result<Calls['particulars']>> {
  const catalogue = await vocabulary(ctx.db);
  const words = Object.fromEntries(Object.entries(vocabularies).map(([name, values]) => [name, [...values]]));
  return {
    enumerations,
    vocabularies: words,
    user_types: (Object.keys(userTypes) as UserType[]).map((key) => ({ id: userTypes[key], key, name: displayNames[key] })),
    permission_documents: [...documents],
    counties: [...counties],
    banks: [...banks],
    currencies: [...currencyList],
    property_categories: [...catalogue.property_category],
    property_types: [...catalogue.property_type],
    unit_types: [...catalogue.unit_type],
    amenities: [...catalogue.amenity],
    uploads: { max_bytes: uploads.maxBytes, images: [...uploads.images], videos: [...uploads.videos], documents: [...uploads.documents] },
  };
}

export const referenceService = (house: House): Handlers<Calls> => ({
  allCurrencies: async () => ({ results: [...currencyList], count: currencyList.length }),
  currencies,
  particulars,
  supportLinks: (ctx) => supportLinks(ctx.db, house.env),
});
