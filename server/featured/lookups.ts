import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const featuredLookups: Partial<ModuleLookups> = {
  isFeaturedAtHomeText: (listing) => `exists (select 1 from featured_booking b join featured_product p on p.id = b.product_id
    where b.listing_id = ${listing} and b.status = 'running' and p.placement = 'home')`,
  featuredIn: async (db, locationId) => {
    const { rows } = await sql<{
      n: number;
    }>`/* unscoped: a location cannot be deleted while any booking uses it */ select count(*) as n from featured_product where location_id = ${locationId} and deleted_at is null`.execute(
      db,
    );
    return Number(rows[0]?.n ?? 0);
  },
};
