import { pullAndRequestBalance, resumeStatements } from '#server/bank-statement/service.ts';
import { openPushes, pullAllPaybills, sweepPushes } from '#server/collection/service.ts';
import { runEachRow } from '#server/jobs/due-rows.ts';
import type { BatchHandlers, JobHandlers } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { retryUnmatched } from '#server/matching/service.ts';
import { registerCallbackUrls } from '#server/treasury/service.ts';
import { processInboundEvents, queryPaymentNow, sweepInboundEvents, sweepQueries } from './inbound-events.ts';

/** Jobs that run several modules in one order; each module also has its own jobs. */
export const paymentJobs = (services: RunningServices): readonly ScheduledJob[] => [
  {
    name: 'payment.sweep',
    everyMinutes: 1,
    run: (db) =>
      runEachRow([
        () => sweepInboundEvents(services, db),
        () => sweepPushes(services, db),
        () => sweepQueries(services, db),
        () => retryUnmatched(services, db),
        () => resumeStatements(services, db),
      ]),
    dryRun: async (db) => (await openPushes(db)).length,
  },
  // Registration comes first, because M-Pesa answers Pull requests only afterwards.
  {
    name: 'payment.pull',
    everyMinutes: 60,
    run: (db) => runEachRow([() => registerCallbackUrls(services, db), () => pullAllPaybills(services, db)]),
  },
];

export const paymentHandlers = (services: RunningServices): Partial<JobHandlers> => ({
  'payment.arrived': ({ inboxIds }) => processInboundEvents(services, inboxIds),
  'payment.verify': ({ queryId }) => queryPaymentNow(services, [queryId]),
  'payment.paybill': async ({ accountId }) => {
    await registerCallbackUrls(services, services.database.db);
    await pullAndRequestBalance(services, accountId);
  },
});
export const paymentBatchHandlers = (services: RunningServices): BatchHandlers => ({
  'payment.arrived': (all) =>
    processInboundEvents(
      services,
      all.flatMap(({ inboxIds }) => inboxIds),
    ),
  'payment.verify': (all) =>
    queryPaymentNow(
      services,
      all.map(({ queryId }) => queryId),
    ),
});
