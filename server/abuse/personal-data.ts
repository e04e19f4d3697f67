import type { Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';

export const abuseHoldings: Holdings = {
  abuse_reports: (db, id) =>
    everything(db, 'abuse_report', 'the export a person asked for, of what is theirs')
      .select()
      .select(['code', 'target', 'reason', 'body', 'status', 'created_at'])
      .where('reporter_id', '=', id)
      .orderBy('id')
      .execute(),
};
