import { sql } from 'kysely';

/** The platform's paybill: where money comes that the platform holds, and the one it hears of, by the environment alone. */
export const platformPaybill = sql<string | null>`(select a.number from collection_account a
  where a.of_env and a.active limit 1)`;
