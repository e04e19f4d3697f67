import { sql } from 'kysely';
import type { Lookups } from '#server/kernel/lookups.ts';

export const treasuryLookups: Partial<Lookups> = {
  platformPaybill: () => sql`(select a.number from collection_account a
    where a.of_env and a.active limit 1)`,
};
