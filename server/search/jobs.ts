import { sql } from 'kysely';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';

/** Updates cards in portions after a change of a name that very many of them show. */
export const searchJobs: readonly ScheduledJob[] = [
  {
    name: 'search.cards',
    everyMinutes: 1,
    run: async (db) => {
      for (let done = 1; done > 0; ) done = (await sql<{ n: number }>`select refresh_stale(1000) as n`.execute(db)).rows[0]?.n ?? 0;
    },
  },
];
