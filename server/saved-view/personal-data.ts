import type { Forget, Holdings } from '#server/kernel/personal-data.ts';

export const savedViewHoldings: Holdings = {
  saved_views: (db, id) => db.selectFrom('saved_view').select(['list', 'name', 'query', 'created_at']).where('person_id', '=', id).execute(),
};

export const forgetSavedView: Forget = async (tx, id) => {
  await tx.deleteFrom('saved_view').where('person_id', '=', id).execute();
};
