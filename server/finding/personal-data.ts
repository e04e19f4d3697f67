import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const findingHoldings: Holdings = {
  favourites: (db, id) =>
    everything(db, 'favourite', 'the export a person asked for, of what is theirs')
      .select()
      .innerJoin('listing', 'listing.id', 'favourite.listing_id')
      .select(['listing.title', 'favourite.note', 'favourite.created_at'])
      .where('favourite.person_id', '=', id)
      .execute(),
  saved_searches: (db, id) =>
    everything(db, 'saved_search', 'the export a person asked for, of what is theirs')
      .select()
      .select(['name', 'query', 'often', 'created_at'])
      .where('person_id', '=', id)
      .execute(),
};

export const forgetFinding: Forget = async (tx, id) => {
  for (const table of ['favourite', 'saved_search'] as const)
    await everything(tx, table, 'the clock forgets closed accounts').remove().where('person_id', '=', id).execute();
};
