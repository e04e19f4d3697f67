import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const savedViewPersonalData: PersonalData = {
  saved_views: (db, id) =>
    unscopedTable(db, 'saved_view', 'a person exports their own personal data')
      .select()
      .select(['list', 'name', 'query', 'created_at'])
      .where('person_id', '=', id)
      .execute(),
};

export const eraseSavedViewPersonalData: ErasePersonalData = async (tx, id) => {
  await unscopedTable(tx, 'saved_view', 'scheduled job erases the data of closed accounts').remove().where('person_id', '=', id).execute();
};
