import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const leadPersonalData: PersonalData = {
  enquiries: (db, id) =>
    unscopedTable(db, 'lead', 'a person exports their own personal data')
      .select()
      .select(['code', 'name', 'phone', 'email', 'message', 'status', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** The company keeps the enquiry without the person's name. */
export const eraseLeadPersonalData: ErasePersonalData = async (tx, id) => {
  await unscopedTable(tx, 'lead', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ name: 'Closed account', phone: '', email: null })
    .where('person_id', '=', id)
    .execute();
};
