import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const reviewHoldings: Holdings = {
  reviews: (db, id) =>
    everything(db, 'review', 'the export a person asked for, of what is theirs')
      .select()
      .select(['code', 'target', 'score', 'body', 'pros', 'cons', 'anonymous', 'status', 'created_at'])
      .where('author_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** Others have a share in it: the review stays and loses its name. */
export const forgetReview: Forget = async (tx, id) => {
  await everything(tx, 'review', 'the clock forgets closed accounts').change().set({ anonymous: true }).where('author_id', '=', id).execute();
};
