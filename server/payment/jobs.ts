import { pullAndRequestBalance, resumeStatements } from '#server/bank-statement/service.ts';
import { listOpenStkPushes, processOpenStkPushes, pullAllPaybills } from '#server/collection/service.ts';
import { runEachTask } from '#server/jobs/due-rows.ts';
import type { BatchHandlers, JobHandlers } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { retryUnmatchedPayments } from '#server/matching/service.ts';
import { registerCallbackUrls } from '#server/treasury/service.ts';
import { processInboundEvents, sendPendingStatusQueries, sweepInboundEvents, sweepStatusQueries } from './inbound-events.ts';

/** Jobs that run several modules in one order; each module also has its own jobs. */
export const paymentJobs = (services: RunningServices): readonly ScheduledJob[] => [
  {
    name: 'payment.sweep',
    everyMinutes: 1,
    run: (db) =>
      runEachTask([
        () => sweepInboundEvents(services, db),
        () => processOpenStkPushes(services, db),
        () => sweepStatusQueries(services, db),
        () => retryUnmatchedPayments(services, db),
        () => resumeStatements(services, db),
      ]),
    dryRun: async (db) => (await listOpenStkPushes(db)).length,
  },
  // Registration comes first, because M-Pesa answers Pull requests only afterwards.
  {
    name: 'payment.pull',
    everyMinutes: 60,
    run: (db) => runEachTask([() => registerCallbackUrls(services, db), () => pullAllPaybills(services, db)]),
  },
];

export const paymentHandlers = (services: RunningServices): Partial<JobHandlers> => ({
  'payment.arrived': ({ inboxIds }) => processInboundEvents(services, inboxIds),
  'payment.verify': ({ queryId }) => sendPendingStatusQueries(services, [queryId]),
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
    sendPendingStatusQueries(
      services,
      all.map(({ queryId }) => queryId),
    ),
});
