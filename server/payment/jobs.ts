import { askPaybill, sweepStatements } from '#server/bank-statement/service.ts';
import { openPushes, pullAll, sweepPushes } from '#server/collection/service.ts';
import { oneByOne } from '#server/jobs/each-due.ts';
import type { Handlers, HandlersMany } from '#server/jobs/queue.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import type { House } from '#server/kernel/house.ts';
import { sweepUnlooked } from '#server/matching/service.ts';
import { announce } from '#server/treasury/service.ts';
import { askNow, sweepInbox, sweepQueries, workThrough } from './arrivals.ts';

/** What is done in one order by several modules: each has its own jobs besides. */
export const paymentJobs = (house: House): readonly Job[] => [
  {
    name: 'payment.sweep',
    everyMinutes: 1,
    run: (db) =>
      oneByOne([
        () => sweepInbox(house, db),
        () => sweepPushes(house, db),
        () => sweepQueries(house, db),
        () => sweepUnlooked(house, db),
        () => sweepStatements(house, db),
      ]),
    dryRun: async (db) => (await openPushes(db)).length,
  },
  // M-Pesa answers Pull only for who registered for it: before the first one, too.
  { name: 'payment.pull', everyMinutes: 60, run: (db) => oneByOne([() => announce(house, db), () => pullAll(house, db)]) },
];

export const paymentHandlers = (house: House): Partial<Handlers> => ({
  'payment.arrived': ({ inboxIds }) => workThrough(house, inboxIds),
  'payment.verify': ({ queryId }) => askNow(house, [queryId]),
  'payment.paybill': async ({ accountId }) => {
    await announce(house, house.database.db);
    await askPaybill(house, accountId);
  },
});
export const paymentHandlersMany = (house: House): HandlersMany => ({
  'payment.arrived': (all) =>
    workThrough(
      house,
      all.flatMap(({ inboxIds }) => inboxIds),
    ),
  'payment.verify': (all) =>
    askNow(
      house,
      all.map(({ queryId }) => queryId),
    ),
});
