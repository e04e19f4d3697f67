import type { Forget, Holdings } from '#server/kernel/personal-data.ts';

export const findingHoldings: Holdings = {
  favourites: (db, id) =>
    db
      .selectFrom('favourite')
      .innerJoin('listing', 'listing.id', 'favourite.listing_id')
      .select(['listing.title', 'favourite.note', 'favourite.created_at'])
      .where('favourite.person_id', '=', id)
      .execute(),
  saved_searches: (db, id) => db.selectFrom('saved_search').select(['name', 'query', 'often', 'created_at']).where('person_id', '=', id).execute(),
};

export const forgetFinding: Forget = async (tx, id) => {
  for (const table of ['favourite', 'saved_search'] as const) await tx.deleteFrom(table).where('person_id', '=', id).execute();
};
