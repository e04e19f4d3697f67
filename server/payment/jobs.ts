import { clock } from '#contract/time/clock.ts';
import { askBalances, askPaybill } from '#server/bank-statement/balance.ts';
import { reconcile } from '#server/bank-statement/figures.ts';
import { sweepStatements, workOnStatement } from '#server/bank-statement/take-over.ts';
import { askNow, sweepInbox, sweepQueries, workThrough } from '#server/collection/arrivals.ts';
import { pullAll, pullBetween } from '#server/collection/pull.ts';
import { askPush, giveUp, isGivenUp, ring } from '#server/collection/push.ts';
import { thinInbox } from '#server/collection/thin.ts';
import { eachLeft, oneByOne } from '#server/jobs/each-due.ts';
import type { Handlers, HandlersMany } from '#server/jobs/queue.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { spendCredits, sweepCredits } from '#server/matching/credit.ts';
import { look, lookMany, sweepUnlooked } from '#server/matching/look.ts';
import { refundTransfers } from '#server/refund/transfers.ts';
import { send, transferJob } from '#server/transfer/service.ts';
import { accountOf } from '#server/treasury/accounts.ts';
import { announce } from '#server/treasury/announce.ts';
import { platformRail } from '#server/treasury/platform-rail.ts';

const why = 'the clock looks after prompts';

const openPushes = (db: Db) =>
  everything(db, 'push', why)
    .select()
    .select(['id', 'account_id', 'sent_at', 'created_at'])
    .where('open', '=', true)
    .where((eb) => eb.or([eb('next_ask_at', '<=', clock.now()), eb('sent_at', 'is', null)]))
    // Each is asked for later next time: none keeps its place at the head.
    .orderBy('next_ask_at', (by) => by.asc().nullsFirst())
    .orderBy('id')
    .limit(500)
    .execute();

type OpenPush = Awaited<ReturnType<typeof openPushes>>[number];
async function sweepPush(house: House, db: Db, push: OpenPush): Promise<void> {
  if (push.sent_at === null) await ring(house, push.id);
  else await askPush(house, push.id);
  if (!isGivenUp(push)) return;
  const from = push.sent_at ?? push.created_at;
  if (await pullBetween(house, await accountOf(db, push.account_id), from, clock.now())) await giveUp(db, push.id);
}

/** What is asked about next; what was promised and never sent; and after a day, once Pull has answered for all of it, what is given up. */
export async function sweepPushes(house: House, db: Db): Promise<number> {
  return eachLeft(await openPushes(db), (push) => sweepPush(house, db, push));
}

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
  transferJob('payment.refunds', refundTransfers, platformRail(house)),
  // Apart from the sweep: whoever brings paybills that Safaricom refuses holds up nobody's money.
  { name: 'payment.announce', everyMinutes: 1, run: (db) => announce(house, db) },
  // M-Pesa answers Pull only for who registered for it: before the first one, too.
  { name: 'payment.pull', everyMinutes: 60, run: (db) => oneByOne([() => announce(house, db), () => pullAll(house, db)]) },
  { name: 'payment.credits', cron: '20 5 * * *', run: (db) => sweepCredits(db) },
  { name: 'payment.thin', cron: '40 2 * * *', run: (db) => thinInbox(db) },
  { name: 'payment.balance', cron: '50 1 * * *', run: (db) => askBalances(house, db, false) },
  { name: 'payment.reconcile', everyMinutes: 60, run: (db) => oneByOne([() => reconcile(db), () => askBalances(house, db, true)]) },
];

/** The first asks come sooner than a minute's sweep: promised when the phone rings. */
export const paymentHandlers = (house: House): Partial<Handlers> => ({
  'payment.arrived': ({ inboxIds }) => workThrough(house, inboxIds),
  'payment.refund_send': ({ transferId }) => send(house.database.db, refundTransfers, platformRail(house), transferId),
  'payment.ring': ({ pushId }) => ring(house, pushId),
  'payment.ask': ({ pushId }) => askPush(house, pushId),
  'payment.verify': ({ queryId }) => askNow(house, [queryId]),
  'payment.look': ({ paymentId }) => look(house.database.db, paymentId),
  'payment.credit': ({ tenancyId }) => spendCredits(house.database.db, tenancyId),
  'payment.import': ({ statementId }) => workOnStatement(house, statementId),
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
  'payment.look': (all) =>
    lookMany(
      house,
      all.map(({ paymentId }) => paymentId),
    ),
});
