import { sql } from 'kysely';
import type { ClosingCheck, Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { thin } from './thin.ts';

export const paymentHoldings: Holdings = {
  payments: (db, id) =>
    everything(db, 'payment', 'the export a person asked for, of what is theirs')
      .select()
      .select(['code', 'status', 'how', 'cents', 'external', 'phone_tail', 'received_at', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** A prompt that still waits may yet be paid: who would hear of it? */
export const underWay: ClosingCheck = async (db, personId) => {
  const row = await everything(db, 'payment', 'what keeps an account from closing')
    .select()
    .select('code')
    .where('person_id', '=', personId)
    .where('status', 'in', ['initiated', 'pending', 'unknown'])
    .limit(1)
    .executeTakeFirst();
  return row ? m.payment_closing_under_way({ code: row.code }) : null;
};

/** The books stay, as the law asks; whose number it was does not. What was paid for a home of theirs is theirs, too. */
export const forgetPayments: Forget = async (tx, id) => {
  const why = 'the clock forgets closed accounts';
  const nobody = { phone_sealed: null, phone_mark: null, phone_tail: null };
  const theirs = sql`(select p.id from payment p where p.person_id = ${id} or p.tenant_id in (select t.id from tenant t where t.person_id = ${id}))`;
  const gone = { phone_sealed: '', phone_mark: Buffer.alloc(0) };
  await everything(tx, 'receipt', why)
    .change()
    .set({ ...nobody, payer: '' })
    .where(sql<boolean>`payment_id in ${theirs}`)
    .execute();
  await everything(tx, 'push_invoice', why)
    .change()
    .set({ phone_mark: gone.phone_mark })
    .where(sql<boolean>`push_id in (select u.id from push u where u.payment_id in ${theirs})`)
    .execute();
  await everything(tx, 'push', why).change().set(gone).where(sql<boolean>`payment_id in ${theirs}`).execute();
  const rows = await everything(tx, 'inbox', why)
    .select()
    .select(['id', 'body'])
    .where(sql<boolean>`payment_id in ${theirs}`)
    .where('thinned_at', 'is', null)
    .execute();
  for (const row of rows) await thin(tx, row);
  await everything(tx, 'payment', why)
    .change()
    .set({ ...nobody, payer: null })
    .where(sql<boolean>`id in ${theirs}`)
    .execute();
};
