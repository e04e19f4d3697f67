import { sql } from 'kysely';
import type { Forget } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

/** Where what was paid by somebody, or for a home of theirs, was given back to. */
export const forgetRefunds: Forget = async (tx, id) => {
  const theirs = sql`(select p.id from payment p where p.person_id = ${id} or p.tenant_id in (select t.id from tenant t where t.person_id = ${id}))`;
  await everything(tx, 'refund', 'the clock forgets closed accounts')
    .change()
    .set({ to_sealed: '', to_tail: '' })
    .where(sql<boolean>`payment_id in ${theirs}`)
    .execute();
};
