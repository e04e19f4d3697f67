import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const tourHoldings: Holdings = {
  tours: (db, id) =>
    everything(db, 'tour', 'the export of one’s own data')
      .select()
      .select(['code', 'name', 'phone', 'email', 'status', 'starts_at', 'people', 'notes', 'reason', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  tour_hours: (db, id) =>
    everything(db, 'tour_host', 'the export of one’s own data')
      .select()
      .select(['hours', 'minutes', 'buffer_minutes', 'most_a_day', 'instant'])
      .where('person_id', '=', id)
      .execute(),
  tour_days: (db, id) =>
    everything(db, 'tour_day', 'the export of one’s own data')
      .select()
      .select(['day', 'ranges', 'note'])
      .where('host_id', '=', id)
      .orderBy('day')
      .execute(),
};

/** The company that showed the home keeps that there was a visit, without whose; what a host said of their week goes. */
export const forgetTour: Forget = async (tx, id) => {
  await everything(tx, 'tour', 'the clock forgets closed accounts')
    .change()
    .set({ name: 'Closed account', phone: '+00000000', email: null, notes: '', token_hash: null })
    .where('person_id', '=', id)
    .execute();
  await everything(tx, 'tour_day', 'the clock forgets closed accounts').remove().where('host_id', '=', id).execute();
  await everything(tx, 'tour_host', 'the clock forgets closed accounts').remove().where('person_id', '=', id).execute();
};
