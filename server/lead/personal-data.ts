import type { Forget, Holdings } from '#server/kernel/personal-data.ts';

export const leadHoldings: Holdings = {
  enquiries: (db, id) =>
    db
      .selectFrom('lead')
      .select(['code', 'name', 'phone', 'email', 'message', 'status', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** The company that was asked keeps the enquiry, without a name. */
export const forgetLead: Forget = async (tx, id) => {
  await tx.updateTable('lead').set({ name: 'Closed account', phone: '', email: null }).where('person_id', '=', id).execute();
};
