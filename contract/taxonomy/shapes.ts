import { z } from 'zod';
import { taxonKinds } from '#contract/catalogue/kinds.ts';
import { moment } from '#contract/kernel/list.ts';
import { amenityTargets } from './kinds.ts';

/** Number of records that use it: lists count up to `maxCountedUses` plus one, details count all. */
export const TaxonUseCounts = z.object({ properties: z.number(), units: z.number(), types: z.number() });

export const Taxon = z.object({
  id: z.number(),
  kind: z.enum(taxonKinds),
  code: z.string(),
  name: z.string(),
  name_sw: z.string(),
  icon: z.string(),
  grouped: z.string(),
  applies_to: z.enum(amenityTargets),
  listing_types: z.array(z.number()),
  bedrooms: z.number().nullable(),
  category_id: z.number().nullable(),
  category: z.string().nullable(),
  aliases: z.array(z.string()),
  sort: z.number(),
  searchable: z.boolean(),
  visible: z.boolean(),
  updated_at: moment,
  revision: z.number(),
  used: TaxonUseCounts,
});
export type Taxon = z.output<typeof Taxon>;
