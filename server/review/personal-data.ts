import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const reviewPersonalData: PersonalData = {
  reviews: (db, id) =>
    unscopedTable(db, 'review', 'a person exports their own personal data')
      .select()
      .select(['code', 'target', 'score', 'body', 'pros', 'cons', 'anonymous', 'status', 'created_at'])
      .where('author_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** Other people rely on the review: it stays, without the author's name. */
export const eraseReviewPersonalData: ErasePersonalData = async (tx, id) => {
  await unscopedTable(tx, 'review', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ anonymous: true })
    .where('author_id', '=', id)
    .execute();
};
