import { sql } from 'kysely';
import type { Job } from '#server/jobs/scheduler.ts';
import type { Db } from '#server/kernel/ctx.ts';

export { all, moderate, reply, waiting } from './desk.ts';
export { figuresOf, helpful, published } from './public.ts';
export { edit, mine, write } from './write.ts';

/** Reviews grow too old to count by time alone, which no trigger sees. */
export const rateAnew = async (db: Db): Promise<void> => {
  await sql`/* all: the clock rates anew */ select rate_property(old.property_id) from (select distinct property_id from review where target = 'property' and status = 'published'
    and created_at between app.now() - interval '24 months 3 days' and app.now() - interval '24 months') old`.execute(db);
};
export const reviewJobs: readonly Job[] = [{ name: 'review.rate_anew', everyMinutes: 24 * 60, run: rateAnew }];
