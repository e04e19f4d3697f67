import type { ClosingCheck, Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

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

/** The books stay, as the law asks; whose number it was does not. */
export const forgetPayments: Forget = async (tx, id) => {
  const nobody = { phone_sealed: null, phone_mark: null, phone_tail: null };
  await everything(tx, 'payment', 'the clock forgets closed accounts').change().set(nobody).where('person_id', '=', id).execute();
  await everything(tx, 'receipt', 'the clock forgets closed accounts')
    .change()
    .set(nobody)
    .where((eb) => eb('payment_id', 'in', eb.selectFrom('payment').select('payment.id').where('payment.person_id', '=', id)))
    .execute();
};
