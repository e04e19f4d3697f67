import type { Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

const own = 'the export a person asked for, of what is theirs';
const gone = 'the clock forgets closed accounts';

export const meterHoldings: Holdings = {
  meter_queries: (db, id) =>
    everything(db, 'meter_query', own)
      .select()
      .select(['code', 'status', 'text', 'value', 'answer', 'created_at', 'answered_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  meter_readings: (db, id) =>
    everything(db, 'meter_reading', own).select().select(['value', 'on_day', 'source', 'created_at']).where('by_id', '=', id).orderBy('id').execute(),
};

/** What was measured and asked stays with the home, nameless. */
export const forgetMeter: Forget = async (tx, id) => {
  await everything(tx, 'meter_query', gone).change().set({ person_id: null, text: '—' }).where('person_id', '=', id).execute();
  await everything(tx, 'meter_reading', gone).change().set({ by_id: null }).where('by_id', '=', id).execute();
};
