import { clock } from '#contract/time/clock.ts';
import { processAbandonedRows } from '#server/jobs/due-rows.ts';
import type { JobHandlers } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readCollectionAccount } from '#server/treasury/service.ts';
import { pullTransactionsBetween } from './pull.ts';
import { expireStkPush, isStkPushExpired, queryStkPush, sendStkPush } from './push.ts';
import { redactOldInboundEvents } from './redact-inbound-events.ts';

const why = 'scheduled job processes M-Pesa prompts';

export const listOpenStkPushes = (db: Db) =>
  unscopedTable(db, 'push', why)
    .select()
    .select(['id', 'account_id', 'sent_at', 'created_at'])
    .where('open', '=', true)
    .where((eb) => eb.or([eb('next_ask_at', '<=', clock.now()), eb('sent_at', 'is', null)]))
    // Each gets a later time for its next query, so that none blocks the others.
    .orderBy('next_ask_at', (by) => by.asc().nullsFirst())
    .orderBy('id')
    .limit(500)
    .execute();

type OpenPush = Awaited<ReturnType<typeof listOpenStkPushes>>[number];
async function sweepPush(services: RunningServices, db: Db, push: OpenPush): Promise<void> {
  if (push.sent_at === null) await sendStkPush(services, push.id);
  else await queryStkPush(services, push.id);
  if (!isStkPushExpired(push)) return;
  const from = push.sent_at ?? push.created_at;
  if (await pullTransactionsBetween(services, await readCollectionAccount(db, push.account_id), from, clock.now())) await expireStkPush(db, push.id);
}

/** Queries the prompts that are due, sends those that were queued but never sent, and after a day, once Pull covers the time, expires the rest. */
export async function processOpenStkPushes(services: RunningServices, db: Db): Promise<number> {
  return processAbandonedRows(await listOpenStkPushes(db), (push) => sweepPush(services, db, push));
}

export const collectionJobs = (): readonly ScheduledJob[] => [{ name: 'payment.thin', cron: '40 2 * * *', run: (db) => redactOldInboundEvents(db) }];
/** The first queries run sooner than the minute's sweep; they are queued when the prompt is sent. */
export const collectionJobHandlers = (services: RunningServices): Partial<JobHandlers> => ({
  'payment.ring': ({ pushId }) => sendStkPush(services, pushId),
  'payment.ask': ({ pushId }) => queryStkPush(services, pushId),
});
