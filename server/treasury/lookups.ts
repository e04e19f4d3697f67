import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const treasuryLookups: Partial<ModuleLookups> = {
  platformPaybill: () => sql`(select a.number from collection_account a
    where a.of_env and a.active limit 1)`,
  nameOfCollectionAccount: (account) => sql`(select a.name from collection_account a where a.id = ${account})`,
  ownBankOfFund: (fund) => sql`(select a.id from collection_account a where a.fund = ${fund} and a.active order by a.id desc limit 1)`,
};
