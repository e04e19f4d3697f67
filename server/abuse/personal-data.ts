import type { PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

export const abusePersonalData: PersonalData = {
  abuse_reports: (db, id) =>
    unscopedTable(db, 'abuse_report', 'a person exports their own personal data')
      .select()
      .select(['code', 'target', 'reason', 'body', 'status', 'created_at'])
      .where('reporter_id', '=', id)
      .orderBy('id')
      .execute(),
};
