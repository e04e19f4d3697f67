import { clock } from '#contract/time/clock.ts';
import type { TourReason } from '#contract/tour/reasons.ts';
import { nextReminder } from '#contract/tour/slots.ts';
import { eachDue, oneByOne } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import type { TourRow } from './rows.ts';
import { callOff, changeTour, leavePlace, stepTo } from './steps.ts';
import { tellBoth } from './telling.ts';

type Due = 'lapse_at' | 'remind_at' | 'settle_at';
const why = 'the clock looks after tours';
const due = (db: Db, column: Due) => systemRows(db, 'tour', why).where(column, '<=', clock.now());

/** Each in a transaction of its own, read again under its lock: whoever was quicker leaves nothing to do. */
async function each(db: Db, column: Due, work: (ctx: Ctx, tour: TourRow) => Promise<unknown>): Promise<number> {
  return eachDue(db, await due(db, column).select('id').orderBy(column).execute(), async (tx, { id }) => {
    const tour = await due(tx, column).selectAll().where('id', '=', id).forNoKeyUpdate().skipLocked().executeTakeFirst();
    if (tour) await work(atClock(tx, why), tour);
  });
}

/** Nobody answered: the wish dies, and the time is free. */
const lapse = (db: Db) =>
  each(db, 'lapse_at', (ctx, tour) => callOff(ctx, tour, 'lapse', 'clock', 'nobody confirmed the tour in time' satisfies TourReason));

/** After a pause only the latest reminder goes out, and none once the visit has begun. */
const remind = (db: Db) =>
  each(db, 'remind_at', async (ctx, tour) => {
    const now = clock.ms();
    if (now < tour.starts_at.getTime()) await tellBoth(ctx, tour, 'tour.reminder');
    const next = nextReminder(tour.starts_at.getTime(), now);
    await changeTour(ctx, tour)
      .set({ remind_at: next === null ? null : new Date(next) })
      .execute();
  });

/** Two days later nobody has said whether they met: nobody is blamed. */
const settle = (db: Db) =>
  each(db, 'settle_at', async (ctx, tour) => {
    await stepTo(ctx, tour, { name: 'lapse', actor: 'clock', reason: 'nobody said whether the tour took place' satisfies TourReason });
    await leavePlace(ctx, tour.viewing_id);
  });

export const turn = (db: Db): Promise<void> => oneByOne([() => lapse(db), () => remind(db), () => settle(db)]);
export const tourJobs: readonly Job[] = [
  {
    name: 'tour.turn',
    everyMinutes: 5,
    run: turn,
    dryRun: async (db) => {
      let count = 0;
      for (const column of ['lapse_at', 'remind_at', 'settle_at'] as const) count += (await due(db, column).select('id').execute()).length;
      return count;
    },
  },
];
