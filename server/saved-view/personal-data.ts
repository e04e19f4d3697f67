import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const savedViewHoldings: Holdings = {
  saved_views: (db, id) =>
    everything(db, 'saved_view', 'the export a person asked for, of what is theirs')
      .select()
      .select(['list', 'name', 'query', 'created_at'])
      .where('person_id', '=', id)
      .execute(),
};

export const forgetSavedView: Forget = async (tx, id) => {
  await everything(tx, 'saved_view', 'the clock forgets closed accounts').remove().where('person_id', '=', id).execute();
};
