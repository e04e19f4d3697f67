import { clock } from '#contract/time/clock.ts';
import { markConfirmedLines, reconcileAccounts, recordAccountBalance } from '#server/bank-statement/service.ts';
import {
  countInboundAttempt,
  markStaffNotified,
  notifyPaymentUnverified,
  processInboundBatch,
  queryStkPush,
  sendStatusQueries,
} from '#server/collection/service.ts';
import { processDueRows, runEachTask } from '#server/jobs/due-rows.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { matchPayments } from '#server/matching/service.ts';
import { readCollectionAccount } from '#server/treasury/service.ts';

const why = 'scheduled job processes received M-Pesa messages';

/**
 * Processes inbound events (M-Pesa callbacks and pull results) together in one transaction. Processing is idempotent: events may be processed twice,
 * in any order and on two nodes. If the transaction fails, each event is processed alone, so that an invalid event does not block the others.
 */
export async function processInboundEvents(services: RunningServices, inboxIds: readonly number[]): Promise<void> {
  const { db } = services.database;
  const dealt = await db
    .transaction()
    .execute((tx) => processInboundBatch(asClock(tx), inboxIds, recordAccountBalance))
    .catch(async (problem: unknown) => {
      if (inboxIds.length === 1) {
        await countInboundAttempt(db, inboxIds);
        throw problem;
      }
      services.log.error({ error: problem, inboxIds }, 'a batch of received M-Pesa messages could not be processed');
      return null;
    });
  if (dealt === null) return runEachTask(inboxIds.map((id) => () => processInboundEvents(services, [id])));
  // Sends the queries and matches the payments immediately. If the process dies here, the scheduled jobs continue.
  for (const { ask } of dealt) if (ask !== undefined) await queryStkPush(services, ask);
  for (const id of new Set(dealt.flatMap(({ compare }) => compare ?? []))) await reconcileAccounts(db, id);
  await markConfirmedLines(db);
  await matchPayments(
    services,
    dealt.flatMap(({ look }) => look ?? []),
  );
  await sendPendingStatusQueries(
    services,
    dealt.flatMap(({ verify: id }) => id ?? []),
  );
  await routed(
    services,
    dealt.flatMap(({ names }) => names ?? []),
  );
}
/** Sends pending M-Pesa queries, and processes results that arrived before their query had its id. */
export async function sendPendingStatusQueries(services: RunningServices, queryIds: readonly number[]): Promise<void> {
  if (queryIds.length === 0) return;
  const early = await sendStatusQueries(services, queryIds);
  if (early.length > 0) await processInboundEvents(services, early);
}
/** Results whose query was unknown when they were processed, because its id may have been saved in the meantime. */
async function routed(services: RunningServices, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const rows = await unscopedTable(services.database.db, 'inbox', why)
    .select()
    .innerJoin('status_query', (join) =>
      join.onRef('status_query.conversation_id', '=', 'inbox.external').onRef('status_query.account_id', '=', 'inbox.account_id'),
    )
    .select('inbox.id')
    .where('inbox.state', '=', 'unrouted')
    .where('inbox.external', 'in', [...names])
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await processInboundEvents(services, ids);
}

const tryFor = 24 * 3600 * 1000;
const together = 100;
/**
 * Events that were stored but not processed, and those whose counterpart is missing, so that a crash loses nothing. The least tried come first, so
 * that a failing event does not block the others.
 */
export async function sweepInboundEvents(services: RunningServices, db: Db): Promise<number> {
  const rows = await unscopedTable(db, 'inbox', why)
    .select()
    .select('id')
    .where((eb) => eb.or([eb('state', '=', 'new'), eb.and([eb('state', '=', 'unrouted'), eb('seen_at', '>', new Date(clock.ms() - tryFor))])]))
    .orderBy('tries')
    .orderBy('id')
    .limit(1000)
    .execute();
  const ids = rows.map(({ id }) => id);
  await runEachTask(ids.flatMap((_, at) => (at % together === 0 ? [() => processInboundEvents(services, ids.slice(at, at + together))] : [])));
  return rows.length;
}

/** Repeats queries that are due. After a day without an answer staff are notified once, and the query continues. */
export async function sweepStatusQueries(services: RunningServices, db: Db): Promise<number> {
  const due = await unscopedTable(db, 'status_query', why)
    .select()
    .select(['id', 'external', 'told_at', 'created_at', 'account_id'])
    .where('open', '=', true)
    .where('next_at', '<=', clock.now())
    .orderBy('next_at')
    .limit(500)
    .execute();
  await sendPendingStatusQueries(
    services,
    due.map(({ id }) => id),
  );
  const silent = due.filter((row) => row.told_at === null && clock.ms() - row.created_at.getTime() >= tryFor);
  await processDueRows(db, silent, async (tx, row) => {
    await markStaffNotified(tx, row.id);
    await notifyPaymentUnverified(asClock(tx), await readCollectionAccount(tx, row.account_id), row.external);
  });
  return due.length;
}

/** Processes a stored event again from the beginning, at the request of staff. */
export const queueEventReplay = (db: Db, id: number) => enqueueJob(db, 'payment.arrived', { inboxIds: [id] });
