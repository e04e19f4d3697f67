import { sql } from 'kysely';
import type { ClosingCheck, ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { redactInboundEvent } from './redact-inbound-events.ts';

export const paymentPersonalData: PersonalData = {
  payments: (db, id) =>
    unscopedTable(db, 'payment', 'a person exports their own personal data')
      .select()
      .select(['code', 'status', 'how', 'cents', 'external', 'phone_tail', 'received_at', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** A pending prompt may still be paid, and its payer must remain reachable. */
export const assertNoPendingPrompt: ClosingCheck = async (db, personId) => {
  const row = await unscopedTable(db, 'payment', 'checks whether payments prevent the account from closing')
    .select()
    .select('code')
    .where('person_id', '=', personId)
    .where('status', 'in', ['initiated', 'pending', 'unknown'])
    .limit(1)
    .executeTakeFirst();
  return row ? m.payment_closing_under_way({ code: row.code }) : null;
};

/** The ledger stays, as the law requires, but the phone number is erased. That includes payments of others for the person's home. */
export const erasePaymentPersonalData: ErasePersonalData = async (tx, id) => {
  const why = 'scheduled job erases the data of closed accounts';
  const nobody = { phone_sealed: null, phone_mark: null, phone_tail: null };
  const theirs = sql`(select p.id from payment p where p.person_id = ${id} or p.tenant_id in (select t.id from tenant t where t.person_id = ${id}))`;
  const gone = { phone_sealed: '', phone_mark: Buffer.alloc(0) };
  await unscopedTable(tx, 'receipt', why)
    .change()
    .set({ ...nobody, payer: '' })
    .where(sql<boolean>`payment_id in ${theirs}`)
    .execute();
  await unscopedTable(tx, 'push_invoice', why)
    .change()
    .set({ phone_mark: gone.phone_mark })
    .where(sql<boolean>`push_id in (select u.id from push u where u.payment_id in ${theirs})`)
    .execute();
  await unscopedTable(tx, 'push', why).change().set(gone).where(sql<boolean>`payment_id in ${theirs}`).execute();
  const rows = await unscopedTable(tx, 'inbox', why)
    .select()
    .select(['id', 'body'])
    .where(sql<boolean>`payment_id in ${theirs}`)
    .where('thinned_at', 'is', null)
    .execute();
  for (const row of rows) await redactInboundEvent(tx, row);
  await unscopedTable(tx, 'payment', why)
    .change()
    .set({ ...nobody, payer: null })
    .where(sql<boolean>`id in ${theirs}`)
    .execute();
};
