import type { Forget, Holdings } from '#server/kernel/personal-data.ts';

export const reviewHoldings: Holdings = {
  reviews: (db, id) =>
    db
      .selectFrom('review')
      .select(['code', 'target', 'score', 'body', 'pros', 'cons', 'anonymous', 'status', 'created_at'])
      .where('author_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** Others have a share in it: the review stays and loses its name. */
export const forgetReview: Forget = async (tx, id) => {
  await tx.updateTable('review').set({ anonymous: true }).where('author_id', '=', id).execute();
};
