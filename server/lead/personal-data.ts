import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const leadHoldings: Holdings = {
  enquiries: (db, id) =>
    everything(db, 'lead', 'the export a person asked for, of what is theirs')
      .select()
      .select(['code', 'name', 'phone', 'email', 'message', 'status', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** The company that was asked keeps the enquiry, without a name. */
export const forgetLead: Forget = async (tx, id) => {
  await everything(tx, 'lead', 'the clock forgets closed accounts')
    .change()
    .set({ name: 'Closed account', phone: '', email: null })
    .where('person_id', '=', id)
    .execute();
};
