/**
 * `node test/processes/dies-main.ts '{"before": "…", "work": [1, 2]}'`: a worker on the database in DATABASE_URL that ends itself, with no word to anybody, before or
 * after the first statement with this text, or when M-Pesa has the request to this address (`fetched`). `work`: arrivals are worked through; `ring`: a
 * phone rings; `send`: a payout is sent, `refund`: a refund; `run`: a payout run goes on, in batches of so many; `statement`: one is taken over; `job`: what the clock does for payments; none of
 * them: it answers hooks, and says where.
 */
import pg from 'pg';
import { workOnStatement } from '#server/bank-statement/take-over.ts';
import { ring } from '#server/collection/push.ts';
import { openHouse } from '#server/house.ts';
import { readEnv } from '#server/kernel/env.ts';
import { workThrough } from '#server/payment/arrivals.ts';
import { refundTransfers } from '#server/refund/transfers.ts';
import { jobsOf } from '#server/rooms.ts';
import { workOnRun } from '#server/settlement/run-batches.ts';
import { payoutTransfers } from '#server/settlement/transfers.ts';
import { send } from '#server/transfer/service.ts';
import { platformRail } from '#server/treasury/service.ts';

export type Dying = {
  readonly before?: string;
  readonly after?: string;
  readonly fetched?: string;
  readonly work?: readonly number[];
  readonly ring?: number;
  readonly send?: number;
  readonly refund?: number;
  readonly run?: { readonly id: number; readonly batch: number };
  readonly statement?: number;
  readonly job?: string;
};
const { before, after, fetched, work, ring: pushId, send: payout, refund, run, statement, job } = JSON.parse(process.argv[2] ?? '{}') as Dying;
const die = () => process.kill(process.pid, 'SIGKILL');

const textOf = (asked: unknown): string => (typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? ''));
const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => Promise<unknown>;
pg.Client.prototype.query = async function dying(this: pg.Client, ...given: unknown[]) {
  const text = textOf(given[0]);
  if (before !== undefined && text.includes(before)) die();
  const answer = await query.apply(this, given);
  if (after !== undefined && text.includes(after)) die();
  return answer;
} as never;

const ask = globalThis.fetch;
globalThis.fetch = async (...given) => {
  const answer = await ask(...given);
  if (fetched !== undefined && String(given[0]).includes(fetched)) die();
  return answer;
};

const env = readEnv();
const house = openHouse(env, env.DATABASE_URL ?? '');
if (work) await workThrough(house, work);
else if (pushId !== undefined) await ring(house, pushId);
else if (payout !== undefined) await send(house.database.db, payoutTransfers, platformRail(house), payout);
else if (refund !== undefined) await send(house.database.db, refundTransfers, platformRail(house), refund);
else if (run !== undefined) await workOnRun(house.database.db, run.id, run.batch);
else if (statement !== undefined) await workOnStatement(house, statement);
else if (job !== undefined)
  await jobsOf(house)
    .find(({ name }) => name === job)
    ?.run(house.database.db);
else {
  // Read by who answers alone: it is most of what a start takes.
  const { makeApp } = await import('#server/app.ts');
  console.log(await (await makeApp(house, null)).listen({ port: 0, host: '127.0.0.1' }));
}
if (work || [pushId, payout, refund, run, statement, job].some((one) => one !== undefined)) process.exit(0);
