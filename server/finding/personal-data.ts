import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const findingPersonalData: PersonalData = {
  favourites: (db, id) =>
    unscopedTable(db, 'favourite', 'a person exports their own personal data')
      .select()
      .innerJoin('listing', 'listing.id', 'favourite.listing_id')
      .select(['listing.title', 'favourite.note', 'favourite.created_at'])
      .where('favourite.person_id', '=', id)
      .execute(),
  saved_searches: (db, id) =>
    unscopedTable(db, 'saved_search', 'a person exports their own personal data')
      .select()
      .select(['name', 'query', 'often', 'created_at'])
      .where('person_id', '=', id)
      .execute(),
};

export const eraseFindingPersonalData: ErasePersonalData = async (tx, id) => {
  for (const table of ['favourite', 'saved_search'] as const)
    await unscopedTable(tx, table, 'scheduled job erases the data of closed accounts').remove().where('person_id', '=', id).execute();
};
