import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const searchLookups: Partial<ModuleLookups> = {
  hasListingCard: (listing) => sql<boolean>`exists (select 1 from listing_card k where k.id = ${listing})`,
  discountsOnCard: (listing) => sql`(select lt.card::jsonb -> 'discounts' from listing_text lt where lt.id = ${listing})`,
};
