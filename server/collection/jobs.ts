import { clock } from '#contract/time/clock.ts';
import { eachLeft } from '#server/jobs/each-due.ts';
import type { Handlers } from '#server/jobs/queue.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { accountOf } from '#server/treasury/service.ts';
import { pullBetween } from './pull.ts';
import { askPush, giveUp, isGivenUp, ring } from './push.ts';
import { thinInbox } from './thin.ts';

const why = 'the clock looks after prompts';

export const openPushes = (db: Db) =>
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

export const collectionJobs = (): readonly Job[] => [{ name: 'payment.thin', cron: '40 2 * * *', run: (db) => thinInbox(db) }];
/** The first asks come sooner than a minute's sweep: promised when the phone rings. */
export const collectionHandlers = (house: House): Partial<Handlers> => ({
  'payment.ring': ({ pushId }) => ring(house, pushId),
  'payment.ask': ({ pushId }) => askPush(house, pushId),
});
