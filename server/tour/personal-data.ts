import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const tourPersonalData: PersonalData = {
  tours: (db, id) =>
    unscopedTable(db, 'tour', 'a person exports their own data')
      .select()
      .select(['code', 'name', 'phone', 'email', 'status', 'starts_at', 'people', 'notes', 'reason', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  tour_hours: (db, id) =>
    unscopedTable(db, 'tour_host', 'a person exports their own data')
      .select()
      .select(['hours', 'minutes', 'buffer_minutes', 'most_a_day', 'instant'])
      .where('person_id', '=', id)
      .execute(),
  tour_days: (db, id) =>
    unscopedTable(db, 'tour_day', 'a person exports their own data')
      .select()
      .select(['day', 'ranges', 'note'])
      .where('host_id', '=', id)
      .orderBy('day')
      .execute(),
};

/** The company that showed the home keeps the tour without the visitor's identity; a host's weekly hours are deleted. */
export const eraseTourPersonalData: ErasePersonalData = async (tx, id) => {
  await unscopedTable(tx, 'tour', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ name: 'Closed account', phone: '+00000000', email: null, notes: '', token_hash: null })
    .where('person_id', '=', id)
    .execute();
  await unscopedTable(tx, 'tour_day', 'scheduled job erases the data of closed accounts').remove().where('host_id', '=', id).execute();
  await unscopedTable(tx, 'tour_host', 'scheduled job erases the data of closed accounts').remove().where('person_id', '=', id).execute();
};
