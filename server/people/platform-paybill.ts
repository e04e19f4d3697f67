import { sql } from 'kysely';

/** The platform's paybill: where money comes that the platform holds, and the one it hears of. The newest, where it was changed. */
export const platformPaybill = sql<string | null>`(select a.number from collection_account a
  where a.company_id is null and a.rail = 'mpesa' and a.fund = 'C' and a.active order by a.id desc limit 1)`;
