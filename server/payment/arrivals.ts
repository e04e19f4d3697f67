import { clock } from '#contract/time/clock.ts';
import { reconcile, takeBalance } from '#server/bank-statement/service.ts';
import { askPush, countTry, dealWith, putTold, tellUnverified, verify } from '#server/collection/service.ts';
import { eachDue, oneByOne } from '#server/jobs/each-due.ts';
import { emit } from '#server/jobs/queue.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { lookMany } from '#server/matching/service.ts';
import { accountOf } from '#server/treasury/service.ts';

const why = 'what arrived and what is asked about it, worked through by the clock';

/**
 * Works through arrivals together, in one transaction. Twice, in any order, on two nodes: what was done stays done and nothing is done again. Where it
 * fails each is worked through by itself, so that a bad one keeps nobody waiting.
 */
export async function workThrough(house: House, inboxIds: readonly number[]): Promise<void> {
  const { db } = house.database;
  const dealt = await db
    .transaction()
    .execute((tx) => dealWith(atClock(tx), inboxIds, takeBalance))
    .catch(async (problem: unknown) => {
      if (inboxIds.length === 1) {
        await countTry(db, inboxIds);
        throw problem;
      }
      house.log.error({ error: problem, inboxIds }, 'arrivals could not be worked through together');
      return null;
    });
  if (dealt === null) return oneByOne(inboxIds.map((id) => () => workThrough(house, [id])));
  // What is proven by asking is asked now, and whose the money is looked at; whoever dies here is followed by sweeps.
  for (const { ask } of dealt) if (ask !== undefined) await askPush(house, ask);
  for (const id of new Set(dealt.flatMap(({ compare }) => compare ?? []))) await reconcile(db, id);
  await lookMany(
    house,
    dealt.flatMap(({ look }) => look ?? []),
  );
  await askNow(
    house,
    dealt.flatMap(({ verify: id }) => id ?? []),
  );
  await routed(
    house,
    dealt.flatMap(({ names }) => names ?? []),
  );
}
/** Questions are asked, and what was answered before they had a name is worked through. */
export async function askNow(house: House, queryIds: readonly number[]): Promise<void> {
  if (queryIds.length === 0) return;
  const early = await verify(house, queryIds);
  if (early.length > 0) await workThrough(house, early);
}
/** Results nobody had asked for when they were looked at: the question's name may have been written down meanwhile. */
async function routed(house: House, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const rows = await everything(house.database.db, 'inbox', why)
    .select()
    .innerJoin('status_query', (join) =>
      join.onRef('status_query.conversation_id', '=', 'inbox.external').onRef('status_query.account_id', '=', 'inbox.account_id'),
    )
    .select('inbox.id')
    .where('inbox.state', '=', 'unrouted')
    .where('inbox.external', 'in', [...names])
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await workThrough(house, ids);
}

const tryFor = 24 * 3600 * 1000;
const together = 100;
/** What was stored and never worked through, and what waits for its other half: a crash between the two loses nothing. What was tried least comes first, so that what cannot be worked through keeps nothing behind it. */
export async function sweepInbox(house: House, db: Db): Promise<number> {
  const rows = await everything(db, 'inbox', why)
    .select()
    .select('id')
    .where((eb) => eb.or([eb('state', '=', 'new'), eb.and([eb('state', '=', 'unrouted'), eb('seen_at', '>', new Date(clock.ms() - tryFor))])]))
    .orderBy('tries')
    .orderBy('id')
    .limit(1000)
    .execute();
  const ids = rows.map(({ id }) => id);
  await oneByOne(ids.flatMap((_, at) => (at % together === 0 ? [() => workThrough(house, ids.slice(at, at + together))] : [])));
  return rows.length;
}

/** What is due to be asked again; after a day without an answer people are told, once, and it is asked on. */
export async function sweepQueries(house: House, db: Db): Promise<number> {
  const due = await everything(db, 'status_query', why)
    .select()
    .select(['id', 'external', 'told_at', 'created_at', 'account_id'])
    .where('open', '=', true)
    .where('next_at', '<=', clock.now())
    .orderBy('next_at')
    .limit(500)
    .execute();
  await askNow(
    house,
    due.map(({ id }) => id),
  );
  const silent = due.filter((row) => row.told_at === null && clock.ms() - row.created_at.getTime() >= tryFor);
  await eachDue(db, silent, async (tx, row) => {
    await putTold(tx, row.id);
    await tellUnverified(atClock(tx), await accountOf(tx, row.account_id), row.external);
  });
  return due.length;
}

/** By hand: once more from the beginning. */
export const replayOf = (db: Db, id: number) => emit(db, 'payment.arrived', { inboxIds: [id] });
