import { sql } from 'kysely';
import type { ModuleLookups } from '#server/kernel/lookups.ts';

export const collectionLookups: Partial<ModuleLookups> = {
  paymentsInHand: () => sql`(select id, tenancy_id, holder_id from payment where holder_id is not null and status = 'completed')`,
  isPaymentInHand: (payment) => sql<boolean>`exists (select 1 from payment p where p.id = ${payment} and p.holder_id is not null)`,
};
