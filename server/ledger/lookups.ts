import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const ledgerLookups: Partial<ModuleLookups> = {
  holdsMoneyOf: (company) => sql<boolean>`exists (select 1 from ledger_book k where k.company_id = ${company} and k.mode = 'trust')`,
};
