import type { Holdings } from '#server/kernel/personal-data.ts';

export const abuseHoldings: Holdings = {
  abuse_reports: (db, id) =>
    db
      .selectFrom('abuse_report')
      .select(['code', 'target', 'reason', 'body', 'status', 'created_at'])
      .where('reporter_id', '=', id)
      .orderBy('id')
      .execute(),
};
