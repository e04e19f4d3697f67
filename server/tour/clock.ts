import { clock } from '#contract/time/clock.ts';
import type { TourReason } from '#contract/tour/reasons.ts';
import { findNextTourReminder } from '#contract/tour/slots.ts';
import { processDueRows, runEachTask } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { notifyHostAndVisitor } from './notify.ts';
import type { TourRow } from './rows.ts';
import { applyTourMove, changeTour, endTour, releaseTourPlace } from './tour-steps.ts';

type Due = 'lapse_at' | 'remind_at' | 'settle_at';
const why = 'scheduled job maintains tours';
const due = (db: Db, column: Due) => systemRows(db, 'tour', why).where(column, '<=', clock.now());

/** Each tour runs in its own transaction and is read again under its lock, in case it was already handled. */
async function each(db: Db, column: Due, work: (ctx: Ctx, tour: TourRow) => Promise<unknown>): Promise<number> {
  return processDueRows(db, await due(db, column).select('id').orderBy(column).execute(), async (tx, { id }) => {
    const tour = await due(tx, column).selectAll().where('id', '=', id).forNoKeyUpdate().skipLocked().executeTakeFirst();
    if (tour) await work(asClock(tx, why), tour);
  });
}

/** Expires unanswered requests and makes their times available. */
const lapse = (db: Db) =>
  each(db, 'lapse_at', (ctx, tour) => endTour(ctx, tour, 'lapse', 'clock', 'nobody confirmed the tour in time' satisfies TourReason));

/** After an outage only the latest reminder is sent, and none once the tour has begun. */
const remind = (db: Db) =>
  each(db, 'remind_at', async (ctx, tour) => {
    const now = clock.ms();
    if (now < tour.starts_at.getTime()) await notifyHostAndVisitor(ctx, tour, 'tour.reminder');
    const next = findNextTourReminder(tour.starts_at.getTime(), now);
    await changeTour(ctx, tour)
      .set({ remind_at: next === null ? null : new Date(next) })
      .execute();
  });

/** Closes tours without a recorded outcome two days after their time, without a no-show for either side. */
const settle = (db: Db) =>
  each(db, 'settle_at', async (ctx, tour) => {
    await applyTourMove(ctx, tour, { name: 'lapse', actor: 'clock', reason: 'nobody said whether the tour took place' satisfies TourReason });
    await releaseTourPlace(ctx, tour.viewing_id);
  });

export const advanceTours = (db: Db): Promise<void> => runEachTask([() => lapse(db), () => remind(db), () => settle(db)]);
export const tourJobs: readonly ScheduledJob[] = [
  {
    name: 'tour.turn',
    everyMinutes: 5,
    run: advanceTours,
    dryRun: async (db) => {
      let count = 0;
      for (const column of ['lapse_at', 'remind_at', 'settle_at'] as const) count += (await due(db, column).select('id').execute()).length;
      return count;
    },
  },
];
