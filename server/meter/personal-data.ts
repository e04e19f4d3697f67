import type { ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

const own = 'the export a person asked for, of what is theirs';
const gone = 'the clock forgets closed accounts';

export const meterPersonalData: PersonalData = {
  meter_queries: (db, id) =>
    unscopedTable(db, 'meter_query', own)
      .select()
      .select(['code', 'status', 'text', 'value', 'answer', 'created_at', 'answered_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  meter_readings: (db, id) =>
    unscopedTable(db, 'meter_reading', own)
      .select()
      .select(['value', 'on_day', 'source', 'created_at'])
      .where('by_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** Measurements and queries stay with the unit, without names. */
export const eraseMeterPersonalData: ErasePersonalData = async (tx, id) => {
  await unscopedTable(tx, 'meter_query', gone).change().set({ person_id: null, text: '—' }).where('person_id', '=', id).execute();
  await unscopedTable(tx, 'meter_reading', gone).change().set({ by_id: null }).where('by_id', '=', id).execute();
};
