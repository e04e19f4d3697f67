import { sql } from 'kysely';
import type { ErasePersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

/** The destinations of refunds: of payments by the person, or for their homes. */
export const eraseRefundPersonalData: ErasePersonalData = async (tx, id) => {
  const theirs = sql`(select p.id from payment p where p.person_id = ${id} or p.tenant_id in (select t.id from tenant t where t.person_id = ${id}))`;
  await unscopedTable(tx, 'refund', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ to_sealed: '', to_tail: '' })
    .where(sql<boolean>`payment_id in ${theirs}`)
    .execute();
};
